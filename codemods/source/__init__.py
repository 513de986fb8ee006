"""One source file: its syntax tree, its scopes and its canonical names."""
