"""Finds the releases that a file was written for."""
