"""Limits on files and texts of other people. `SECURITY.md` has the same list."""

NAME = 200
"""Characters of a name that is shown or published."""

RESPONSES = 500_000
"""Responses in a file."""
RESPONSES_BYTES = 1 << 30
"""Bytes of a file of responses, unpacked."""
RESULTS_BYTES = 1 << 24
"""Bytes of a results file of lm_eval."""

QUESTIONS = 100_000
"""Questions of a task: of a user's, or of a draw whose responses are scored."""
TABLE_BYTES = 1 << 28
"""Bytes of a table of questions, unpacked."""
CELL = 1_000_000
"""Characters of a cell of a table of questions."""
DRAWN = 1_000_000
"""Fresh questions of one draw."""
DRAWN_ANYWAY = 1_000
"""Fresh questions that are drawn to find those of a file of responses, whatever its size."""
DRAWN_BYTES = 8
"""Bytes of a file of responses for each further fresh question that is drawn."""
KEPT = 20_000
"""Fresh questions above which those in memory are dropped before the next draw."""

TRAM_TABLE = 1 << 27
"""Bytes of a table in an archive of TRAM, unpacked."""
TEMPTABQA_UNPACKED = 1 << 28
"""Bytes of the archive of TempTabQA, unpacked."""
