"""Flexible extraction finds the answer that a careful reader would read in a response."""

from tempanswerqa.lazy import lazily

__all__ = ["RULES", "Finding", "attempts", "find"]

__getattr__ = lazily(
    __name__,
    {
        "Finding": "tempanswerqa.answers.flexible.rules.Finding",
        "RULES": "tempanswerqa.answers.flexible.rules.RULES",
        "attempts": "tempanswerqa.answers.flexible.rules.attempts",
        "find": "tempanswerqa.answers.flexible.rules.find",
    },
)
