"""Task families for lm-evaluation-harness, in the layout of the harness's own."""
