"""What the YAML files of this folder refer to."""

from tempanswerqa.harness.tasks import TempAnswerTask, clustered_stderr, mean  # noqa: F401
from tempanswerqa.neighbours.test_of_time.harness import dataset, process_results  # noqa: F401
