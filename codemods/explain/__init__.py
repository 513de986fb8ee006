"""Explains the fate of a name and the work of a rule, with examples that are actually upgraded."""
