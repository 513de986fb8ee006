"""Legacy Keras behaviour on Keras 3: one file per migration, found through `compat.tables.names.shims`."""
