"""Generates fresh questions, which no model has seen, and computes each answer twice."""

from tempanswerqa.fresh.bank import load, load_exemplars, write

__all__ = ["load", "load_exemplars", "write"]
