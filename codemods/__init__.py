"""Rewrites legacy TensorFlow and Keras code for modern releases."""
