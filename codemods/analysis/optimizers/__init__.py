"""Optimizers: where they are made, how they get to `compile`, and who sets their rates."""
