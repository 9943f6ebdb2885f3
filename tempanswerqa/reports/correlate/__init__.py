"""Correlates our scores with those of other tasks of the harness, over models.

`results` reads results files, `selection` finds the scores that are asked for, `correlations`
correlates them; `notes` explains the correlations; `tables`, `figures` and `write` show them.
"""
