"""Register your own functions and classes that a script sets on a module of Keras.

## What it does

`keras.losses.own = own` becomes `keras.utils.get_custom_objects()["own"] = own`, likewise for `metrics`,
`activations`, `layers`, `initializers`, `regularizers`, `constraints` and `optimizers`. TFM330 then passes the function
itself where a call names it. On the shims nothing changes: they look names up there.

## Why

Standalone Keras looked names up in these modules: it found `loss="own"`, and so did `load_model`. Keras 3 has lists of
its own names: ValueError, "Could not interpret", or a TypeError in `load_model`.
https://github.com/keras-team/keras/blob/2.3.1/keras/losses.py

## Numbers

Same: `tests/codemods/fixtures/objects_on_modules` trains, saves and loads on Keras 2.3.1 and on 3.15.1.

## What it leaves to you

A name that is set on several modules, which is reported. Of what replaces a function of Keras itself TFM317 tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.set_on_modules import BACKEND, set_on_modules
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Stage, rule


@rule(
    "TFM316",
    stage=Stage.STRUCTURES,
    example="""
    import keras
    from keras.layers.core import Dense

    def own(y_true, y_pred):
        return keras.backend.mean(keras.backend.abs(y_true - y_pred))

    keras.losses.own = own
    model = keras.models.Sequential([Dense(1, input_shape=(3,))])
    model.compile("sgd", loss="own")
    """,
)
def objects_on_modules(file: File) -> Iterator[Edit | Manual]:
    """Edit assignments to names that no release has."""
    if not since(file.target, "keras 3.0") or written_for(file).keras is not KerasLine.STANDALONE:
        return
    found = [
        (target, reference.canonical) for target, reference in set_on_modules(file) if not reference.spelling.shimmed
    ]
    often = Counter(target.attr.value for target, _ in found)
    for target, module in found:
        name = target.attr.value
        symbol = f"{module}.{name}"
        if module == BACKEND or api.lookup(symbol) is not None:
            continue
        said = f"Keras 3 does not look {name!r} up in {module}"
        if often[name] > 1:
            advice = "pass the function or the class itself where a text names it"
            yield Manual(target, symbol, f"{said}, and the file sets this name on another module, too", advice)
        else:
            keras, imports = _keras(file, target)
            written = cst.parse_expression(f'{keras}.utils.get_custom_objects()["{name}"]')
            yield Edit(target, f"{said}: it is registered", ((target, written),), imports)


def _keras(file: File, target: cst.Attribute) -> tuple[str, tuple[Import, ...]]:
    """How Keras is written in `keras.losses.own`; where only the module is, its name at this place."""
    module = target.value
    if isinstance(module, cst.Attribute) and file.symbol(module.value) == "keras":
        return file.code(module.value), ()
    return bind_keras(file, target)
