"""Legacy TensorFlow behaviour on TensorFlow 2: one file per migration, found through `compat.tables.names.shims`."""
