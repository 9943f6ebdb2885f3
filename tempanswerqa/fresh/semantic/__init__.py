"""Draws and solves questions on facts: who stood in a relation to whom, from year to year."""

from tempanswerqa.fresh.semantic.draws import draw
from tempanswerqa.fresh.semantic.solver import solve

__all__ = ["draw", "solve"]
