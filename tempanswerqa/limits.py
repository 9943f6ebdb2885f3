"""Limits on untrusted files and texts. `SECURITY.md` has the same list."""

NAME = 200
"""Maximum length of a name that is shown or published."""

RESPONSES = 500_000
"""Responses in a file."""
RESPONSES_BYTES = 1 << 30
"""Bytes of a file of responses, decompressed."""
SETS = 16
"""Seeds of twins, and closing marks of thinking, in a file of responses."""
RESULTS_BYTES = 1 << 24
"""Bytes of a results file of lm_eval."""

TABLE_BYTES = 1 << 28
"""Bytes of a table of questions, decompressed."""

DOWNLOAD_BYTES = 1 << 27
"""Bytes of a downloaded file."""
