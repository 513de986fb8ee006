"""Properties of TensorFlow 1 names that hold under any spelling, in any shape of a call, at any place."""

from __future__ import annotations

import ast

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from codemods.engine.engine import upgrade
from codemods.releases import api
from codemods.source.file import File
from codemods.source.parsing import parse
from codemods.types import Settings, Upgraded
from compat.tables.names.tensorflow_1 import CHANGED, MOVED
from tests.codemods.test_properties import ENDS, PLACES

EXAMPLES = settings().max_examples
"""As many as the profile says: `conftest.py` has them."""

SPELLINGS = st.sampled_from(
    [
        ("import tensorflow as tf", "tf.{path}"),
        ("import tensorflow", "tensorflow.{path}"),
        ("import os, tensorflow as t", "t.{path}"),
        ("from tensorflow import {head}", "{path}"),
        ("from tensorflow import {head} as h", "h{tail}"),
        ("from tensorflow{module} import {name}", "{name}"),
        ("from tensorflow{module} import {name} as alias", "alias"),
        ("from tensorflow._api.v1 import {head} as h", "h{tail}"),
        ("import tensorflow.compat.v1 as tf", "tf.{path}"),
        ("try:\n    from tensorflow import {head}\nexcept ImportError:\n    {head} = None", "{path}"),
        ("from tensorflow import *", "{path}"),
    ]
)
NAMES = st.sampled_from(sorted(name.removeprefix("tensorflow.") for name in [*MOVED, *CHANGED]))
ARGUMENTS = st.lists(
    st.sampled_from(
        [
            "x", "1", "'/gpu:0'", "None", "[1, 2]", "keep_dims=True", "axis=1", "reduction_indices=[1]", "dim=-1", "name='n'",
            "dtype=tf.float32", "shape=[2]", "*args", "**options", "lambda x: x", "f(y)", "filter=w", "collections=['a']",
        ]
    ),
    max_size=4,
)  # fmt: skip


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@st.composite
def scripts(draw: st.DrawFn) -> str:
    """Uses of one to three names, all through one spelling."""
    imports: list[str] = []
    body: list[str] = []
    spelling = draw(SPELLINGS)
    for path in draw(st.lists(NAMES, min_size=1, max_size=3)):
        head, dot, tail = path.partition(".")
        module, _, name = f".{path}".rpartition(".")
        parts = {"path": path, "head": head, "tail": dot + tail, "module": module, "name": name}
        line, use = (text.format(**parts) for text in spelling)
        imports.append(line)
        body.append(draw(PLACES).format(call=f"{use}({', '.join(draw(ARGUMENTS))})"))
    return "\n".join(dict.fromkeys(imports)) + "\n" + "".join(body)


@settings(max_examples=EXAMPLES)
@given(scripts().filter(_parses), ENDS, st.sampled_from(["native", "compat"]))
def test_result_parses_is_a_fixed_point_and_names_what_is_there(script: str, end: str, to: str) -> None:
    result = upgrade(script.replace("\n", end).encode(), Settings(to=to))
    assert isinstance(result, Upgraded)
    ast.parse(result.after)
    again = upgrade(result.after, Settings(to=to))
    assert isinstance(again, Upgraded)
    assert again.after is result.after, again.changes
    if to == "native" and "tf-forward: ignore" not in script:
        reported = {finding.symbol.partition("(")[0] for finding in result.findings}
        assert not [name for name in _missing(result.after) if not _is_reported(name, reported)]


def _missing(source: bytes) -> list[str]:
    """The names of TensorFlow in a source that the target does not have, though TensorFlow 1 had them."""
    module = parse(source)
    names = [each.qualified for each in File(module, source).all_references() if each.certain]
    return [name for name in names if api.lookup(name) is not None and not api.exists(name, "2.21.0")]


def _is_reported(name: str, reported: set[str]) -> bool:
    return any(f"{name}.".startswith(f"{each}.") or f"{each}.".startswith(f"{name}.") for each in reported)


TELLING = ("fit_generator", "make_initializable_iterator", "make_one_shot_iterator")
"""Methods that no other library has: their name tells what the object is."""


@settings(max_examples=EXAMPLES)
@given(scripts().filter(_parses))
def test_names_of_other_libraries_are_never_touched(script: str) -> None:
    """The same scripts on a package of another name, beside a true import of TensorFlow."""
    assume(not any(method in script for method in TELLING))
    other = script.replace("tensorflow", "tensorflux").replace("tensorflux import *", "tensorflux import y")
    source = b"import tensorflow\n" + other.encode()
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert result.after is source, result.changes


@settings(max_examples=EXAMPLES)
@given(NAMES, ARGUMENTS, PLACES)
def test_names_of_parameters_are_never_touched(name: str, arguments: list[str], place: str) -> None:
    body = place.format(call=f"tf.{name}({', '.join(arguments)})")
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    source = f"import tensorflow as tf\ntf.log\ndef hidden(tf, await_=None):\n{lines}"
    assume("async" not in body and not any(method in body for method in TELLING) and _parses(source))
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert result.after.decode() == source.replace("tf.log", "tf.math.log", 1), result.changes
