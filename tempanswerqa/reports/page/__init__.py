"""What pages are made of: pictures, tables, names, colours, templates."""
