"""Analyses scored runs: comparisons, errors, reasons of unread responses."""
