"""What TensorFlow 2.16 and later lack of the modules that `tensorflow-estimator` 2.15 imports."""
