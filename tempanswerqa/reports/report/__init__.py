"""Makes the page of a set of scored runs, which `data` takes one by one."""
