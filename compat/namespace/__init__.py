"""How a legacy name is found: among the shims, the moved names, the releases at hand."""
