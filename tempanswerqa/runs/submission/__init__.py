"""Leaderboard submissions: the responses and scores of a run in one file, for anyone to recheck."""

from tempanswerqa.exceptions import TempAnswerError

NAME = "tempanswerqa"
"""The name of the benchmark in files and folders."""
HOME = "https://github.com/aauss/temporal-answer-qa"
"""The page on which the questions are published."""


class SubmissionError(TempAnswerError, ValueError):
    """Results or a bundle that cannot be used; each problem says where it is and what to do."""

    @property
    def problems(self) -> list[str]:
        """Return the problems, each as one line."""
        return [str(problem) for problem in self.args]

    def __str__(self) -> str:
        return "; ".join(self.problems)
