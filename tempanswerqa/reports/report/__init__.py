"""Makes the page of a set of scored runs, which `data` collects one by one."""
