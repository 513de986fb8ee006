"""Calls of `tfa.image`, the same on TensorFlow Addons and on the shims."""

import hashlib

import numpy as np

TRANSFORMS = [[1.1, 0.2, -1.0, 0.1, 0.9, 2.0, 0.001, 0.0], [1.0, 0.0, 3.0, 0.0, 1.0, -1.0, 0.0, 0.002]]
FILLS = ({"fill_mode": "reflect"}, {"fill_mode": "wrap"}, {"fill_mode": "nearest"}, {"fill_value": 7.0})


def cases():
    """The name of a function with what it is given."""
    draws = np.random.RandomState(0)
    batch = draws.uniform(0, 255, (2, 9, 7, 3))
    for kind in ("uint8", "int32", "float32", "float64"):
        images = batch.astype(kind)
        for shaped in (images, images[0], images[0, ..., 0]):
            for way in ("nearest", "bilinear"):
                yield "rotate", (shaped, 0.7), {"interpolation": way}
                yield "translate", (shaped, [2.5, -1.0]), {"interpolation": way}
                yield "transform", (shaped, TRANSFORMS[0]), {"interpolation": way}
        yield "rotate", (images, [0.5, -2.0]), {}
        yield "translate", (images, [[1, 2], [-3, 0]]), {}
        yield "transform", (images, TRANSFORMS), {"output_shape": [5, 12]}
        yield "rotate", (images, np.pi / 2, "BILINEAR"), {}
    for given in FILLS:
        yield "rotate", (batch.astype("float32"), 0.7, "bilinear"), given
        yield "translate", (batch.astype("float32"), [2, 1]), given


def found(image):
    """For each call the type, the shape, and the sum or for bytes a digest of what it gives; None if it is refused."""
    return [_told(image, *each) for each in cases()]


def _told(image, name, given, named):
    try:
        value = np.asarray(getattr(image, name)(*given, **named))
    except TypeError:
        return None
    if value.dtype.kind == "f":
        numbers = [
            float(np.sum(value)),
            float(np.sum(value**2)),
            float(np.sum(value * np.arange(value.size).reshape(value.shape))),
        ]
    else:
        numbers = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()[:12]
    return [name, str(value.dtype), list(value.shape), numbers]
