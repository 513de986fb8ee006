"""Code of TensorFlow 1: names that changed their meaning, graphs, sessions and Estimators."""
