"""Runs the tasks in lm-evaluation-harness, and makes them known to it."""
