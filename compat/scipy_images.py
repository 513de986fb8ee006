"""The functions of `scipy.misc` for images, which SciPy 1.2 had last: the same arrays with NumPy and Pillow of today.

They need Pillow, as they did.
https://github.com/scipy/scipy/blob/v1.2.3/scipy/misc/pilutil.py
"""

import os
import tempfile
from typing import Any, Callable, Optional, Tuple

import numpy as np

__all__ = [
    "bytescale",
    "fromimage",
    "imfilter",
    "imread",
    "imresize",
    "imrotate",
    "imsave",
    "imshow",
    "toimage",
]

_GREATEST = 255
_PLANE, _SPACE = 2, 3
"""Axes of an image of one channel, and of several."""
_CHANNELS = (3, 4)
_MODES = {"RGB": 3, "YCbCr": 3, "RGBA": 4, "CMYK": 4}
"""The modes of images of several channels, and their channels."""
_GREYS = ("L", "I", "LA")
_COLOURS = ("RGB", "RGBA", "RGBX", "CMYK", "P")
_LUMA = np.array((19595, 38470, 7471))
"""What red, green and blue count in a grey, as parts of 2 to the power of `_LUMA_BITS`."""
_LUMA_BITS = 16
_KINDS = {"b": 0, "u": 1, "i": 1, "f": 2}
"""The types of NumPy; of two kinds, the greater one decides."""
_FILTERS = {"nearest": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "cubic": 3}
"""Numbers of Pillow."""
_HALF_TURN = 180
_UNSUITABLE = "Mode is unknown or incompatible with input array shape."


def bytescale(
    data: Any, cmin: Optional[float] = None, cmax: Optional[float] = None, high: float = _GREATEST, low: float = 0
) -> Any:
    """Return the numbers of an array as bytes, the least as `low` and the greatest as `high`; bytes as they are.

    Raises ValueError if `high`, `low`, `cmax` and `cmin` are not in order, or no bytes.
    """
    if data.dtype == np.uint8:
        return data
    if high > _GREATEST:
        raise ValueError("`high` should be less than or equal to 255.")
    if low < 0:
        raise ValueError("`low` should be greater than or equal to 0.")
    if high < low:
        raise ValueError("`high` should be greater than or equal to `low`.")
    least = _scalar(data.min() if cmin is None else cmin)
    extent = _scalar(data.max() if cmax is None else cmax) - least
    if extent < 0:
        raise ValueError("`cmax` should be larger than `cmin`.")
    scaled = _by_number(np.multiply, _by_number(np.subtract, data, least), float(high - low) / float(extent or 1))
    return ((scaled + float(low)).clip(float(low), float(high)) + 0.5).astype(np.uint8)


def toimage(
    arr: Any,
    high: float = _GREATEST,
    low: float = 0,
    cmin: Optional[float] = None,
    cmax: Optional[float] = None,
    pal: Any = None,
    mode: Optional[str] = None,
    channel_axis: Optional[int] = None,
) -> Any:
    """Return an image of Pillow; other numbers than bytes are scaled to `low` ... `high`, unless the mode is "F".

    Raises ValueError if the shape or the mode does not suit an image.
    """
    data = np.asarray(arr)
    if np.iscomplexobj(data):
        raise ValueError("Cannot convert a complex-valued array.")
    if data.ndim != _PLANE and not (data.ndim == _SPACE and set(_CHANNELS) & set(data.shape)):
        raise ValueError("'arr' does not have a suitable array shape for any mode.")
    if data.ndim == _PLANE:
        return _image_of_plane(data, high, low, cmin, cmax, pal, mode)
    axis = channel_axis
    if axis is None:
        axis = next(data.shape.index(size) for size in _CHANNELS if size in data.shape)
    channels = data.shape[axis]
    if channels not in _CHANNELS:
        raise ValueError("Channel axis dimension is not valid.")
    pixels = np.moveaxis(bytescale(data, high=high, low=low, cmin=cmin, cmax=cmax), axis, -1)
    known = mode or ("RGB" if channels == _MODES["RGB"] else "RGBA")
    if known not in _MODES:
        raise ValueError(_UNSUITABLE)
    if channels != _MODES[known]:
        raise ValueError("Invalid array shape for mode.")
    return _image(known, pixels.shape, pixels)


def fromimage(im: Any, flatten: bool = False, mode: Optional[str] = None) -> Any:
    """Return the numbers of an image of Pillow, as floats of one channel if `flatten`.

    Raises TypeError if it is no image.
    """
    from PIL import Image

    if not isinstance(im, Image.Image):
        raise TypeError("Input is not a PIL image.")
    if mode is not None:
        im = _converted(im, mode)
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

    return fromimage(_as_of_then(Image.open(name)), flatten=flatten, mode=mode)


def imsave(name: Any, arr: Any, format: Optional[str] = None) -> None:  # noqa: A002 - SciPy's name
    """Save the numbers as an image file; others than bytes are scaled to 0 ... 255."""
    toimage(arr, channel_axis=2).save(name, *([] if format is None else [format]))


def imrotate(arr: Any, angle: float, interp: str = "bilinear") -> Any:
    """Return the image, rotated counter-clockwise by an angle in degrees."""
    image, resample = toimage(np.asarray(arr)), _FILTERS[interp]
    if angle % _HALF_TURN == 0:
        return fromimage(image.rotate(angle, resample=resample))
    return fromimage(_premultiplied(image, lambda each: each.rotate(angle, resample=resample)))


