"""TRAM, ten multiple-choice tasks on temporal reasoning: only what differs from the package."""
