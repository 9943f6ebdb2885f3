"""The base class of the package's own errors."""


class TempAnswerError(Exception):
    """Unusable input. The message says what is wrong, where, and what to do.

    The command line prints it on one line and exits with code 1. Each subpackage derives its own
    errors from it, most of them from `ValueError` as well.
    """
