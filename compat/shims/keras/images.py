"""`keras.preprocessing.image`: images are changed as in Keras 2.3, iterators have `next`, `load_img` takes `grayscale`.

https://github.com/keras-team/keras-preprocessing/blob/1.1.2/keras_preprocessing/image
"""

from typing import Any, Dict, Type

import tensorflow as tf

from compat.shims.keras.affine_images import apply_affine_transform

_native: Any = tf.keras.preprocessing.image
_AFFINE = ("theta", "tx", "ty", "shear", "zx", "zy")
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
    """`ImageDataGenerator`, whose iterators have `next`, and which turns and shifts images as that of Keras 2.3 did."""

    def apply_transform(self, x: Any, transform_parameters: Dict[str, Any]) -> Any:
        """Change an image by what `get_random_transform` returned; brightness is that of an image from 0 to 255."""
        parameters = dict(transform_parameters)
        affine = {name: parameters.pop(name) for name in _AFFINE if name in parameters}
        x = apply_affine_transform(
            x,
            **affine,
            row_axis=self.row_axis - 1,
            col_axis=self.col_axis - 1,
            channel_axis=self.channel_axis - 1,
            fill_mode=self.fill_mode,
            cval=self.cval,
            order=self.interpolation_order,
        )
        brightness = parameters.pop("brightness", None)
        x = super().apply_transform(x, parameters)
        return x if brightness is None else _native.apply_brightness_shift(x, brightness)

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
