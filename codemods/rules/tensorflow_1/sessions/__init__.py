"""Sessions that are made for Keras."""
