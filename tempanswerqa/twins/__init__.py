"""Makes twins of released questions: the same words, different values."""

from tempanswerqa.twins.making import load, question_id

__all__ = ["load", "question_id"]
