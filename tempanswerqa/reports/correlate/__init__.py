"""Our scores beside other tasks of the harness, over models.

`results` reads results files, `selection` finds the scores that are asked for, `correlations`
correlates them; `notes` says what must be known to read that; `tables`, `figures` and `write` show
it.
"""
