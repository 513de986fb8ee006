"""Scopes of custom objects in other scopes, which Keras 3 hides."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codemods.analysis.objects.test_project_classes import run
from tests.codemods.checks import check_sound

HEAD = "from keras.models import model_from_json\nfrom keras.utils import CustomObjectScope, custom_object_scope\n"
A, B = 'CustomObjectScope({"a": a})', 'custom_object_scope({"b": b})'
READ = "model = model_from_json(text)\n"


def _lines(source: str, to: str = "native") -> list[int]:
    return [each.line for each in check_sound(HEAD + source, to=to).findings if each.code == "TFM331"]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (f"with {A}:\n    with {B}:\n        {READ}", [4]),
        (f"with {A}:\n    if text:\n        with {B}:\n            {READ}", [5]),
        (f"with {A}, {B}:\n    {READ}", [3]),
        (f"outer = {A}\nwith outer:\n    with {B}:\n        {READ}", [5]),
        (f"with {A}:\n    read()\n\n\ndef read():\n    with {B}:\n        {READ}", [4]),
    ],
)
def test_reported(source: str, lines: list[int]) -> None:
    assert _lines(source) == lines


@pytest.mark.parametrize(
    "source",
    [
        f"with {A}:\n    {READ}",
        f"with {A}:\n    {READ}with {B}:\n    {READ}",
        f"with {A}:\n    with open(path) as file:\n        {READ}",
        f"with {A}:\n    read()\n\n\ndef read():\n    {READ}",
        f"read()\n\n\ndef read():\n    with {B}:\n        {READ}",
        f"with strategy.scope():\n    with {A}:\n        {READ}",
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(source) == []


def test_a_function_of_another_module(tmp_path: Path) -> None:
    reading = f"{HEAD}def read():\n    with {B}:\n        return model_from_json(text)\n"
    source = f"from own import read\n{HEAD}with {A}:\n    model = read()\n"
    assert [(each.code, each.line) for each in run(tmp_path, source, own=reading).findings] == [("TFM331", 5)]


def test_on_the_shims() -> None:
    legacy = "from keras.utils.generic_utils import CustomObjectScope as Scope\n"
    assert _lines(f"{legacy}with Scope(a=a):\n    with Scope(b=b):\n        {READ}", to="compat") == []
