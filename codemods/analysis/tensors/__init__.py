"""Symbolic tensors, their shapes and masks, and the variables behind them."""
