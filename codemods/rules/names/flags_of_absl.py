"""Let a script define a flag that absl has defined already: `log_dir` and the like.

## What it does

`tf.app.flags.DEFINE_string("log_dir", "logs", "")` gets `allow_override=True`.

## Why

`tf.app.flags` became a wrapper of absl, and TensorFlow imports `absl.logging`, which defines `log_dir` itself: today
the line raises `DuplicateFlagError`. With the argument the script's flag takes the place of absl's, which only says
where absl would write log files.
https://abseil.io/docs/python/guides/flags

## Numbers

No numbers involved. The line runs on 1.12.3 and 1.13.2 without the argument; 1.15.5 and 2.21.0 with absl 1.4 and 2.3
raise.

## What it leaves to you

Names that are not written out. Flags that absl itself reads, such as `v` and `verbosity`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_FLAGS = frozenset({"log_dir", "pdb", "profile_file"})
"""Flags that absl defines on its import, and that nothing reads in a script of TensorFlow."""
_MODULES = ("tensorflow.app.flags", "tensorflow.flags", "tensorflow.compat.v1.app.flags", "tensorflow.compat.v1.flags")
_KINDS = ("bool", "boolean", "enum", "float", "integer", "string")
_FUNCTIONS = tuple(f"{module}.DEFINE_{kind}" for module in _MODULES for kind in _KINDS)
_OVERRIDE = "allow_override"


@rule(
    "TFM257",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    tf.app.flags.DEFINE_string("log_dir", "logs", "Where the summaries go.")
    """,
)
def flags_of_absl(file: File) -> Iterator[Edit]:
    """Edit definitions whose name is written out."""
    for reference in file.references(*_FUNCTIONS):
        call = file.call_of(reference)
        if call is None or any(arg.star for arg in call.args) or keyword(call, _OVERRIDE) is not None:
            continue
        given = keyword(call, "name") or keyword(call, "flag_name") or next(iter(call.args), None)
        name = literal(given.value) if given is not None else None
        if name in _FLAGS:
            arg = named(cst.Arg(cst.Name("True")), _OVERRIDE)
            said = f"absl defines {name}, too: the script's definition takes its place"
            yield Edit(call, said, ((call, with_args(call, [*call.args, arg])),))
