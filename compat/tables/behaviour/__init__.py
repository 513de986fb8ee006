"""Calls and names that mean something else today."""
