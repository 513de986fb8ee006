"""Calls of the image functions of `scipy.misc`, the same on SciPy 1.2 and on the shims."""

import hashlib
import io

import numpy as np
from PIL import Image

KINDS = ("uint8", "int8", "uint16", "int64", "float16", "float32", "float64")
FILTERS = ("nearest", "lanczos", "bilinear", "bicubic", "cubic")
SIZES = ((10, 12), (60, 5), (23, 31), 50, 150, 0.4, 1.0)
MODES = ("L", "P", "F", "I", "1", "RGB", "RGBA", "YCbCr", "CMYK")
RANGES = ({}, {"cmin": 0, "cmax": 255}, {"cmin": 0.0, "cmax": 1.0}, {"cmin": -5, "cmax": 300}, {"high": 200, "low": 10})


def arrays():
    """Images of one, three and four channels, the latter two with the channels at each place."""
    base = np.random.RandomState(1).uniform(0, 255, (23, 31, 4))
    scaled = {"int8": base - 128, "uint16": base * 200, "int64": base * 200}
    for kind in KINDS:
        found = scaled.get(kind, base / 255 - 0.3 if kind.startswith("float") else base).astype(kind)
        yield kind + " grey", found[..., 0]
        yield kind + " colours", found[..., :3]
        yield kind + " with alpha", found
        yield kind + " channels first", found[..., :3].transpose(2, 0, 1)
        yield kind + " channels between", found.transpose(0, 2, 1)
    yield "narrow", base[:, :5, :3].astype("uint8")
    yield "constant", np.full((5, 6), 3.5, "float32")
    yield "list", base[..., 0].tolist()
    yield "one channel", base[..., :1]
    yield "complex", base[..., 0] + 1j


def files():
    """Image files without losses, each in memory."""
    colours = np.random.RandomState(2).randint(0, 256, (9, 14, 3)).astype("uint8")
    image = Image.fromarray(colours)
    grey = Image.fromarray(colours[..., 0])
    palette = Image.fromarray(colours[..., 0] % 4)
    palette.putpalette([*range(12)] * 64)
    alpha = Image.fromarray(np.concatenate([colours, colours[..., 1:2]], axis=-1))
    wide = Image.frombytes("I;16", image.size, (colours[..., 0].astype("uint16") * 257).tobytes())
    given = [("colours", image), ("grey", grey), ("palette", palette), ("alpha", alpha), ("two", grey.convert("1"))]
    for name, each in [*given, ("wide", wide), ("grey and alpha", Image.merge("LA", (grey, alpha.split()[1])))]:
        yield name + " png", _file(each, "PNG")
    yield "transparent png", _file(palette, "PNG", transparency=2)
    for name, each in given[:3]:
        yield name + " bmp", _file(each, "BMP")
    yield "palette gif", _file(palette, "GIF")
    yield "cmyk tiff", _file(image.convert("CMYK"), "TIFF")
    yield "floats tiff", _file(grey.convert("F"), "TIFF")


def _file(image, kind, **given):
    found = io.BytesIO()
    image.save(found, kind, **given)
    return found


def found(misc):
    """What each call gives: the mode, the type, the shape and a digest of the array, or the error."""
    told = {}
    for name, array in arrays():
        for given in RANGES:
            told[f"toimage {name} {sorted(given.items())}"] = _told(misc.toimage, array, **given)
        for mode in MODES:
            told[f"toimage {name} {mode}"] = _told(misc.toimage, array, mode=mode)
            told[f"imresize {name} {mode}"] = _told(misc.imresize, array, (10, 12), "cubic", mode)
        for way in FILTERS:
            for size in SIZES:
                told[f"imresize {name} {way} {size}"] = _told(misc.imresize, array, size, interp=way)
            for angle in (0, 30, 90, 180):
                told[f"imrotate {name} {way} {angle}"] = _told(misc.imrotate, array, angle, way)
        told[f"imfilter {name}"] = _told(misc.imfilter, array, "edge_enhance_more")
        told[f"imsave {name}"] = _told(_saved, misc, array)
    for name, file in files():
        for mode in (None, "L", "RGB", "RGBA", "LA", "F", "I", "1", "YCbCr"):
            for flatten in (False, True):
                told[f"imread {name} {mode} {flatten}"] = _told(misc.imread, file, flatten, mode)
    return told


def _saved(misc, array):
    file = io.BytesIO()
    misc.imsave(file, array, "png")
    return Image.open(file)


def _told(function, *given, **named):
    try:
        result = function(*given, **named)
    except (ValueError, TypeError, AttributeError) as error:
        return type(error).__name__
    array = np.ascontiguousarray(result)
    digest = hashlib.sha256(array.tobytes()).hexdigest()[:8]
    return " ".join([getattr(result, "mode", "array"), str(array.dtype), "x".join(map(str, array.shape)), digest])
