"""Edits that several rules make."""
