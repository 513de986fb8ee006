"""What calls of Keras and TensorFlow are given, however they are written."""
