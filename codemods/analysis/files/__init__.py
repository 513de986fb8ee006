"""The files that a project reads and writes: their paths, and what is in them."""
