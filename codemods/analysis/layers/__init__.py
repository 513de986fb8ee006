"""Layers: where they stand in a model, what they are called with, and what is registered for them."""
