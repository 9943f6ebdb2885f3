"""What can be told from scored runs: comparisons, errors, reasons, reproduction."""
