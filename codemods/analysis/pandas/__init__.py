"""Frames and series of pandas."""
