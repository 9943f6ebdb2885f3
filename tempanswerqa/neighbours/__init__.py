"""Other benchmarks of temporal reasoning that the harness runs: Test of Time and TRAM."""
