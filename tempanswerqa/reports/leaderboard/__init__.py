"""Writes one page and one JSON file that rank runs, beside what the paper published.

`entries` are the runs, `ranking` puts them in order, `models` groups them, `cells` are what a page
shows of them, and `write` writes it. `site` makes a folder for a static host.
"""
