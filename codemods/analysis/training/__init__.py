"""Losses, metrics and results of a training."""
