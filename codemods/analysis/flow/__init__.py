"""Names and statements of one file: what reaches where, which branches run, and what stands where."""
