"""Report packages beside TensorFlow that ended with Keras 2.

## What it does

Takes from Keras what it has of `tensorflow_addons`: `tfa.layers.InstanceNormalization()` becomes
`tf.keras.layers.GroupNormalization(groups=-1)`, and `functools.partial` of that where it is handed on uncalled.
`GroupNormalization(groups=...)`, `SpectralNormalization`, `AdaptiveAveragePooling2D` and `F1Score(n, average="macro")`
keep their names. `tfa.image.rotate`, `translate` and `transform` come from `compat.addon_images`. An import of which
nothing is left goes.

Reports each other import of `tensorflow_addons`, and those of `keras_contrib`, `rl`, `horovod.keras` and others of
their time. `from keras_preprocessing.image import ImageDataGenerator` becomes
`from tensorflow.keras.preprocessing.image import ImageDataGenerator`, and so do its other names.

## Why

They ended with Keras 2, and do not work with Keras 3: their imports fail, or the first model that is made with them.
`horovod.keras` and `horovod.tensorflow.keras` run: Keras 3 does not ask their optimizer for gradients, so that each
process trains a model of its own. `horovod.tensorflow.DistributedOptimizer` hands an optimizer of Keras to them.
https://github.com/tensorflow/addons/issues/2807

## Numbers

Same for what is taken from Keras: losses, weights and outputs are those of TensorFlow Addons 0.11, 0.20 and 0.23 to
1e-5 (`tests/compat/tables/test_addons.py`), and images are theirs (`tests/compat/test_addon_images.py`). They can
differ for other packages: a model of `horovod.keras` sees one share of the data, without an error. The packages are
those of `compat/tables/removed/ended_packages.py` (`tests/codemods/rules/names/test_ended_packages.py`).

## What it leaves to you

To replace the package; the advice names its successor where there is one. Names of layers that Keras makes up,
`group_normalization_1`, and the order of the weights of `SpectralNormalization`, whose vector stands beside the kernel:
in files that load weights by the names of layers, nothing is edited. `AdamW` and `SGDW` of Addons do not multiply the
decay by the learning rate. `segmentation_models` works where the file sets `SM_FRAMEWORK`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.rewriting.addons import advice_on_addons, idle_import, names_of_today
from codemods.rewriting.remove import remove
from codemods.rewriting.rename import respelled_from_import, respelled_import
from codemods.source.arguments import argument, literal
from codemods.source.canonical_names import prefixes
from codemods.source.file import File, ImportedName
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.names.addons import PACKAGE as ADDONS_PACKAGE
from compat.tables.removed.ended_packages import (
    ENDED_PACKAGES,
    HOROVOD,
    RESCUED,
    SILENT,
    SUCCEEDED,
    WRAPS_OPTIMIZERS,
)

_ROWS = {row.legacy: row for row in ENDED_PACKAGES}


@rule(
    "TFM193",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf
    import tensorflow_addons as tfa

    model = tf.keras.Sequential([tfa.layers.InstanceNormalization(), tf.keras.layers.Dense(1)])
    model.compile(tfa.optimizers.AdamW(0.01), "mse")
    """,
)
def ended_packages(file: File) -> Iterator[Edit | Manual]:
    """One finding for each import, if the file does not choose the setting with which the package works."""
    succeeded = {
        each.statement: edit for each in file.imports if (edit := _succeeded(file, each.statement)) is not None
    }
    for imported in file.imports:
        idle = idle_import(file, imported)
        if idle is not None:
            succeeded.setdefault(imported.statement, idle)
    yield from (*succeeded.values(), *names_of_today(file))
    yield from _wrapped(file)
    for imported in file.imports:
        if imported.statement in succeeded:
            continue
        row = next((_ROWS[each] for each in prefixes(imported.qualified) if each in _ROWS), None)
        if row is None or not since(file.target, row.gone_in) or _is_rescued(file, row.legacy):
            continue
        if row.legacy.partition(".")[0] in file.local:
            continue
        said = f"{row.legacy} does not work with {row.gone_in} and later"
        severity = Severity.NUMBERS if row.legacy in SILENT else None
        advice = advice_on_addons(file) if row.legacy == ADDONS_PACKAGE else None
        yield Manual(imported.alias, imported.qualified, said, f"{advice or row.advice} ({row.url})", severity=severity)


def _wrapped(file: File) -> Iterator[Manual]:
    """The optimizers of Keras that `horovod.tensorflow` is given, which it hands to `horovod.tensorflow.keras`."""
    row = _ROWS[HOROVOD]
    for call in file.calls if since(file.target, row.gone_in) else ():
        given = argument(call, "optimizer") if file.qualified_name(call.func) == WRAPS_OPTIMIZERS else None
        if given is not None and evidence(file, given.value, Kind.OPTIMIZER) is Evidence.CERTAIN:
            said = f"{WRAPS_OPTIMIZERS} of an optimizer of Keras does not work with {row.gone_in} and later"
            yield Manual(call, WRAPS_OPTIMIZERS, said, f"{row.advice} ({row.url})", severity=Severity.NUMBERS)


def _succeeded(file: File, statement: cst.Import | cst.ImportFrom) -> Edit | None:
    """The import of the same names from the package that has them today; None if one of them may be missing there."""
    imported = [each for each in file.imports if each.statement is statement]
    line = file.parent(statement)
    if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and _is_idle(file, imported):
        package = imported[0].qualified
        return Edit(statement, f"{package} is gone, and nothing of it is used by this name", remove(file, line))
    targets = {each.alias: path for each in imported if (path := _successor(file, each)) is not None}
    if len(targets) < len(imported) or not file.target.is_modern:
        return None
    if isinstance(statement, cst.ImportFrom):
        return respelled_from_import(file, statement, targets, targets)
    return respelled_import(file, statement, targets) if all(alias.asname for alias in targets) else None


def _is_idle(file: File, imported: Sequence[ImportedName]) -> bool:
    """True for `import keras_preprocessing` alone, at the top of a file that does not use the name."""
    if len(imported) != 1 or imported[0].qualified not in SUCCEEDED or not file.target.is_modern:
        return False
    scope = file.scope(imported[0].statement)
    return scope is file.global_scope and not any(binding.uses for binding in scope[imported[0].local])


def _successor(file: File, imported: ImportedName) -> str | None:
    package, _, rest = imported.qualified.partition(".")
    if package not in SUCCEEDED or package in file.local or not rest:
        return None
    path = f"{SUCCEEDED[package]}.{rest}"
    return (
        path if file.target.has(path) and all(file.target.has(each) for each in _read(file, imported, path)) else None
    )


def _read(file: File, imported: ImportedName, path: str) -> Iterator[str]:
    """The paths of what the file reads of an imported module."""
    for binding in file.scope(imported.statement)[imported.local]:
        for use in binding.uses:
            above = file.parent(use)
            if isinstance(above, cst.Attribute):
                yield f"{path}.{above.attr.value}"


def _is_rescued(file: File, package: str) -> bool:
    setting = RESCUED.get(package)
    return setting is not None and any(literal(each) == setting for each in file.every(cst.SimpleString))
