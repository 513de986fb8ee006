"""Insert the call of `compat.distribute.exact` where plain Keras 3 under a strategy is wrong."""
