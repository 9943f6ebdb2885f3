"""Questions on invented tables, in the manner of TempTabQA: `draw_head`, `draw_tail`, `solve`."""

from tempanswerqa.fresh.tables.drawing import draw_head, draw_tail
from tempanswerqa.fresh.tables.solver import solve

__all__ = ["draw_head", "draw_tail", "solve"]
