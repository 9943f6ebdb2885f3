"""Draws the figures of a report; each function takes numbers and returns a `canvas.Picture`."""
