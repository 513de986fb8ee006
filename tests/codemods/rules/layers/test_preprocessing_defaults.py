"""Preprocessing layers keep the defaults of TensorFlow 2.3 to 2.5."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

PATH = "tf.keras.layers.experimental.preprocessing"
HEAD = "import tensorflow as tf\n"


def done(source: str, origin: str | None = "tensorflow==2.4", to: str = "native") -> Upgraded:
    settings = Settings(to=to, origin=parse_origin(origin) if origin else None, select=("TFM366",))
    result = upgrade(source.encode(), settings)
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("StringLookup()", "StringLookup(mask_token='')"),
        ("StringLookup(vocabulary=words)", "StringLookup(vocabulary=words, mask_token='')"),
        ("StringLookup(max_tokens=8, oov_token='?')", "StringLookup(max_tokens=8, oov_token='?', mask_token='')"),
        ("StringLookup(100, 2)", "StringLookup(100, 2, mask_token='')"),
        ("IntegerLookup(vocabulary=ids)", "IntegerLookup(vocabulary=ids, mask_token=0)"),
        ("IntegerLookup(oov_value=-2)", "IntegerLookup(oov_value=-2, mask_token=0)"),
        ("TextVectorization(8, output_mode='binary')", None),
        ("TextVectorization(8, output_mode=mode)", None),
    ],
)
def test_rewritten(before: str, after: str | None) -> None:
    after = after or before.replace(")", ", pad_to_max_tokens=True)")
    assert done(f"{HEAD}lookup = {PATH}.{before}\n").after.decode() == f"{HEAD}lookup = {PATH}.{after}\n"


@pytest.mark.parametrize(
    ("call", "origin"),
    [
        ("StringLookup(mask_token=None)", "tensorflow==2.4"),
        ("StringLookup(mask_token='')", "tensorflow==2.4"),
        ("StringLookup(8, 1, '')", "tensorflow==2.4"),
        ("StringLookup(**given)", "tensorflow==2.4"),
        ("StringLookup()", "tensorflow==2.6"),
        ("IntegerLookup(vocabulary=ids)", "tensorflow==2.10"),
        ("StringLookup", "tensorflow==2.4"),
        ("TextVectorization()", "tensorflow==2.4"),
        ("TextVectorization(output_mode='int')", "tensorflow==2.4"),
        ("TextVectorization(output_mode='binary', pad_to_max_tokens=False)", "tensorflow==2.4"),
        ("TextVectorization(output_mode='binary')", "tensorflow==2.6"),
        ("IntegerLookup(mask_value=None)", "tensorflow==2.4"),
    ],
)
def test_left_alone(call: str, origin: str) -> None:
    source = f"{HEAD}lookup = {PATH}.{call}\n"
    result = done(source, origin)
    assert result.after.decode() == source
    assert not result.findings


@pytest.mark.parametrize("call", ["StringLookup(vocabulary=words)", "IntegerLookup(vocabulary=ids)"])
def test_layers_that_are_not_experimental_came_with_the_defaults_of_today(call: str) -> None:
    result = done(f"{HEAD}lookup = tf.keras.layers.{call}\n", None)
    assert (result.after, result.findings, result.notes) == (result.before, (), ())


@pytest.mark.parametrize(
    ("mode", "origin", "findings"),
    [
        ("tf-idf", "tensorflow==2.4", ["TFM366"]),
        ("tf_idf", "tensorflow==2.5", ["TFM366"]),
        ("tf_idf", "tensorflow==2.6", []),
        ("count", "tensorflow==2.4", []),
    ],
)
def test_unknown_words(mode: str, origin: str, findings: list[str]) -> None:
    source = f"{HEAD}texts = {PATH}.TextVectorization(max_tokens=9, output_mode='{mode}', pad_to_max_tokens=True)\n"
    assert [each.code for each in done(source, origin).findings] == findings


def test_what_tensorflow_2_6_moved_has_no_mask() -> None:
    source = f"{HEAD}lookup = tf.keras.layers.StringLookup(vocabulary=words)\n"
    result = done(source, None)
    assert result.after.decode() == source
    assert not result.findings


def test_asks_for_the_release_where_nothing_tells_it() -> None:
    result = done(f"{HEAD}lookup = {PATH}.StringLookup(vocabulary=words)\n", None)
    assert [(each.line, "--from" in each.advice) for each in result.findings] == [(2, True)]


def test_another_layer_of_that_name() -> None:
    source = "from own import StringLookup\nlookup = StringLookup()\n"
    assert done(source).after.decode() == source


@pytest.mark.tensorflow
def test_indices_and_rows_of_tensorflow_2_3() -> None:
    pytest.importorskip("tensorflow")
    source = (
        f"{HEAD}words = {PATH}.StringLookup(vocabulary=['a', 'b', 'c'])\n"
        f"numbers = {PATH}.IntegerLookup(vocabulary=[5, 6, 7])\n"
        f"texts = {PATH}.TextVectorization(max_tokens=6, output_mode='binary')\n"
        "texts.adapt(tf.constant(['a b', 'b c']))\n"
        "print(words(tf.constant(['a', 'c', 'z', ''])).numpy().tolist())\n"
        "print(numbers(tf.constant([5, 7, 9, 0], tf.int64)).numpy().tolist())\n"
        "print(texts(tf.constant(['a b'])).numpy().tolist())\n"
    )
    result = upgrade(source.encode(), Settings(origin=parse_origin("tensorflow==2.3")))
    assert isinstance(result, Upgraded)
    ran = subprocess.run([sys.executable, "-c", result.after.decode()], capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in ran.stdout.splitlines()[-3:]] == [
        [2, 4, 1, 0],
        [2, 4, 1, 0],
        [[0, 1, 0, 1, 0, 0]],
    ]
