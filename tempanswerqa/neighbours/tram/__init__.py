"""TRAM, ten multiple-choice tasks on temporal reasoning, and TRAM's short answers."""
