"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.neighbours.tram.harness import (  # noqa: F401
    TramTask,
    dataset,
    letter_match,
    process_generation,
    process_letters,
)
