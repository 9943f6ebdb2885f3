"""Reports: tables and pages of scored runs.

`render` draws summaries as a table; `write_report`, `write_leaderboard` and `write_correlations`
write a page with figures and tables; `explain` shows how a response is read.
"""

from tempanswerqa.lazy import lazily

__all__ = ["Table", "explain", "render", "write_correlations", "write_leaderboard", "write_report"]

__getattr__ = lazily(
    __name__,
    {
        "Table": "tempanswerqa.reports.page.table.Table",
        "explain": "tempanswerqa.reports.explaining.explain",
        "render": "tempanswerqa.reports.tables.render",
        "write_correlations": "tempanswerqa.reports.correlate.write.build",
        "write_leaderboard": "tempanswerqa.reports.leaderboard.write.build",
        "write_report": "tempanswerqa.reports.report.write.build",
    },
)
