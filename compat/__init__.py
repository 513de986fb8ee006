"""Legacy TensorFlow and Keras calls, run on today's `tf.distribute` and Keras 3."""
