"""Note what Keras 3 does not read of the HDF5 files of models that Keras 2 wrote.

## What it does

Notes `load_model("model.h5")` where no script of the project saves a model under this name, so that a legacy release
may have written it. Of a source alone, as from standard input, this is not known. It rewrites nothing.

## Why

Keras 3 reads many such files, and stops at others: "Argument(s) not recognized: {'lr': 0.001}", "Could not deserialize
'keras.metrics.mse'", "Unrecognized keyword arguments passed to LSTM: {'time_major': False}".
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/legacy/saving/legacy_h5_format.py

## Numbers

They can differ (`tests/codemods/rules/files/test_models_of_keras_2.py`). Of 36 models for each release, saved to
HDF5, these
load on Keras 3.15 and predict what they did:

| written by | `load_model` | with `compile=False` | of the shims |
| --- | --- | --- | --- |
| Keras 2.2.4 | 12 | 16 | 33 |
| Keras 2.3.1 | 18 | 21 | 33 |
| `tf.keras` 1.15.5 | 4 | 4 | 36 |
| `tf.keras` 2.3.4 | 16 | 21 | 36 |
| `tf.keras` 2.10.1 | 16 | 21 | 36 |
| `tf.keras` 2.15.1 | 17 | 22 | 36 |

`LSTM` and `GRU` of Keras 2.2.4 load and predict other numbers, as `hard_sigmoid` is another function today. What the
shims do not read is a `Sequential` of the package keras with an `InputLayer`.

## What it leaves to you

To load the file with `compat.keras.models.load_model`, and to save it again as a `.keras` file. Paths that the script
does not show, and models that the project saves itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.files.file_names import file_name
from codemods.analysis.files.file_paths import path_ends
from codemods.analysis.files.written_files import checkpoints, path_of
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.source.project import HDF5, stem_of
from codemods.types import Manual, Stage, rule

_LOAD, _SAVE = "keras.models.load_model", "keras.models.save_model"
_STOPS = (
    "it stops at optimizers with lr, at losses such as mse, at a Sequential of the package keras, and at recurrent, "
    "separable and wrapped layers"
)
_ADVICE = "load it with compat.keras.models.load_model, which reads such files, and save it again as .keras"


@rule(
    "TFM411",
    stage=Stage.GONE,
    example="""
    from faces import cropped
    from keras.models import load_model

    model = load_model("model.h5")
    print(model.predict(cropped("face.png")))
    """,
    beside=(("faces", "import numpy as np\n\n\ndef cropped(path): return np.ones((1, 8, 8, 3))\n"),),
)
def models_of_keras_2(file: File) -> Iterator[Manual]:
    """Note each call that loads a file which nothing in the project saves."""
    if not goes_to_keras_3(file):
        return
    for reference in file.references(_LOAD):
        call = file.call_of(reference) if not reference.spelling.shimmed else None
        path = path_of(call) if call is not None else None
        if call is None or path is None:
            continue
        ends = [end for end in path_ends(file, path.value) if end is not None]
        names = [name for end in ends if (name := file_name(file, end)).endswith(HDF5)]
        strange = next((name for name in names if not _is_saved(file, name)), None)
        if strange is not None:
            said = f"if Keras 2 wrote {strange}, Keras 3 may not read it, or not as it was: {_STOPS}"
            yield Manual(call, reference.qualified, said, _ADVICE, is_note=True)


def _is_saved(file: File, name: str) -> bool:
    """True if the file, or another one of the project, may save a model under this name."""
    return file.project.is_saved(name) or any(stem in ("{}", stem_of(name)) for stem in _saved_here(file))


def _saved_here(file: File) -> Iterator[str]:
    """The stems of the names under which the file saves models; "{}" for one that it does not show."""
    for path, is_certain in _paths_written(file):
        found = (file_name(file, end) if end is not None else "{}" for end in path_ends(file, path))
        yield from (stem_of(each) for each in found if each.endswith(HDF5) or (is_certain and each.endswith("{}")))


def _paths_written(file: File) -> Iterator[tuple[cst.BaseExpression, bool]]:
    """The paths that models are saved to, and whether it is certain that these are models."""
    yield from ((each.path, True) for each in checkpoints(file, weights_only=False))
    for call in file.calls:
        if method_of(call) == "save" and isinstance(call.func, cst.Attribute) and (path := path_of(call)) is not None:
            yield path.value, evidence(file, call.func.value, Kind.MODEL).is_enough
        elif file.symbol(call.func) == _SAVE and "filepath" in (bound := bind(call, "model", "filepath") or {}):
            yield bound["filepath"].value, True
