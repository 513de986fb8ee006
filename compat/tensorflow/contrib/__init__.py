"""`tf.contrib`: TensorFlow's own up to 1.15, and what can still be had of it from 2.0 on.

`distribute` is a package of shims. The names that are the same objects elsewhere today come from
`compat.tables.names.contrib`; every other name raises AttributeError with what became of it.
"""

from compat.namespace.lookup import install

install(__name__)
