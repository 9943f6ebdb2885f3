"""Makes the page and the tables of a set of scored runs.

`data` takes runs one by one and keeps what a report needs of them; the page and tables are made of
that alone.
"""
