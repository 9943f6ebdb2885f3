"""Shows scored runs as tables and pages.

`tables.render` writes a table in one of the styles, `report.write` and `leaderboard.write` a page,
and `explaining.explain` shows how a response is read.
"""
