"""Workflows of well-known multi-GPU tutorials, as they were and as they should be today."""
