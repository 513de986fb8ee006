"""Layers of Keras 3 count as instances of the shims that stand for their classes: models bring such layers along."""

from typing import Any


class StandsForNative(type):
    """The class of shims; one with an attribute `_native` of its own stands for that class."""

    def __instancecheck__(cls, instance: Any) -> bool:
        native = vars(cls).get("_native")
        return super().__instancecheck__(instance) if native is None else isinstance(instance, native)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        native = vars(cls).get("_native")
        return super().__subclasscheck__(subclass) if native is None else issubclass(subclass, native)

    def __eq__(cls, other: object) -> bool:
        native = vars(cls).get("_native")
        of_other = vars(other).get("_native", other) if isinstance(other, type) else None
        return cls is other or (native is not None and native is of_other)

    def __hash__(cls) -> int:
        return hash(vars(cls).get("_native") or id(cls))
