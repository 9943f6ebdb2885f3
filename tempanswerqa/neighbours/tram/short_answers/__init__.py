"""TRAM's short answers: arithmetic, duration and frequency."""
