"""How the strategies of `tf.contrib.distribute` become those of `tf.distribute`."""
