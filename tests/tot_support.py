"""Questions of our own in the columns of Test of Time."""

import json
from pathlib import Path

_LAPS = {45: (1.0, 30.0, 0.0), 50: (1.0, 40.0, 0.0), 40: (1.0, 20.0, 0.0)}

_ARITHMETIC = (
    ("duration", "A foal is born on 2 May. Its age in days on 11 June?",
     '"age": <num_days>}.', "{'answer': 40}"),
    ("duration", "How many days are there from 3 May to 15 May?",
     '"answer": <num_days>}.', "{'answer': '12'}"),
    ("add_subtract", "Which day is 10 days after 03/05/2020?",
     '"date": "mm/dd/yyyy"}', "{'date': '03/15/2020'}"),
    *(("multi_op", f"A lap takes {minutes} minutes. How long do two take?",
       '"H": H, "M": M, "S": S}', json.dumps(dict(zip("HMS", parts, strict=True))))
      for minutes, parts in _LAPS.items()),
    ("timezone", "It is 23:00:00 in A. In B, two hours ahead?",
     '"day": "same_day/+x/-x", "time": "HH:MM:SS"}', "{'day': '+1', 'time': '01:00:00'}"),
    ("compare", "Who came before noon, Ada at 9, Bo at 10 or Cy at 1 pm?",
     '"unorered_list": [name1, name2, ...]}', "{'unordered_list': ['Ada', 'Bo']}"),
    ("trick", "What is the day after 30 February?",
     '"answer": "<answer>"}', "{'answer': 'unanswerable'}"),
    *[("schedule", "How often does a half hour fit into two hours?",
       '"answer":<number>}', "{'answer': 4}")] * 2,
)  # fmt: skip

ARITHMETIC = [
    {
        "question": f'{text} Write JSON = {{"explanation": <your steps>, {form}',
        "label": label,
        "question_type": kind,
    }
    for kind, text, form, label in _ARITHMETIC
]
"""Questions of every type, with answers of several kinds; the last two are the same."""

_FACTS = ("E1 led E2 from 1980 to 1985.", "E3 led E2 from 1985 to 1988.")


def _semantic(question: str, label: object, kind: str, *facts: str) -> dict:
    text = "\n".join(("Facts:", *facts, "", f"Now answer: {question}"))
    return {"question": question, "prompt": text, "label": label, "question_type": kind,
            "graph_gen_algorithm": "ours"}  # fmt: skip


SEMANTIC = [
    _semantic("When did E1 stop to lead E2?", "1985", "event_at_what_time", *_FACTS),
    _semantic("How long did E3 lead E2?", "3", "relation_duration", *reversed(_FACTS)),
    _semantic("Whom did E1 lead?", "E2", "event_at_time_t", *_FACTS),
    _semantic("Which of them were first?", [1, 2], "timeline", "E7 led E8 from 1990 to 1991."),
    {"question": "Who led E2 first?", "label": "E1", "question_type": "first_last", "prompt": None},
]
"""The first three are about the same facts, in whatever order; the last has no prompt."""


def write(folder: Path) -> Path:
    """Write all sets into the folder, as JSON, and return it."""
    sets = {"tot_arithmetic": ARITHMETIC, "tot_semantic": SEMANTIC, "tot_semantic_large": SEMANTIC}
    for name, rows in sets.items():
        (folder / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder
