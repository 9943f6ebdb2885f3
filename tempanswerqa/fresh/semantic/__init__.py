"""Questions on a set of facts: who stood in which relation to whom, from which year to which.

Facts of the same subject, relation and object have at least one full year between them; the
length of a fact is its end year minus its start year.
"""

from tempanswerqa.fresh.semantic.draws import draw
from tempanswerqa.fresh.semantic.solver import solve

__all__ = ["draw", "solve"]
