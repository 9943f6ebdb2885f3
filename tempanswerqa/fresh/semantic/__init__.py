"""Draws and solves questions on a set of facts, each of which holds from one year to another.

A fact says that a subject stood in a relation to an object. At least one full year lies between
two facts of one triple (subject, relation and object). The length of a fact is its end year minus
its start year.
"""

from tempanswerqa.fresh.semantic.draws import draw
from tempanswerqa.fresh.semantic.solver import solve

__all__ = ["draw", "solve"]
