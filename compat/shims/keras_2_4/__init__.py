"""What legacy scripts miss from Keras 2.4 to 2.15: in TensorFlow 2.4 to 2.15, and in `tf-keras` later."""
