"""Flexible extraction: what a careful reader takes to be the answer of a response."""

from tempanswerqa.flexible.rules import RULES, Finding, attempts, find

__all__ = ["RULES", "Finding", "attempts", "find"]
