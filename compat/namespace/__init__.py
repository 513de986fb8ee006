"""Find legacy names among the shims, the moved names and the installed releases."""
