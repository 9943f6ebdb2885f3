"""Shows scored runs as tables and pages."""
