"""Strategies of `tf.distribute`: their devices, their scopes, and what has to stand in these."""
