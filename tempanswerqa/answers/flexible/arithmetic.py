"""Calculates sums that a response states without their result."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

_OPERATIONS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def result_of(text: str) -> float | None:
    """Return the result of a sum such as `365 * 2 + 8`; None for other text and for fractions."""
    try:
        expression = ast.parse(text, mode="eval").body
        result = _calculate(expression)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError):
        return None
    return result if isinstance(expression, ast.BinOp) and result.is_integer() else None


def _calculate(node: ast.expr) -> float:
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _OPERATIONS[type(node.op)](_calculate(node.left), _calculate(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_calculate(node.operand)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return float(node.value)
    raise ValueError("no sum")