def imresize(arr: Any, size: Any, interp: str = "bilinear", mode: Optional[str] = None) -> Any:
    """Return the image in another size: percent if it is whole, a factor, or rows and columns."""
    image = toimage(arr, mode=mode)
    if np.issubdtype(type(size), np.signedinteger):
        new = _scaled(image, size / 100.0)
    elif np.issubdtype(type(size), np.floating):
        new = _scaled(image, size)
    else:
        new = (size[1], size[0])
    resample = _FILTERS[interp]
    if tuple(new) == image.size:
        return fromimage(image)
    return fromimage(_premultiplied(image, lambda each: _resized(each, new, resample)))


def imfilter(arr: Any, ftype: str) -> Any:
    """Return the image, seen through a filter of `PIL.ImageFilter`: "blur", "edge_enhance", "sharpen", ...

    Raises ValueError if Pillow has no such filter.
    """
    from PIL import ImageFilter

    found = getattr(ImageFilter, ftype.upper(), None)
    image = toimage(arr)
    if found is None or not ftype.islower() or not issubclass(found, ImageFilter.BuiltinFilter):
        raise ValueError("Unknown filter type.")
    return fromimage(image.filter(found))


def imshow(arr: Any) -> None:
    """Show the image by the program of SCIPY_PIL_IMAGE_VIEWER, or `see`.

    Raises RuntimeError if that fails.
    """
    handle, path = tempfile.mkstemp(".png")
    os.close(handle)
    try:
        toimage(arr).save(path)
        status = os.system("{} {}".format(os.environ.get("SCIPY_PIL_IMAGE_VIEWER", "see"), path))  # noqa: S605
    finally:
        os.unlink(path)
    if status != 0:
        raise RuntimeError("Could not execute image viewer.")


def _image_of_plane(
    data: Any,
    high: float,
    low: float,
    cmin: Optional[float],
    cmax: Optional[float],
    pal: Any,
    mode: Optional[str],
) -> Any:
    if mode == "F":
        return _image(mode, data.shape, data.astype(np.float32))
    if mode in (None, "L", "P"):
        image = _image("L", data.shape, bytescale(data, high=high, low=low, cmin=cmin, cmax=cmax))
        if mode == "P" and pal is None:
            pal = np.repeat(np.arange(_GREATEST + 1), _CHANNELS[0])
        if pal is not None:
            image.putpalette(np.asarray(pal, dtype=np.uint8).tobytes())
        return image
    if mode == "1":
        return _image(mode, data.shape, data > high)
    if mode != "I":
        raise ValueError(_UNSUITABLE)
    least, greatest = _scalar(data.min() if cmin is None else cmin), _scalar(data.max() if cmax is None else cmax)
    scaled = _by_number(np.multiply, _by_number(np.subtract, data * 1.0, least), high - low)
    scaled = _by_number(np.add, _by_number(np.divide, scaled, greatest - least), low)
    return _image(mode, data.shape, scaled.astype(np.uint32))


def _image(mode: str, shape: Tuple[int, ...], data: Any) -> Any:
    from PIL import Image

    return Image.frombytes(mode, (shape[1], shape[0]), data.tobytes())


def _scaled(image: Any, factor: float) -> Tuple[int, ...]:
    return tuple(int(each) for each in (np.array(image.size) * factor).astype(int))


def _resized(image: Any, size: Any, resample: int) -> Any:
    """Resize along the rows, then along the columns, as Pillow did whatever the shape: both round."""
    columns, rows = size
    return image.resize((columns, image.size[1]), resample=resample).resize((columns, rows), resample=resample)


def _premultiplied(image: Any, change: Callable[[Any], Any]) -> Any:
    """Change an image whose colours are multiplied by their alpha, as Pillow did up to 7, for the nearest pixel too."""
    return change(image.convert("RGBa")).convert("RGBA") if image.mode == "RGBA" else change(image)


def _as_of_then(image: Any) -> Any:
    """An image file whose mode is that of then: up to Pillow 10, a PNG of 16 bits had whole numbers of 32."""
    return image.convert("I") if image.format == "PNG" and image.mode.startswith("I;16") else image


def _converted(image: Any, mode: str) -> Any:
    """Convert an image; up to Pillow 6, the greys of colours were rounded down."""
    if mode == image.mode:
        return image
    if mode not in _GREYS or image.mode not in _COLOURS:
        return image.convert(mode)
    from PIL import Image

    colours = np.asarray(image.convert("RGB"))
    grey = Image.fromarray((np.tensordot(colours, _LUMA, axes=1) >> _LUMA_BITS).astype(np.uint8))
    if mode != "LA":
        return grey if mode == "L" else grey.convert(mode)
    return Image.merge(mode, (grey, image.convert("LA").getchannel("A")))


def _scalar(value: Any) -> Any:
    """The number as one of NumPy, so that its type counts beside another number, as it did up to NumPy 1."""
    return np.asarray(value)[()]


def _by_number(function: Any, data: Any, number: Any) -> Any:
    """Call a function of an array and a number in the type of NumPy 1: that of the array, if the number fits."""
    number = _scalar(number)
    if data.dtype.kind not in _KINDS:
        return function(data, number)
    if _KINDS[number.dtype.kind] > _KINDS[data.dtype.kind]:
        needed = number.dtype
    elif data.dtype.kind == "i" and number >= 0:
        needed = np.min_scalar_type(-int(number) - 1)
    else:
        needed = np.min_scalar_type(number)
    dtype = np.promote_types(data.dtype, needed)
    return function(data.astype(dtype), number.astype(dtype))
