"""Task families for lm-evaluation-harness, laid out as the harness lays out its own."""
