"""`tf.contrib`: TensorFlow's own up to 1.15, and the parts that are still available from 2.0 on.

`distribute` is a package of shims. The names whose objects live elsewhere today come from
`compat.tables.names.contrib`; every other name raises an AttributeError that says what became of it.
"""

from compat.namespace.lookup import install

install(__name__)
