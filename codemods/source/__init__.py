"""One source file: its syntax tree, its scopes, the canonical names in it."""
