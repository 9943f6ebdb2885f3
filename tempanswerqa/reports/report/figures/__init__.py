"""The figures of a report, each a function from numbers to `canvas.Picture`."""
