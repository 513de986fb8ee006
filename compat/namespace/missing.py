"""The error for a name that cannot be resolved."""

from compat.namespace.index import removed, removed_itself, shim_module
from compat.namespace.legacy_name import LegacyName


def missing(module: LegacyName, name: str, *, module_is_there: bool = False) -> AttributeError:
    """Return the error for `module.name`; its message says what became of the name.

    A module's row covers all names in it that have no row of their own, unless `module_is_there`.
    """
    row = removed_itself(module, name) if module_is_there else removed(module, name)
    if row is not None:
        return AttributeError(f"{module.canonical}.{name} was removed in {row.gone_in}: {row.advice} ({row.url})")
    if shim_module(module, name) is not None:
        return AttributeError(f"module {module.path!r} has {name!r} for Keras 3 only, and tf.keras is Keras 2 here")
    return AttributeError(f"module {module.path!r} has no attribute {name!r}, and no legacy release had one")
