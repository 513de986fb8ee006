"""The strategies of `tf.contrib.distribute`, with their arguments, methods and per-replica batches."""
