"""With `--to compat`: import Keras and TensorFlow through the shims.

## What it does

`import tensorflow as tf` becomes `from compat import tensorflow as tf`, and likewise for every import of the two, in
files where another rule sees something legacy, or that `--from` says were written for Keras 2.3, TensorFlow 1 or
earlier; and in files of the same run that share Keras objects with these: one imports the other, or a third imports
both. The shims answer every legacy name and hand everything else on.
Nothing else changes, except that TFM177 disables the behaviour of TensorFlow 2 in a script that builds a graph.

## Why

A script whose imports start with `compat` runs on TensorFlow 1.15 to 2.21: a team can change imports first, check, and
upgrade TensorFlow later. Without it the script stops at the first legacy name.
https://www.tensorflow.org/guide/migrate

## Numbers

Same. 46 trainings on the shims follow Keras 2.3.1 to 1e-5 in losses and 2e-5 in weights
(`tests/compat/shims/keras/test_keras231.py`); `compat/README.md` lists the known deviations.

## What it leaves to you

What the shims do not have: names are reported by TFM190 and TFM199, keywords by TFM174, methods by TFM175.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import libcst as cst

from codemods.analysis.graphs.estimators import is_estimator, path_on_shims, respelled_below_shims
from codemods.analysis.graphs.same_meaning import SAME, use_of
from codemods.analysis.graphs.tensorflow_1 import TENSORFLOW_2, TWO_FUNCTIONS
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.shim_imports import PACKAGE, shimmed_imports, star_imports
from codemods.rules import rules
from codemods.source.canonical_names import below
from codemods.source.file import File, ImportedName, from_module, once_per_file
from codemods.types import Edit, Manual, Stage, Undecided, rule
from compat.tables.names.tensorflow_1 import CHANGED

_V2 = "tensorflow.compat.v2"
_DATA = "tensorflow.data"
_COPIES = {
    "tensorflow.python.keras.api._v1": "tensorflow",
    "tensorflow.python.keras.api._v2": _V2,
    "tensorflow._api.v1": "tensorflow",
    "tensorflow._api.v2": _V2,
    "tensorflow_core": "tensorflow",
}
"""The private copies of the API, which the shims do not mirror, and the public modules with their objects."""
_EAGER = ("tensorflow.function", "tensorflow.GradientTape")
"""What TensorFlow 1.15 had, too, but only with eager execution, which it calls by names of its own."""

_OF_BOTH = CHANGED | TWO_FUNCTIONS
"""Names that both versions had, for other things."""


@rule(
    "TFM300",
    stage=Stage.SHIMS,
    example="""
    import tensorflow as tf
    from keras.utils import multi_gpu_model

    session = tf.Session()
    model = multi_gpu_model(model, gpus=2)
    """,
)
def compat_imports(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Leave a file alone if nothing in it is legacy, and nobody says so; a note says what its release would decide."""
    yield from respelled_below_shims(file)
    undecided: list[Undecided] = []
    if _is_said_legacy(file) or _is_seen_legacy(file, undecided) or (file.beside_shims and _may_share_objects(file)):
        yield from shimmed_imports(file, partial(_path, file))
        yield from star_imports(file, path_of=_without_copy)
    else:
        yield from undecided


def _is_said_legacy(file: File) -> bool:
    return file.origin is not None and written_for(file).keras in (KerasLine.STANDALONE, KerasLine.TENSORFLOW_1)


def _is_seen_legacy(file: File, undecided: list[Undecided]) -> bool:
    """True if a rule sees something legacy; if none does, `undecided` gets what they could not decide."""
    for each in _outcomes(file):
        if _is_legacy(each):
            return True
        if isinstance(each, Undecided):
            undecided.append(each)
    return False


def _outcomes(file: File) -> Iterator[Edit | Manual | Undecided]:
    for stage in Stage:
        if stage not in (Stage.SHIMS, Stage.BEHAVIOUR, Stage.TRAINING, Stage.ADVICE, Stage.TABLES):
            for each in rules(stage):
                yield from each.apply(file)


def _is_legacy(outcome: Edit | Manual | Undecided) -> bool:
    return isinstance(outcome, Edit) or (isinstance(outcome, Manual) and not outcome.is_note)


def _may_share_objects(file: File) -> bool:
    """True if objects of the file may meet those of the shims: of Keras, unless only Keras 3 runs it, and datasets.

    A dataset of TensorFlow 1 makes iterators, which another file may ask it for. No other name may change its meaning.
    """
    used = [each.canonical for each in file.references_in(file.module)]
    used += [found.canonical for star in file.star_imports if (found := file.spelling(from_module(star)))]
    line = written_for(file)
    if any(below(each, "keras") for each in used) and line.keras is not KerasLine.KERAS_3:
        return True
    if line.tensorflow == TENSORFLOW_2 or not any(below(each, _DATA) for each in used):
        return False
    return line.tensorflow == 1 or all(
        below(each.canonical, _DATA) or each.spelling.plain not in CHANGED or use_of(file, each) == SAME
        for each in file.references_in(file.module)
    )


@once_per_file
def _means_tensorflow_2(file: File) -> bool:
    """True if a name of the file means one thing in TensorFlow 1, as the shims have it, and another in TensorFlow 2."""
    used = {each.spelling.plain for each in file.references_in(file.module)}
    line = written_for(file).tensorflow
    return not used.isdisjoint(_OF_BOTH) and (line == TENSORFLOW_2 or (line is None and not used.isdisjoint(_EAGER)))


def _path(file: File, imported: ImportedName) -> str | None:
    if imported.spelling is None:
        return path_on_shims(imported.qualified) if is_estimator(file, imported.qualified) else None
    if imported.spelling.shimmed:
        return None
    qualified = _public(imported)
    is_of_2 = _means_tensorflow_2(file) and not below(qualified, _V2)
    if is_of_2 and (qualified == "tensorflow" or imported.spelling.plain in _OF_BOTH):
        return f"{PACKAGE}.{qualified.replace('tensorflow', _V2, 1)}"
    return path_on_shims(qualified) or f"{PACKAGE}.{qualified}"


def _public(imported: ImportedName) -> str:
    """The path of a name, or of the package that `import a.b` binds, outside the private copies of the API."""
    path = imported.qualified
    binds_package = isinstance(imported.statement, cst.Import) and imported.alias.asname is None
    return "tensorflow" if binds_package and _without_copy(path) != path else _without_copy(path)


def _without_copy(path: str) -> str:
    copy = next((each for each in _COPIES if below(path, each)), None)
    return path if copy is None else path.replace(copy, _COPIES[copy], 1)
