"""One page and one JSON file that rank runs, beside what the paper published.

`entries` are the rows, `ranking` puts them in order, `building` writes them, and `reporting` is
what the command does.
"""
