"""What a probe sees of a release: Keras, TensorFlow, and how to get numbers out of them.

Python 3.7 syntax: this runs in the environments of all releases.
"""

import importlib
import random
import types
from contextlib import suppress

import numpy as np

KERAS, TF_KERAS, SHIMS, TF_SHIMS = "keras", "tf.keras", "compat.keras", "compat.tf.keras"
KINDS = (KERAS, TF_KERAS, SHIMS, TF_SHIMS)


class AbsentError(Exception):
    """The release has no such name."""


class Watched:
    """A module that writes down which of its public names a probe asks for."""

    def __init__(self, module, path, seen):
        self._module, self._path, self._seen = module, path, seen

    def __getattr__(self, name):
        path = self._path + "." + name
        try:
            found = getattr(self._module, name)
        except AttributeError:
            raise AbsentError(path) from None
        if isinstance(found, types.ModuleType):
            return Watched(found, path, self._seen)
        self._seen.add(path)
        return found


class Surface:
    """One public face of a release: `keras`, or TensorFlow's `tf.keras`, or the shims of either.

    Keras 2 runs on one thread: standalone Keras updates variables while it reads them, and the numbers changed with the
    load of the machine.

    `keras`, `tf` and `K` are its modules; `seen` has the names that were used, `keras.layers.Dense`.
    `is_tensorflow_1`: `tf` has the signatures of TensorFlow 1, as that of the shims has.
    """

    def __init__(self, kind):
        self.kind, self.seen = kind, set()
        shims = kind in (SHIMS, TF_SHIMS)
        tensorflow = importlib.import_module("tensorflow")
        faces = {
            KERAS: lambda: importlib.import_module("keras"),
            TF_KERAS: lambda: tensorflow.keras,
            SHIMS: lambda: importlib.import_module("compat.keras"),
            TF_SHIMS: lambda: importlib.import_module("compat.tensorflow").keras,
        }
        self._tensorflow, self._keras = tensorflow, faces[kind]()
        self.is_keras_3 = _has_keras_3(tensorflow.__version__)
        if not self.is_keras_3 and not tensorflow.__version__.startswith("1."):
            tensorflow.config.threading.set_inter_op_parallelism_threads(1)
        self.is_tensorflow_1 = shims or tensorflow.__version__.startswith("1.")
        self.tf = Watched(
            importlib.import_module("compat.tensorflow") if shims else tensorflow, "tensorflow", self.seen
        )
        self.keras = Watched(self._keras, "keras", self.seen)
        # Keras 3 keeps the functions of the old backend, and most of keras.preprocessing, in tf.keras only.
        backend = tensorflow.keras.backend if self.is_keras_3 and not shims else self._keras.backend
        self.K = Watched(backend, "keras.backend", self.seen)
        beside = tensorflow.keras if self.is_keras_3 and not shims else self._keras
        self.preprocessing = Watched(beside.preprocessing, "keras.preprocessing", self.seen)

    @property
    def releases(self):
        """The versions that were run."""
        keras = getattr(self._keras, "__version__", None) or importlib.import_module("keras").__version__
        return {"tensorflow": self._tensorflow.__version__, "keras": keras, "numpy": np.__version__}

    def start_anew(self):
        """Forget all models and draw the same random numbers again."""
        self._keras.backend.clear_session()
        if self._tensorflow.__version__.startswith("1."):
            threads = self._tensorflow.ConfigProto(inter_op_parallelism_threads=1, intra_op_parallelism_threads=1)
            self._keras.backend.set_session(self._tensorflow.Session(config=threads))
        random.seed(1)
        np.random.seed(1)
        set_seed = getattr(self._tensorflow.random, "set_seed", None) or self._tensorflow.set_random_seed
        set_seed(1)
        if self.is_keras_3:
            self._keras.utils.set_random_seed(1)

    def run(self, code, **names):
        """Evaluate an expression over the modules, and over their parts under short names."""
        space = {"keras": self.keras, "tf": self.tf, "K": self.K, "np": np}
        parts = (
            "layers",
            "optimizers",
            "losses",
            "metrics",
            "initializers",
            "regularizers",
            "constraints",
            "activations",
        )
        space.update((part, _Part(self.keras, part)) for part in parts)
        space.update(names)
        return eval(code, space)

    def numbers(self, tensor):
        """The value of a tensor or variable, of this release's graph or computed at once."""
        if isinstance(tensor, (list, tuple)):
            return [self.numbers(each) for each in tensor]
        if tensor is None or isinstance(tensor, (np.ndarray, np.generic, str, int, float)):
            return tensor
        if hasattr(tensor, "numpy"):
            with suppress(NotImplementedError):  # variables of TensorFlow 1.15 have the method, for eager code
                return np.asarray(tensor.numpy())
        try:
            return np.asarray(self._keras.backend.eval(tensor))
        except AttributeError:
            session = self._keras.backend.get_session()
            return np.asarray(session.run(tensor))


def _has_keras_3(tensorflow):
    return tuple(int(part) for part in tensorflow.split(".")[:2]) >= (2, 16)


class _Part:
    """A module of Keras that is looked up when it is used, because not every release has it."""

    def __init__(self, keras, name):
        self._keras, self._name = keras, name

    def __getattr__(self, name):
        return getattr(getattr(self._keras, self._name), name)
