"""Legacy Keras behaviour on Keras 3: one file a migration, found through `compat.tables.names.shims`."""
