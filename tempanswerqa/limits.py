"""Limits on files and texts of other people. `SECURITY.md` has the same list."""

LINES = 1_000_000
"""Lines or rows of a file, blank ones too."""
LINE_BYTES = 1 << 24
"""Bytes of a line or row, or of one response; four million tokens fit."""
NAME = 200
"""Characters of a name that is shown or published."""

UNPACKED = 1 << 26
"""Bytes of a packed file, unpacked, that are read whatever its size."""
GROWTH = 100
"""Bytes that are read beyond `UNPACKED` for each byte of a packed file."""

RESPONSES = 500_000
"""Responses in a file."""
RESPONSES_BYTES = 1 << 30
"""Bytes of a file of responses, unpacked."""
REPEATS = 1_000
"""Responses to one question in a file."""
RUNS = 100
"""Runs in a file: tasks, and draws of fresh questions."""
RESULTS_BYTES = 1 << 24
"""Bytes of a results file of lm_eval."""

SUBMISSION_BYTES = 1 << 25
"""Bytes of a submission, unpacked."""
SUBMISSION_SYNTAX = 1 << 21
"""Characters of a submission outside its texts, such as digits, commas and brackets."""
SUBMITTED_BYTES = 1_000_000
"""Bytes of a response in a submission, in UTF-8."""
FIELDS = 100
"""Names in an object of a submission, except for ids of questions."""
OPTION_TEXTS = 20
"""Texts of one option of generation."""
PROBLEMS = 50
"""Problems of the form of a submission that are listed."""

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
