"""Other benchmarks of temporal reasoning that the harness runs.

`test_of_time` is the public Test of Time, `tram` the ten tasks of TRAM.
"""
