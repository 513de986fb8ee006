"""The functions of `scipy.misc` for images, which SciPy 1.3 left out; they need Pillow, as they did.

https://github.com/scipy/scipy/blob/v1.2.3/scipy/misc/pilutil.py
"""

from typing import Any, Optional, Tuple, Union

import numpy as np

__all__ = ["bytescale", "fromimage", "imread", "imresize", "imrotate", "imsave", "toimage"]

_GREATEST = 255
_CHANNELS = (3, 4)
_FILTERS = {"nearest": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "cubic": 3}
"""Numbers of Pillow."""


def bytescale(
    data: Any, cmin: Optional[float] = None, cmax: Optional[float] = None, high: float = _GREATEST, low: float = 0
) -> Any:
    """Return the numbers as bytes, the least as `low` and the greatest as `high`; bytes as they are."""
    array = np.asarray(data)
    if array.dtype == np.uint8:
        return array
    least = array.min() if cmin is None else cmin
    greatest = array.max() if cmax is None else cmax
    if greatest < least:
        raise ValueError("`cmax` should be larger than `cmin`.")
    scale = float(high - low) / ((greatest - least) or 1)
    return (((array - least) * scale + low).clip(low, high) + 0.5).astype(np.uint8)


def toimage(
    arr: Any,
    high: float = _GREATEST,
    low: float = 0,
    cmin: Optional[float] = None,
    cmax: Optional[float] = None,
    mode: Optional[str] = None,
    channel_axis: Optional[int] = None,
) -> Any:
    """Return an image of Pillow."""
    from PIL import Image

    data = np.asarray(arr)
    if mode == "F":
        return Image.fromarray(data.astype(np.float32))
    if mode == "I":
        return Image.fromarray(data.astype(np.int32))
    array = bytescale(data, cmin, cmax, high, low)
    if array.ndim == 2:  # noqa: PLR2004 - rows and columns
        found = Image.fromarray(array)
    else:
        axes = [axis for axis, size in enumerate(array.shape) if size in _CHANNELS]
        if array.ndim != 3 or not axes:  # noqa: PLR2004 - rows, columns and channels
            raise ValueError("'arr' does not have a suitable array shape for any mode.")
        places = [channel_axis] if channel_axis is not None else [axis for axis in (2, 0, 1) if axis in axes]
        found = Image.fromarray(np.ascontiguousarray(np.moveaxis(array, places[0], -1)))
    return found if mode is None else found.convert(mode)


def fromimage(im: Any, flatten: bool = False, mode: Optional[str] = None) -> Any:
    """Return the numbers of an image of Pillow."""
    if mode is not None and mode != im.mode:
        im = im.convert(mode)
    elif im.mode == "P":
        im = im.convert("RGBA" if "transparency" in im.info else "RGB")
    if flatten:
        im = im.convert("F")
    elif im.mode == "1":
        im = im.convert("L")
    return np.array(im)


def imread(name: Any, flatten: bool = False, mode: Optional[str] = None) -> Any:
    """Return the numbers of an image file."""
    from PIL import Image

    return fromimage(Image.open(name), flatten=flatten, mode=mode)


def imsave(name: Any, arr: Any, format: Optional[str] = None) -> None:  # noqa: A002 - SciPy's name
    """Save the numbers as an image file."""
    image = toimage(arr, channel_axis=2) if np.ndim(arr) == 3 else toimage(arr)  # noqa: PLR2004
    image.save(name, *([] if format is None else [format]))


def imrotate(arr: Any, angle: float, interp: str = "bilinear") -> Any:
    """Return the image, rotated counter-clockwise."""
    return fromimage(toimage(arr).rotate(angle, resample=_FILTERS[interp]))


def imresize(
    arr: Any, size: Union[float, Tuple[int, ...]], interp: str = "bilinear", mode: Optional[str] = None
) -> Any:
    """Return the image in another size: percent, a factor, or rows and columns."""
    image = toimage(arr, mode=mode)
    if np.issubdtype(type(size), np.signedinteger):
        new = tuple((np.array(image.size) * size / 100.0).astype(int))
    elif np.issubdtype(type(size), np.floating):
        new = tuple((np.array(image.size) * size).astype(int))
    else:
        new = (size[1], size[0])  # type: ignore[index]
    return fromimage(image.resize([int(each) for each in new], resample=_FILTERS[interp]))
