"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.neighbours.tram import (  # noqa: F401
    TramTask,
    dataset,
    macro_f1,
    process_results,
)
