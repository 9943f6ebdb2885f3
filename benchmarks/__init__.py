"""Measures the package; the docstring of each module has its command."""
