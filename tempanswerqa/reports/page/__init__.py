"""Makes the parts of pages: pictures, tables, names, colours and templates."""
