"""Makes the page of a set of scored runs, which `numbers` gathers."""
