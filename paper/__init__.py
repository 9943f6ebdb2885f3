"""Computes the tables and figures of the paper from its recorded responses."""
