"""Our scores beside other tasks of the harness, over models.

`collecting` reads results files, `choosing` finds the scores that are asked for, `relating`
correlates them; `caveats` says what must be known to read that; `tables`, `figures` and
`reporting` show it.
"""
