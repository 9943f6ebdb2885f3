"""The base class of the package's own errors."""


class TempAnswerError(Exception):
    """An input that cannot be used. The message says what is wrong, where, and what to do.

    The command line prints it in one line and ends with exit code 1. Each room derives its own
    error from it, most of them from `ValueError` as well.
    """
