"""The table of removed names, held against what the releases say of themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from codemods.releases import api, tables
from codemods.releases.api import Answer
from codemods.releases.target import Target
from codemods.source.canonical_names import spelling
from codemods.source.moved_names import GONE_SYMBOLS, moved
from compat.tables.names.shims import SHIMS
from compat.tables.removed import REMOVED
from tests.compat.tables.private_names import SINCE

TARGET = Target("2.21.0")
BY_NAME = {row.legacy: row for row in REMOVED}
ON_SHIMS = {symbol for shim in SHIMS for symbol in shim.symbols} | GONE_SYMBOLS
HIDDEN = "tensorflow.compat.v1.nn.rnn_cell"
"""An import by the full name brings it, see tests/compat/tables/test_removed.py."""
NO_ROWS = {
    "tensorflow.plugin_dir": "a variable of TensorBoard's set-up, which 1.14 exported by accident",
    "tensorflow.s": "a variable of the API's set-up, which 1.14 exported by accident",
    "tensorflow.keras.saving": "it is in Keras still; its names are elsewhere in tf.keras",
    "tensorflow.compat.v1.keras.saving": "it is in Keras still; its names are elsewhere in tf.keras",
    "tensorflow.compat.v2.keras.saving": "it is in Keras still; its names are elsewhere in tf.keras",
    "tensorflow.contrib.keras.losses.cosine_proximity": "under its other names it is keras.losses.cosine_similarity",
    "tensorflow.contrib.keras.utils.squeeze_or_expand_dimensions": "private, exported by 1.13 by accident",
}
DOCUMENTED_KERAS = {
    release for release in api.releases("keras") if not (2, 5) <= tuple(map(int, release.split(".")[:2])) <= (2, 12)
}
"""Keras 2.5 to 2.12 has no public module of its own: what its files hold is TensorFlow's to export."""
PACKAGES = frozenset(
    {
        *(
            "absl",
            "compat",
            "dataclasses",
            "functools",
            "h5py",
            "hashlib",
            "inspect",
            "io",
            "json",
            "keras_hub",
            "keras_tuner",
        ),
        *("ml_collections", "numpy", "pathlib", "pickle", "scikeras", "scipy", "sklearn", "tensorboard"),
        *("tensorflow_addons", "tensorflow_constrained_optimization", "tensorflow_datasets", "tensorflow_gan"),
        *("tensorflow_io", "tensorflow_model_optimization", "tensorflow_probability", "tf_keras", "tf_slim"),
        *("types", "warnings", "ydf"),
    }
)
OBJECTS = frozenset({"batch", "dataset", "device", "frame", "metric", "metrics", "model", "self", "variable"})

DOTTED = re.compile(r"(?<![\w.'/])[a-z_]\w*(?:\.\w+)+")
CALL = re.compile(r"(?<![\w.])((?:tf|keras)(?:\.\w+)+)\(([^()]*)\)")


def spellings(legacy: str) -> list[str]:
    """The names that a row speaks for: those of standalone Keras and of TensorFlow's."""
    names = [legacy]
    if legacy.startswith("keras."):
        names += [f"tensorflow.{legacy}", f"tensorflow.compat.v1.{legacy}"]
    return [name for name in names if (symbol := api.lookup(name)) and not symbol.kind.startswith("private")]


def first_without(path: str) -> str:
    """The minor release after the last one that has a name; the full one where both are of one minor."""
    symbol = api.lookup(path)
    assert symbol is not None
    order = api.releases(symbol.distribution)
    last = order.index(symbol.releases[-1])
    legacy, modern = (".".join(release.split(".")[:2]) for release in order[last : last + 2])
    return f"{symbol.distribution} {order[last + 1] if legacy == modern else modern}"


def test_each_name_has_one_row():
    assert [name for name, count in Counter(row.legacy for row in REMOVED).items() if count > 1] == []


def test_rows_are_complete():
    assert [row for row in REMOVED if not row.advice.strip() or not row.url.startswith("https://")] == []
    assert [row for row in REMOVED if "{name}" in row.advice] == []


def test_names_of_no_table_are_held_against_the_releases():
    assert sorted(row.legacy for row in REMOVED if not spellings(row.legacy)) == sorted(SINCE)


def test_names_are_gone():
    assert [name for row in REMOVED for name in spellings(row.legacy) if TARGET.has(name)] == []


