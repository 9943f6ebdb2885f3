"""Holds a generated question: a row of a question file, with its answer."""

from __future__ import annotations

from typing import NamedTuple


class Item(NamedTuple):
    """Holds a generated question."""

    cells: dict[str, str]
    """They are a row of a question file, with all `loading.COLUMNS` of the family."""
    number: float
    """The template computes it; it is the label in the unit of the row."""
    template: str
    """Tests and error messages name the template."""


def tot_item(
    *,
    question: str,
    instruction: str,
    label: str,
    number: float,
    question_type: str,
    answer_format: str,
    unit: str,
    split: str,
    template: str,
) -> Item:
    """Return a question in the columns of Test of Time."""
    cells = {
        "question": f"{question} {instruction}",
        "label": label,
        "question_type": question_type,
        "question_wo_instruct": question,
        "instruction": instruction,
        "answer_format": answer_format,
        "answer_temporal_unit": unit,
        "split": split,
    }
    return Item(cells, float(number), template)


def ttqa_item(
    *,
    question: str,
    table: str,
    label: str,
    number: float,
    category: str,
    table_id: str,
    answer_format: str,
    unit: str,
    split: str,
    template: str,
) -> Item:
    """Return a question in the columns of TempTabQA. `table` is in its linear form."""
    cells = {
        "question": question,
        "label": label,
        "category": category,
        "table_id": table_id,
        "answer_format": answer_format,
        "answer_temporal_unit": unit,
        "split": split,
        "table_context": table,
    }
    return Item(cells, float(number), template)
