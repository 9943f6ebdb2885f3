"""The public questions of Test of Time as tasks, and its accuracy for `evaluate`."""

from pathlib import Path

ACCURACY = str(Path(__file__).parent / "test_of_time_accuracy")
"""The path for `evaluate.load`."""
