"""`rotate`, `translate` and `transform` of `tfa.image`, by the operation of TensorFlow that they called.

https://github.com/tensorflow/addons/blob/v0.23.0/tensorflow_addons/image/transform_ops.py
"""

from typing import Any, Optional

import tensorflow as tf

__all__ = ["rotate", "transform", "translate"]

_PLANE, _BATCH = 2, 4
"""The axes of one image without channels, and of a batch of images."""


def transform(
    images: Any,
    transforms: Any,
    interpolation: str = "nearest",
    fill_mode: str = "constant",
    output_shape: Any = None,
    name: Optional[str] = None,
    fill_value: Any = 0.0,
) -> Any:
    """Return the images, whose point (x, y) is that at (a0 x + a1 y + a2, b0 x + b1 y + b2) / (c0 x + c1 y + 1).

    `images` are (rows, columns), (rows, columns, channels) or a batch of these, and `transforms` the eight numbers, or
    those of each image. Raises ValueError if they have another shape.
    """
    with tf.name_scope(name or "transform"):
        images = tf.convert_to_tensor(images)
        batch = _batch(images)
        matrices = tf.convert_to_tensor(transforms, dtype=tf.float32)
        if matrices.shape.rank not in (1, 2):
            raise ValueError(f"transforms should have rank 1 or 2, but got rank {matrices.shape.rank}")
        output = tf.raw_ops.ImageProjectiveTransformV3(
            images=batch,
            transforms=matrices if matrices.shape.rank > 1 else matrices[None],
            output_shape=tf.shape(batch)[1:3] if output_shape is None else tf.convert_to_tensor(output_shape, tf.int32),
            interpolation=interpolation.upper(),
            fill_mode=fill_mode.upper(),
            fill_value=tf.convert_to_tensor(fill_value, tf.float32),
        )
        return _like(output, images)


def rotate(
    images: Any,
    angles: Any,
    interpolation: str = "nearest",
    fill_mode: str = "constant",
    name: Optional[str] = None,
    fill_value: Any = 0.0,
) -> Any:
    """Return the images, turned counter-clockwise by an angle in radians, or by that of each image."""
    with tf.name_scope(name or "rotate"):
        images = tf.convert_to_tensor(images)
        batch = _batch(images)
        angles = tf.reshape(tf.convert_to_tensor(angles, dtype=tf.float32), [-1])
        rows, columns = (tf.cast(tf.shape(batch)[axis], tf.float32)[None] - 1 for axis in (1, 2))
        cos, sin = tf.math.cos(angles), tf.math.sin(angles)
        x = (columns - (cos * columns - sin * rows)) / 2.0
        y = (rows - (sin * columns + cos * rows)) / 2.0
        none = tf.zeros_like(cos)
        matrices = tf.stack([cos, -sin, x, sin, cos, y, none, none], axis=1)
        turned = transform(batch, matrices, interpolation, fill_mode=fill_mode, fill_value=fill_value)
        return _like(turned, images)


def translate(
    images: Any,
    translations: Any,
    interpolation: str = "nearest",
    fill_mode: str = "constant",
    name: Optional[str] = None,
    fill_value: Any = 0.0,
) -> Any:
    """Return the images, moved to the right and down by two numbers, or by those of each image."""
    with tf.name_scope(name or "translate"):
        moves = tf.reshape(tf.convert_to_tensor(translations, dtype=tf.float32), [-1, 2])
        one, none = tf.ones_like(moves[:, 0]), tf.zeros_like(moves[:, 0])
        matrices = tf.stack([one, none, -moves[:, 0], none, one, -moves[:, 1], none, none], axis=1)
        return transform(images, matrices, interpolation, fill_mode=fill_mode, fill_value=fill_value)


def _batch(images: Any) -> Any:
    """The images with all four axes."""
    rank = images.shape.rank
    if rank is None:
        actual = tf.rank(images)
        before = tf.ones(tf.cast(actual < _BATCH, tf.int32)[None], tf.int32)
        behind = tf.ones(tf.cast(tf.equal(actual, _PLANE), tf.int32)[None], tf.int32)
        return tf.reshape(images, tf.concat([before, tf.shape(images), behind], axis=0))
    if rank == _PLANE:
        return images[None, :, :, None]
    return images if rank == _BATCH else images[None]


def _like(batch: Any, images: Any) -> Any:
    """A batch with the axes that the images have."""
    rank = images.shape.rank
    if rank is None:
        actual = tf.rank(images)
        end = _BATCH - tf.cast(tf.equal(actual, _PLANE), tf.int32)
        return tf.reshape(batch, tf.shape(batch)[tf.cast(actual < _BATCH, tf.int32) : end])
    if rank == _PLANE:
        return tf.squeeze(batch, [0, 3])
    return batch if rank == _BATCH else tf.squeeze(batch, [0])
