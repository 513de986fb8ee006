"""Facts about legacy names and keywords and their replacements, for the shims and the codemods."""
