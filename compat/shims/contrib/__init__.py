"""Small parts of `tf.contrib` that have no equal in TensorFlow 2 and need nothing of contrib."""
