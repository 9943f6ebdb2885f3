"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.harness.aggregation import mean  # noqa: F401
from tempanswerqa.neighbours.tram.harness import (  # noqa: F401
    TramTask,
    dataset,
    letter_match,
    macro_f1,
    process_generation,
    process_letters,
)
