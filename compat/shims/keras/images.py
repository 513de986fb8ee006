"""`keras.preprocessing.image`: iterators have a method `next`, and `load_img` takes `grayscale`.

https://github.com/keras-team/keras-preprocessing/blob/1.1.2/keras_preprocessing/image
"""

from typing import Any, Dict, Type

import tensorflow as tf

_native: Any = tf.keras.preprocessing.image
_classes: Dict[Type[Any], Type[Any]] = {}


class _HasNext:
    """A mixin for iterators, which Python 2 called so."""

    def next(self) -> Any:
        """Return the next batch."""
        return next(self)  # type: ignore[call-overload]


def _with_next(iterator: Any) -> Any:
    cls = type(iterator)
    if cls not in _classes:
        _classes[cls] = type(cls.__name__, (_HasNext, cls), {"__module__": cls.__module__})
    iterator.__class__ = _classes[cls]
    return iterator


class ImageDataGenerator(_native.ImageDataGenerator):  # type: ignore[misc]
    """`ImageDataGenerator`, whose iterators have `next`."""

    def flow(self, *args: Any, **kwargs: Any) -> Any:
        """Yield batches of arrays."""
        return _with_next(super().flow(*args, **kwargs))

    def flow_from_directory(self, *args: Any, **kwargs: Any) -> Any:
        """Yield batches of the images in a folder."""
        return _with_next(super().flow_from_directory(*args, **kwargs))

    def flow_from_dataframe(self, *args: Any, **kwargs: Any) -> Any:
        """Yield batches of the images that a table names."""
        return _with_next(super().flow_from_dataframe(*args, **kwargs))


def load_img(
    path: Any, grayscale: bool = False, color_mode: str = "rgb", target_size: Any = None, interpolation: str = "nearest"
) -> Any:
    """Load an image; `grayscale` was the `color_mode` of that name."""
    color_mode = "grayscale" if grayscale else color_mode
    return _native.load_img(path, color_mode=color_mode, target_size=target_size, interpolation=interpolation)
