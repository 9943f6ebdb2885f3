"""Scores saved responses again, without running a model.

`read_runs` reads a file, `score` scores a run, `summarize` sums up its items in a `Summary`. A
`Library` holds the questions that may have been asked. `evaluate` scores answers without questions.
"""

from tempanswerqa.lazy import lazily

__all__, __getattr__ = lazily(
    __name__,
    {
        ".catalog": "Library",
        ".evaluating": "evaluate",
        ".scoring": "Item, Run, read_runs, score",
        ".summary": "Summary, summarize",
    },
)
