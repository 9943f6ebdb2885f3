"""Makes the page, figures and tables of a set of scored runs.

`data` takes runs one by one and keeps what a report needs of them; tables and figures are made of
that alone. Drawing needs the extra `report` (matplotlib).
"""
