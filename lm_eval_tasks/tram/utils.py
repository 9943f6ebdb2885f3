"""Imports the functions and classes that the YAML files of this folder name."""

from tempanswerqa.neighbours.tram.harness import (  # noqa: F401
    TramTask,
    dataset,
    letter_match,
    process_generation,
    process_letters,
    process_texts,
)
from tempanswerqa.neighbours.tram.short_answers.harness import (  # noqa: F401
    ShortTask,
    process_short,
    short_dataset,
    short_extract,
    short_group_metrics,
)
