"""Calls of pandas whose arguments, names and results changed."""
