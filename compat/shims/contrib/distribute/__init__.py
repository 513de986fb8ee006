"""The strategies of `tf.contrib.distribute`, with their arguments, methods and batch for each replica."""
