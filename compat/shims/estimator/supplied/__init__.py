"""Modules that `tensorflow-estimator` 2.15 imports and that TensorFlow 2.16 and later lack."""