def test_names_are_gone_since_the_release_of_the_row():
    for row in REMOVED:
        of_the_row = [
            name for name in spellings(row.legacy) if first_without(name).split()[0] == row.gone_in.split()[0]
        ]
        assert of_the_row or row.legacy in SINCE, f"{row.gone_in.split()[0]} never had {row.legacy}"
        assert [name for name in of_the_row[:1] if first_without(name) != row.gone_in] == [], row


def test_objects_are_nowhere_else():
    """Names that live on under another name belong in the tables of moved names."""
    for row in REMOVED:
        for name in spellings(row.legacy)[:1]:
            symbol = api.lookup(name)
            assert symbol is not None
            assert [alias for alias in api.aliases(name, symbol.releases[-1]) if TARGET.has(alias)] == [], name
    assert [row.legacy for row in REMOVED if moved(row.legacy)] == []


@pytest.mark.parametrize(
    "unit", ["tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2", "tensorflow.contrib", "tensorflow.keras"]
)
def test_every_name_that_is_gone_for_good_has_a_row(unit):
    assert [name for name in tables.table(unit).symbols if is_missing(name) and name not in NO_ROWS] == []


def test_every_documented_name_of_keras_that_is_gone_for_good_has_a_row():
    names = [name for name in tables.table("keras").symbols if DOCUMENTED_KERAS & set(api.lookup(name).releases)]
    assert [name for name in names if is_missing(name)] == []


def is_missing(name: str) -> bool:
    """True if the target lacks a name, its object is nowhere else, and no table says what became of it."""
    symbol, below = api.lookup(name), spelling(name)
    assert symbol is not None
    assert below is not None
    order = api.releases(symbol.distribution)
    is_older = order.index(symbol.releases[-1]) < order.index(TARGET.release(name))
    if TARGET.has(name) or not is_older or symbol.kind.startswith("private"):
        return False
    if TARGET.has(name.replace("tensorflow.", "tensorflow.compat.v1.", 1)) or any(map(TARGET.has, symbol.aliases)):
        return False
    if has_row(below.plain) or moved(below.plain) or {below.plain, below.canonical} & ON_SHIMS:
        return False
    return not TARGET.has(below.plain if below.plain.startswith("tensorflow") else f"tensorflow.{below.plain}")


def has_row(plain: str) -> bool:
    parts = plain.split(".")
    return any(".".join(parts[:end]) in BY_NAME for end in range(1, len(parts) + 1))


def test_every_module_of_contrib_has_a_row_of_its_own():
    modules = [name for name in tables.table("tensorflow.contrib").symbols if name.count(".") == 2]
    assert [name for name in modules if name not in BY_NAME] == ["tensorflow.contrib.keras"]


def test_recommended_names_exist():
    wrong = []
    for row in REMOVED:
        for name in DOTTED.findall(row.advice):
            root = name.split(".", maxsplit=1)[0]
            if root in {"tf", "tensorflow", "keras"}:
                wrong += [(row.legacy, name)] if not is_there(name, row.advice) else []
            else:
                wrong += [(row.legacy, name)] if root not in PACKAGES | OBJECTS else []
    assert wrong == []


def is_there(name: str, advice: str) -> bool:
    full = re.sub("^tf\\.", "tensorflow.", name)
    if full.startswith("keras."):
        return TARGET.has(full) and TARGET.has(f"tensorflow.{full}")
    if "TF_USE_LEGACY_KERAS=1" in advice and api.exists(full, "2.15.1"):
        return True
    return TARGET.has(full) or full == HIDDEN


def test_recommended_keywords_are_taken():
    assert [(row.legacy, *use) for row in REMOVED for use in keywords(row.advice) if not takes(*use)] == []


def keywords(advice: str) -> Iterator[tuple[str, str]]:
    for name, arguments in CALL.findall(advice):
        for keyword in re.findall(r"(\w+)=(?!=)", arguments):
            yield re.sub("^tf\\.", "tensorflow.", name), keyword


def takes(name: str, keyword: str) -> bool:
    return api.accepts(name, keyword, TARGET.release(name)) is not Answer.NO


def test_what_runs_on_keras_2_only_is_said_to_need_it():
    """Names that `TF_USE_LEGACY_KERAS=1` brings back are those that went with Keras 2."""
    for row in REMOVED:
        if "TF_USE_LEGACY_KERAS=1" in row.advice:
            names = [re.sub("^tf\\.", "tensorflow.", name) for name in DOTTED.findall(row.advice)]
            back = [name for name in names if name.startswith("tensorflow.") and not TARGET.has(name)]
            assert back or "DenseFeatures" in row.legacy, row
