"""What the YAML files of this folder refer to."""

from tempanswerqa.tram.harness import (  # noqa: F401
    TramTask,
    clustered_stderr,
    dataset,
    letter_match,
    macro_f1,
    mean,
    process_generation,
    process_letters,
    process_texts,
)
from tempanswerqa.tram.short_harness import (  # noqa: F401
    ShortTask,
    process_short,
    short_dataset,
    short_extract,
)
