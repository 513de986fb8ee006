"""Model and weight files under the names that Keras 2 accepted, in the HDF5 layout of Keras 2.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/saving.py
"""

import io
import json
import os
import shutil
import tempfile
from contextlib import contextmanager
from typing import Any, Iterator, Optional

import h5py
import keras

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras import keras_2_files, own_optimizers, slots


def save_model(save: Any, filepath: Any, *args: Any, **kwargs: Any) -> None:
    """Call `save(path)` so that the file `filepath` exists afterwards, whatever its suffix; HDF5 unless `.keras`.

    `filepath` may also be an open file of h5py, a group in one, or a stream of bytes.
    """
    if not isinstance(filepath, (str, os.PathLike)):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.h5")
            save(path, *args, **kwargs)
            _hand_over(path, filepath)
        return
    name = os.fspath(filepath)
    if name.endswith((".keras", ".h5", ".hdf5")):
        save(name, *args, **kwargs)
        return
    _make_folder(name)
    with _temporary(name, ".h5") as path:
        save(path, *args, **kwargs)
        shutil.move(path, name)


def _hand_over(path: str, to: Any) -> None:
    if not isinstance(to, h5py.Group):
        with open(path, "rb") as file:
            to.write(file.read())
        return
    with h5py.File(path, "r") as file:
        _copy(file, to)


def _copy(group: Any, to: Any) -> None:
    for name in group:
        group.copy(name, to)
    for name, value in group.attrs.items():
        to.attrs[name] = value


def pickled(model: Any) -> bytes:
    """Return the file of a model."""
    stream = io.BytesIO()
    model.save(stream)
    return stream.getvalue()


def save_weights(model: Any, filepath: Any) -> None:
    """Write the weights of `model` to `filepath`, in a format that both Keras 2 and Keras 3 load."""
    name = os.fspath(filepath)
    warn_legacy("TFM150", f"save_weights({os.path.splitext(name)[1]!r})", "the name must end in .weights.h5")
    _make_folder(name)
    with _temporary(name, ".h5") as path:
        keras.Model.save(model, path, include_optimizer=False)
        with h5py.File(path, "r") as whole, h5py.File(name, "w") as weights:
            for layer in whole["model_weights"]:
                whole.copy("model_weights/" + layer, weights)
            for attribute, value in whole["model_weights"].attrs.items():
                weights.attrs[attribute] = value


def restore_optimizer(model: Any, filepath: Any) -> None:
    """Build the optimizer of a model loaded from HDF5 for the model's variables, which Keras 3 forgets to do.

    Its state is read, in the order of Keras 3 or of Keras 2.
    """
    name = os.fspath(filepath)
    if name.endswith(".keras") or not h5py.is_hdf5(name):
        return
    with h5py.File(name, "r") as file:
        rate = _rate(file)
        group = file.get("optimizer_weights")
        values = [] if group is None else [group[weight][()] for weight in group.attrs["weight_names"]]
    if rate is not None:  # Keras 3 has set it to what comes second in the state, where that is a number
        model.optimizer.learning_rate = rate
    optimizer = model.optimizer = own_optimizers.made_anew(model.optimizer, model)
    optimizer.build(model.trainable_variables)
    meant = slots.set_by(optimizer, values) if hasattr(optimizer, "weights") else optimizer.variables
    if meant and [value.shape for value in values[: len(meant)]] == [tuple(variable.shape) for variable in meant]:
        for variable, value in zip(meant, values):
            variable.assign(value)


def _rate(file: Any) -> Optional[float]:
    """The learning rate that a file tells, if it is a number."""
    config = json.loads(file.attrs.get("training_config", "{}")).get("optimizer_config", {}).get("config", {})
    rate = config.get("learning_rate", config.get("lr"))
    return float(rate) if isinstance(rate, (int, float)) else None


@contextmanager
def readable(filepath: Any) -> Iterator[Any]:
    """Yield `filepath`, or a copy of an HDF5 file whose suffix Keras 3 refuses, or whose contents it misreads.

    An open file of h5py, a group in one, and a stream of bytes are copied, too.
    """
    if not isinstance(filepath, (str, os.PathLike)):
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, "model.h5")
            _take_over(filepath, copy)
            with readable(copy) as path:
                yield path
        return
    name = os.fspath(filepath)
    if name.endswith(".keras") or not os.path.isfile(name) or not h5py.is_hdf5(name):
        yield filepath
        return
    is_misread = keras_2_files.is_misread(name)
    if name.endswith((".h5", ".hdf5")) and not is_misread:
        yield filepath
        return
    with _temporary(name, ".h5") as path:
        shutil.copyfile(name, path)
        if is_misread:
            keras_2_files.convert(path)
        yield path


def _take_over(source: Any, path: str) -> None:
    if not isinstance(source, h5py.Group):
        with open(path, "wb") as file:
            file.write(source.read())
        return
    with h5py.File(path, "w") as file:
        _copy(source, file)


def _make_folder(name: str) -> None:
    """Make the folder of a file, as TensorFlow did for its checkpoints and SavedModels."""
    os.makedirs(os.path.dirname(os.path.abspath(name)), exist_ok=True)


@contextmanager
def _temporary(name: str, suffix: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(name))) as folder:
        yield os.path.join(folder, "model" + suffix)
