"""Flexible extraction finds the answer that a careful reader would read in a response."""
