"""Shows scored runs as tables and pages.

`render` draws summaries as a table; `write_report`, `write_leaderboard` and `write_correlations`
write a page with figures and tables; `explain` shows how a response is read.
"""

from tempanswerqa.lazy import lazily

__all__, __getattr__ = lazily(
    __name__,
    {
        ".correlate.write": "build as write_correlations",
        ".explaining": "explain",
        ".leaderboard.write": "build as write_leaderboard",
        ".page.table": "Table",
        ".report.write": "build as write_report",
        ".tables": "render",
    },
)
