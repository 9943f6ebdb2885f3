"""Runs the tasks in lm-evaluation-harness, and registers them with it."""
