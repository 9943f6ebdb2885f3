"""TRAM, ten multiple-choice tasks on temporal reasoning."""
