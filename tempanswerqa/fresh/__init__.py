"""Generates fresh questions, which no model has seen, and computes each answer twice.

`load` returns the questions of a draw, and `write` writes them to a file.
"""

from tempanswerqa.lazy import lazily

__all__, __getattr__ = lazily(
    __name__,
    {
        ".bank": "load, load_exemplars",
        ".writing": "write",
    },
)
