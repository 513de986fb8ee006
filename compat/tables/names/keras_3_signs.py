"""What a script does only if it is for Keras 3."""

from typing import FrozenSet

BACKENDS: FrozenSet[str] = frozenset({"jax", "torch", "numpy", "openvino"})
"""Values of `KERAS_BACKEND` that Keras 2 does not know: it had `tensorflow`, and up to 2.3 `theano` and `cntk`."""

PACKAGES: FrozenSet[str] = frozenset({"keras_hub", "keras_rs"})
"""Packages none of whose releases runs on Keras 2, which KerasCV, KerasNLP and KerasTuner do."""

EXTRACTED = "_extracted"
"""What `get_file(extract=True)` adds to the name of the folder that it unpacks an archive into."""
