"""Count GPUs with `tf.config` instead of the private list in Keras's TensorFlow backend.

## What it does

`len(K.tensorflow_backend._get_available_gpus())` becomes `len(tf.config.list_physical_devices("GPU"))`.
Outside of `len()` the list keeps the form of its names, `/device:GPU:0`.

## Why

Keras 3 has no `K.tensorflow_backend`, and a private function could go at any time.
https://www.tensorflow.org/api_docs/python/tf/config/list_physical_devices

## Numbers

No numbers involved.

## What it leaves to you

Uses of the function that are not calls.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

SYMBOL = "keras.backend._get_available_gpus"


@rule(
    "TFM202",
    example="""
    from keras import backend as K

    gpus = len(K.tensorflow_backend._get_available_gpus())
    """,
)
def gpu_counting(file: File) -> Iterator[Edit | Manual]:
    """Inside `len()` list the physical devices; elsewhere keep names of the form `/device:GPU:0`."""
    for reference in file.references(SYMBOL):
        call = file.call_of(reference)
        if call is None or call.args:
            yield Manual(
                reference.node,
                SYMBOL,
                "Keras's private list of GPUs is gone",
                'use tf.config.list_physical_devices("GPU")',
            )
            continue
        tensorflow, imports = bind_module(file, "tensorflow", "tf", reference.node)
        if _is_counted(file, call):
            code, said = f'{tensorflow}.config.list_physical_devices("GPU")', "tf.config.list_physical_devices"
        else:
            code = f'[device.name for device in {tensorflow}.config.list_logical_devices("GPU")]'
            said = "tf.config.list_logical_devices"
        yield Edit(call, f"_get_available_gpus() is now {said}", ((call, cst.parse_expression(code)),), imports)


def _is_counted(file: File, call: cst.Call) -> bool:
    arg = file.parent(call)
    outer = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(outer, cst.Call) and file.is_builtin(outer.func, "len")
