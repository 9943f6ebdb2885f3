"""Reads logs of other evaluation tools: inspect_ai, lighteval, and Every Eval Ever."""
