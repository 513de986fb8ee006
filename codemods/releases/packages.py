"""What the packages beside a release of TensorFlow are: their names, which ended, and which versions it needs.

`NEEDS` is taken from the metadata of the wheels of TensorFlow 2.16.2 to 2.21.0, where a bound can rule a version out.
"""

from __future__ import annotations

from typing import NamedTuple

TENSORFLOW, KERAS = "tensorflow", "keras"

GPU_PACKAGES = frozenset({"tensorflow-gpu", "tf-nightly-gpu", "tf-nightly-gpu-2.0-preview"})
"""Packages that were TensorFlow for GPUs; the extra `and-cuda` took their place in TensorFlow 2.14."""
ENDED = GPU_PACKAGES | {"tf-nightly-2.0-preview"}
"""Packages that were TensorFlow, and have no release for the Python of today."""
DISTRIBUTIONS = {
    KERAS: KERAS,
    **dict.fromkeys((TENSORFLOW, "tensorflow-cpu", "intel-tensorflow", *ENDED), TENSORFLOW),
}
"""Packages that are TensorFlow or Keras."""
FLOOR = {TENSORFLOW: "2.16", KERAS: "3.0"}
"""The first releases that modern code runs on."""
GONE = "is gone; tensorflow has what it had"
"""What is said of the packages that ended."""


class Needs(NamedTuple):
    """The Python releases that a release of TensorFlow has wheels for, and the packages that it needs."""

    pythons: tuple[str, ...]
    requirements: tuple[str, ...]


_BEFORE_3_13 = ("3.9", "3.10", "3.11", "3.12")
_ALWAYS = ("requests>=2.21.0,<3", "six>=1.12.0", "wrapt>=1.11.0", "absl-py>=1.0.0", "grpcio>=1.24.3,<2")
_OLDER_PROTOBUF = "protobuf>=3.20.3,<5,!=4.21.0,!=4.21.1,!=4.21.2,!=4.21.3,!=4.21.4,!=4.21.5"
_LATER_PROTOBUF = _OLDER_PROTOBUF.replace("<5", "<6")
NEEDS = {
    "2.16": Needs(
        _BEFORE_3_13,
        (*_ALWAYS, "numpy>=1.23.5,<2", "h5py>=3.10.0", _OLDER_PROTOBUF, "tensorboard>=2.16,<2.17"),
    ),
    "2.17": Needs(
        _BEFORE_3_13,
        (*_ALWAYS, "numpy>=1.23.5,<2", "h5py>=3.10.0", _OLDER_PROTOBUF, "tensorboard>=2.17,<2.18"),
    ),
    "2.18": Needs(
        _BEFORE_3_13,
        (*_ALWAYS, "numpy>=1.26.0,<2.1", "h5py>=3.11.0", _LATER_PROTOBUF, "tensorboard>=2.18,<2.19"),
    ),
    "2.19": Needs(
        _BEFORE_3_13,
        (*_ALWAYS, "numpy>=1.26.0,<2.2", "h5py>=3.11.0", _LATER_PROTOBUF, "tensorboard>=2.19,<2.20"),
    ),
    "2.20": Needs(
        (*_BEFORE_3_13, "3.13"),
        (*_ALWAYS, "numpy>=1.26.0", "h5py>=3.11.0", "protobuf>=5.28.0", "tensorboard>=2.20,<2.21"),
    ),
    "2.21": Needs(
        (*_BEFORE_3_13[1:], "3.13"),
        (*_ALWAYS, "numpy>=1.26.0", "h5py>=3.11.0,<3.15", "protobuf>=6.31.1,<8"),
    ),
}

IN_STEP = ("tensorboard", "tensorflow-serving-api")
"""Packages that count their releases as TensorFlow does."""
OF_ONE_RELEASE = ("tensorflow-text",)
"""Packages of which each release takes one minor release of TensorFlow, and which may come later or end."""
ESTIMATOR = "tensorflow-estimator"
ESTIMATOR_RELEASE = "2.15.0"
"""The release of the Estimators that the shims run."""
