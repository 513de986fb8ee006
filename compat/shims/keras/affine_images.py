"""Images that are turned, shifted, sheared and zoomed as in Keras 2.3: the first axis of a matrix is that of the rows.

TensorFlow 2.9 and later take it for that of the columns, so that `width_shift_range` shifts rows, and a shear goes the
other way; the centre is that of an image with both sides exchanged, and one pixel further up and to the left.

https://github.com/keras-team/keras-preprocessing/blob/1.1.2/keras_preprocessing/image/affine_transformations.py
"""

from functools import reduce
from typing import Any, Iterator, Tuple

import numpy as np

_uniform = np.random.uniform


def apply_affine_transform(
    x: Any,
    theta: float = 0,
    tx: float = 0,
    ty: float = 0,
    shear: float = 0,
    zx: float = 1,
    zy: float = 1,
    row_axis: int = 0,
    col_axis: int = 1,
    channel_axis: int = 2,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    order: int = 1,
) -> Any:
    """Return the image of three axes, turned by `theta` degrees, shifted by `tx` rows and `ty` columns, and so on.

    Raises:
        ImportError: SciPy is missing.

    """
    matrices = list(_matrices(np.deg2rad(theta), tx, ty, np.deg2rad(shear), zx, zy))
    if not matrices:
        return x
    from scipy.ndimage import affine_transform  # only these functions need SciPy

    matrix = _around_centre(reduce(np.dot, matrices), x.shape[row_axis], x.shape[col_axis])
    channels = [
        affine_transform(channel, matrix[:2, :2], matrix[:2, 2], order=order, mode=fill_mode, cval=cval)
        for channel in np.rollaxis(x, channel_axis, 0)
    ]
    return np.rollaxis(np.stack(channels, axis=0), 0, channel_axis + 1)


def _matrices(theta: float, tx: float, ty: float, shear: float, zx: float, zy: float) -> Iterator[Any]:
    """The matrices of what is asked for, angles in radians, in the order in which they are multiplied."""
    if theta:
        yield np.array([[np.cos(theta), -np.sin(theta), 0], [np.sin(theta), np.cos(theta), 0], [0, 0, 1]])
    if tx or ty:
        yield np.array([[1, 0, tx], [0, 1, ty], [0, 0, 1]])
    if shear:
        yield np.array([[1, -np.sin(shear), 0], [0, np.cos(shear), 0], [0, 0, 1]])
    if zx != 1 or zy != 1:
        yield np.array([[zx, 0, 0], [0, zy, 0], [0, 0, 1]])


def _around_centre(matrix: Any, rows: int, columns: int) -> Any:
    place = np.array([[1, 0, rows / 2 + 0.5], [0, 1, columns / 2 + 0.5], [0, 0, 1]])
    return place @ matrix @ np.linalg.inv(place)


def random_rotation(
    x: Any,
    rg: float,
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    interpolation_order: int = 1,
) -> Any:
    """Turn an image by up to `rg` degrees."""
    del row_axis, col_axis  # which the legacy function did not look at
    return apply_affine_transform(
        x, theta=_uniform(-rg, rg), channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order
    )


def random_shift(
    x: Any,
    wrg: float,
    hrg: float,
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    interpolation_order: int = 1,
) -> Any:
    """Shift an image by up to these parts of its width and of its height."""
    rows = _uniform(-hrg, hrg) * x.shape[row_axis]
    columns = _uniform(-wrg, wrg) * x.shape[col_axis]
    return apply_affine_transform(
        x, tx=rows, ty=columns, channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order
    )


def random_shear(
    x: Any,
    intensity: float,
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    interpolation_order: int = 1,
) -> Any:
    """Shear an image by up to so many degrees."""
    del row_axis, col_axis  # which the legacy function did not look at
    return apply_affine_transform(
        x,
        shear=_uniform(-intensity, intensity),
        channel_axis=channel_axis,
        fill_mode=fill_mode,
        cval=cval,
        order=interpolation_order,
    )


def random_zoom(
    x: Any,
    zoom_range: Tuple[float, float],
    row_axis: int = 1,
    col_axis: int = 2,
    channel_axis: int = 0,
    fill_mode: str = "nearest",
    cval: float = 0.0,
    interpolation_order: int = 1,
) -> Any:
    """Zoom an image; each axis by a factor of its own.

    Raises:
        ValueError: `zoom_range` is no pair.

    """
    del row_axis, col_axis  # which the legacy function did not look at
    if len(zoom_range) != 2:  # noqa: PLR2004
        raise ValueError(f"`zoom_range` should be a tuple or list of two floats. Received: {zoom_range}")
    zx, zy = (1.0, 1.0) if tuple(zoom_range) == (1, 1) else _uniform(*zoom_range, 2)
    return apply_affine_transform(
        x, zx=zx, zy=zy, channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order
    )
