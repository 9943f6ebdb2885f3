"""What a draw is when nothing else is said."""

VERSION = 1
"""Raised whenever a draw gives other questions than before."""
SEED = 1
"""Another one with each `VERSION`."""
SIZE = 250
"""Questions of a task."""
LARGEST = 1_000_000
"""Questions of one draw."""
LEVEL = "medium"
