"""Carry the strategies of `tf.contrib.distribute` to `tf.distribute`."""
