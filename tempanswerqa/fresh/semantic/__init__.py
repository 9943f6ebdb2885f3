"""Draws and solves questions on facts: who stood in a relation to whom, from year to year.

At least one full year lies between two facts of one triple (subject, relation and object). The
length of a fact is its end year minus its start year.
"""

from tempanswerqa.fresh.semantic.draws import draw
from tempanswerqa.fresh.semantic.solver import solve

__all__ = ["draw", "solve"]
