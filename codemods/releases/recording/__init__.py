"""Records the tables from the releases themselves; not part of the wheel."""
