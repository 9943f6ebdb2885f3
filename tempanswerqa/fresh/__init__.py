"""Generates fresh questions, which no model has seen, and computes each answer twice.

`load` returns the questions of a draw, and `write` writes them to a file.
"""

from tempanswerqa.lazy import lazily

__all__ = ["FRESH_VERSION", "load", "load_exemplars", "write"]

__getattr__ = lazily(
    __name__,
    {
        "FRESH_VERSION": "tempanswerqa.questions.draws.VERSION",
        "load": "tempanswerqa.fresh.bank.load",
        "load_exemplars": "tempanswerqa.fresh.bank.load_exemplars",
        "write": "tempanswerqa.fresh.writing.write",
    },
)
