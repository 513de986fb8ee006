"""Legacy TensorFlow behaviour on TensorFlow 2: one file a migration, found through `compat.tables.names.shims`."""
