"""Small parts of `tf.contrib` that have no equivalent in TensorFlow 2 and do not need the rest of contrib."""
