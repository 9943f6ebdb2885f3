"""Writes one page and one JSON file that rank runs, beside the scores of the paper.

`entries` makes the entries, `ranking` ranks and groups them, and `write` writes the page. `inputs`
finds the files, and makes a folder for a static host.
"""
