"""Shows scored runs as tables and pages.

`render` writes a `Table` in one of the styles, and `scores` that of summaries; `write_report` and
`write_leaderboard` write a page; `explain` shows how a response is read.
"""

from tempanswerqa.lazy import lazily

__all__, __getattr__ = lazily(
    __name__,
    {
        ".explaining": "explain",
        ".leaderboard.write": "build as write_leaderboard",
        ".report.write": "build as write_report",
        ".tables": "Table, render, scores",
    },
)
