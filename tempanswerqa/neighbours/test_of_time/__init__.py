"""Test of Time: its public questions as tasks, and its accuracy as a module of `evaluate`."""

from pathlib import Path

ACCURACY = str(Path(__file__).parent / "test_of_time_accuracy")
"""The path for `evaluate.load`."""
