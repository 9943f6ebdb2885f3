"""Fresh questions: generated, with answers that are computed twice; no model has seen them."""
