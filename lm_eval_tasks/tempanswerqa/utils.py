"""What the YAML files of this folder refer to."""

from tempanswerqa.harness import (  # noqa: F401
    TempAnswerTask,
    clustered_stderr,
    dataset,
    flexible_extract,
    mean,
    process_results,
    sample_dataset,
    strict_match,
)
