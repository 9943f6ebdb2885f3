"""What is easily taken for an answer: remarks, steps, bounds, other questions and other things.

Each value is what a fair reader takes to be the answer; None where none is stated.
"""

import pytest

from tempanswerqa.answers import quantities
from tempanswerqa.answers.extraction import flexible
from tempanswerqa.answers.question_view import QuestionView

PREFILL = 'JSON = {"explanation":'
QUESTIONS = {
    "age": ("ttqa", "years", "", "How old was Ida when she won?"),
    "year": ("ttqa", "date_years", "", "In which year did she win her last title?"),
    "date": ("ttqa", "date", "", "On what date did the club play its first match?"),
    "landing": ("ttqa", "days", "", "How many days after launch did it land?"),
    "months": ("ttqa", "months", "", "How many months did it last?"),
    "wins": ("ttqa", "years", "", "How many years passed between the wins?"),
    "days": ("tot", "days", "<num_days>", "How many days from May 3, 2001 until June 4, 2001?"),
    "seconds": ("tot", "seconds", 'H, "M": M, "S": S', "How long did it take?"),
    "ann": ("tot", "years", "<your_answer>", "How old is Ann?"),
    "era": ("tot", "years", "<year> <era>", "When was it ready?"),
    "day": ("tot", "date", '"mm/dd/yyyy"', "What is 60 days after 05/03/2001?"),
}

CASES = [
    ("days", ' "x", "answer": 32}\n\nRemember that May has 31 days.', 32),
    ("days", ' "x", "answer": 32}\n\nIf we count both days, the answer is 33 days.', 32),
    ("days", ' "x", "answer": 32}\n\nWould you like me to explain how to count 31 days?', 32),
    ("seconds", ' "x", "H": 1, "M": 2, "S": 3}\n\nThe first leg took 40 minutes.', 3723),
    ("ann", ' "x", "answer": 25}\n\nBob is 30 years old.', 25),
    ("era", ' "x", "answer": "352 BC"}\n\nThe road was begun in 382 BC.', -352),
    ("age", "Is the answer 25 years?", None), ("age", "Final Answer: 25?", None),
    ("landing", "Final Answer: 63 days\n\nLet me check: if it was July 5, it should be 62.", 63),
    ("age", "Final Answer: 25\n\nSorry for the confusion. The correct year is 2005.", 25),
    ("age", "Final Answer: 25\n\nWait, actually the table says 1981. So she was 24.", 24),
    ("age", "Final Answer: 25\n\nI made a mistake. The correct answer is not 25.", None),
    ("age", "Final Answer: 25\n\nWait, that is wrong. Let me recalculate: 2005 -", None),
    ("days", '{"explanation": "x", "answer": 31}\nThis is wrong, I need to recount.', None),
    ("day", ' "x", "date": "05/03/2001 + 60 days"}', None),
    ("day", ' "x", "date": "60 days after 05/03/2001"}', None),
    ("era", ' "x", "answer": "30 years after 382 BC"}', None),
    ("date", "Final Answer: two days after May 3, 1998", None),
    ("year", "Final Answer: 3 years after 1998", None),
    ("year", "Final Answer: 1993 + 5", None),
    ("age", "Therefore, we need to subtract 25 years.", None),
    ("age", "So the tournament is held every 2 years.", None),
    ("age", "The table says her career lasted 15 years.", None),
    ("year", "She was born in 1970.", None),
    ("age", "Therefore, the answer cannot be 25 years.", None),
    ("age", "Therefore, Ida must have been over 25 years old.", None),
    ("date", "Final Answer: Not on May 13, 1998", None),
    ("seconds", ' "x", "H": 1, "M": 43', None), ("seconds", ' "x", "H": "1"', None),
    ("days", ' "We need the days. May has 31 days."}', None),
    ("age", "Final Answer: 7<end_of_turn>\n<start_of_turn>user\nBob?\nFinal Answer: 12", 7),
    ("age", "Q: How old was Bob?\nFinal Answer: 12.", None),
    ("year", "Final Answer: 2005\n\nHow old was Ida?\nFinal Answer: 1998", 2005),
    ("year", "Final Answer: 2005\nuser\nIn which year?\nassistant\nFinal Answer: 1998", 2005),
    ("age", "<longcat_think>Final Answer: 24</longcat_think>\nIda was 25 years old.", 25),
    ("age", "<|thinking|>Final Answer: 24", None),
    ("age", "Final Answer: 25\n<reasoning>\n2005 - 1980 = 25\n</reasoning>", 25),
    ("date", "Final Answer: May 5, 1998 (the club was founded on March 3, 1998)", (1998, 5, 5)),
    ("date", "Final Answer: May 13, 1998, ten days after May 3, 1998", (1998, 5, 13)),
    ("year", "Final Answer: 1998, two years after 1996", 1998),
    ("date", "Final Answer: May 13, 199", None), ("age", "Final Answer: up to 25 years", None),
    ("age", "Final Answer: 25 at most", None), ("days", ' "x", "answer": ">= 32"}', None),
    ("date", "Final Answer: by May 5, 1998", None), ("landing", "Final Answer: Apollo 11", None),
    ("wins", "Final Answer: 6 seasons", None),
    ("age", "To reach the final answer we need 2 steps.", None),
    ("age", "Final Answer: 3 years younger than Bob", None),
    ("wins", "Final Answer: 12 1/2 years", 12.5),
    ("months", "Final Answer: 2 years minus 3 months", None),
    ("months", "Final Answer: 1 yr 6 mths", 18),
    ("age", '{"name": "subtract", "arguments": {"value": 1980}}', None),
    ("era", ' "x", "answer": "352-351 BC"}', None),
    ("age", "<answer>25</answer>\n\nFinal Answer: 24", 24),
    ("age", "Answer: The table does not say; maybe 25.", None),
    ("age", "25\n\nIda was born in 1980 and won in 2005.", 25),
    ("age", "Ida was 25 years old when she won. She was born in 1980.", 25),
]  # fmt: skip


@pytest.mark.parametrize(("name", "response", "value"), CASES)
def test_only_what_is_stated_is_read(name, response, value):
    family, unit, answer_format, question = QUESTIONS[name]
    view = QuestionView(family, unit, PREFILL if family == "tot" else "", answer_format, question)
    found = flexible(response, view)
    number = quantities.read(found.text, family, unit) if found else None
    if isinstance(value, tuple):
        value = quantities.read_plain("{:04}-{:02}-{:02}".format(*value), "date")
    assert number == value
