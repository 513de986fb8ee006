"""A program that grows: the spelling that it has chosen for Keras, its imports, and its lines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SPELLINGS = {
    "keras": ("whole", "modules", "names", "homes"),
    "tensorflow.keras": ("whole", "from_tensorflow", "modules", "names", "private"),
}
HOMES = {
    "core": ("Dense", "Activation", "Flatten", "Reshape", "Lambda", "RepeatVector", "Permute"),
    "convolutional": ("Conv1D", "Conv2D", "Convolution2D", "Convolution1D", "ZeroPadding2D", "UpSampling2D"),
    "pooling": ("MaxPooling2D", "AveragePooling2D", "GlobalAveragePooling2D", "MaxPooling1D", "GlobalMaxPooling1D"),
    "recurrent": ("LSTM", "GRU", "SimpleRNN"),
    "normalization": ("BatchNormalization",),
    "embeddings": ("Embedding",),
    "wrappers": ("TimeDistributed", "Bidirectional"),
    "merge": ("concatenate", "add", "Concatenate", "Add"),
    "advanced_activations": ("LeakyReLU", "PReLU", "ELU"),
}
_HOME = {f"layers.{name}": f"layers.{home}" for home, names in HOMES.items() for name in names}
_HOME["utils.to_categorical"] = "utils.np_utils"

HEAD = """
def report(name, values):
    flat = [float(v) for v in np.ravel(np.asarray(values, dtype="float64"))]
    print("RESULT " + name + " " + json.dumps(flat))
"""


class Draft:
    """One program in the making; all chances come from its seed."""

    def __init__(self, seed: int, package: str | None = None) -> None:
        self.chance = random.Random(seed)
        self.package = package or self.choose(["keras", "keras", "tensorflow.keras"])
        self.spelling = self.choose(SPELLINGS[self.package])
        self.imports: dict[str, None] = {"import json": None, "import numpy as np": None}
        self.lines: list[str] = []
        self.release = "tensorflow==1.15"
        """What somebody would say that it was written for."""
        self.legacy = self.package == "keras" and self.often(0.25)
        """Arguments of Keras 1, which only standalone Keras understood."""

    def choose(self, options: Sequence[T]) -> T:
        return self.chance.choice(options)

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def keras(self, path: str) -> str:
        """Import `layers.Dense` of the chosen Keras in the chosen way, and return its spelling."""
        module, _, name = path.rpartition(".")
        if self.package == "keras":
            self.release = "keras==2.3"
        if self.spelling == "whole":
            if self.package == "keras":
                return self._imported("import keras", path, "keras.")
            return self._imported("import tensorflow as tf", path, "tf.keras.")
        if self.spelling == "from_tensorflow":
            return self._imported("from tensorflow import keras", path, "keras.")
        if self.spelling == "modules":
            package, _, last = f"{self.package}.{module}".rpartition(".")
            return self._imported(f"from {package} import {last}", name, f"{last}.")
        home = _HOME.get(path, module) if self.spelling == "homes" else module
        package = "tensorflow.python.keras" if self.spelling == "private" else self.package
        return self._imported(f"from {package}.{home} import {name}", name, "")

    def backend(self) -> str:
        """Import the backend of the chosen Keras, which all call K."""
        return self._imported(f"from {self.package} import backend as K", "K", "")

    def tensorflow(self) -> str:
        return self._imported("import tensorflow as tf", "tf", "")

    def module(self, name: str) -> None:
        self.imports[f"import {name}"] = None

    def add(self, text: str) -> None:
        self.lines += text.strip("\n").split("\n")

    def source(self) -> str:
        return "\n".join([*self.imports, "", HEAD, *self.lines, ""])

    def _imported(self, line: str, name: str, prefix: str) -> str:
        self.imports[line] = None
        return prefix + name
