"""The walker reads a function's parameters, and the keywords behind `**kwargs`."""

from __future__ import annotations

import functools
import subprocess
import sys
from pathlib import Path

import pytest

from codemods.releases.recording.walker import files, signatures
from codemods.releases.recording.walker.packages import is_public

WALKER = Path(signatures.__file__).parent


OBJECT = object()


class Base:
    def __init__(self, name=None, **kwargs):
        allowed = {"dtype", "trainable"}
        for keyword in kwargs:
            if keyword not in allowed:
                raise TypeError(keyword)
        self.dtype = kwargs.get("dtype")


class Derived(Base):
    def __init__(self, units, rank=1, **kwargs):
        kwargs.pop("legacy", None)
        super().__init__(**kwargs)


class Given(Base):
    def __init__(self, units, **kwargs):
        super().__init__(name="given", **kwargs)


class Leaking(Base):
    def __init__(self, units, **kwargs):
        self.other = dict(**kwargs)
        super().__init__(**kwargs)


class EmptyBase:
    def __init__(self, axis):
        self.axis = axis


class Chained(EmptyBase):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)


class Processed:
    def __init__(self, rate, **kwargs):
        self._process(kwargs)

    def _process(self, kwargs):
        kwargs.pop("decay", None)
        for keyword in kwargs:
            if keyword == "lr":
                raise ValueError(keyword)
            else:  # noqa: RET506
                raise TypeError(keyword)


class Made:
    def __new__(cls, mode, loss=None):
        return super().__new__(cls)


def refusing(x, **kwargs):
    value = kwargs.pop("y", None)
    if kwargs:
        raise TypeError(kwargs)
    return x, value


def open_to_all(x, **kwargs):
    return dict(x=x, **kwargs)


def converting(conversions):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            for old, new in conversions:
                if old in kwargs:
                    kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return wrapper

    return decorate


@converting([("nb_epoch", "epochs")])
def fit(x, epochs=1):
    return x, epochs


@pytest.mark.parametrize(
    ("cls", "text"),
    [
        (Base, "name=None, ~dtype, ~trainable, **kwargs!"),
        (Derived, "units, rank=1, ~dtype, ~legacy, ~name, ~trainable, **kwargs!"),
        (Given, "units, ~dtype, ~trainable, **kwargs!"),
        (Leaking, "units, **kwargs"),
        (Chained, "units, ~axis, **kwargs!"),
        (Processed, "rate, ~decay, **kwargs!"),
        (Made, "mode, loss=None"),
    ],
)
def test_classes(cls, text):
    assert signatures.of_class(cls, lambda base: base.__module__ == __name__) == text


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (refusing, "x, ~y, **kwargs!"),
        (open_to_all, "x, **kwargs"),
        (fit, "x, epochs=1, ~nb_epoch"),
        (lambda a, *b, c=(1, 2), d: None, "a, *b, c=(1, 2), d"),
        (lambda a, *, c=OBJECT: None, "a, *, c=..."),
        (lambda a="a, b", b="x" * 50, c=-1.5, d="same": None, "a=..., b=..., c=-1.5, d='same'"),
    ],
)
def test_functions(function, text):
    assert signatures.of_function(function) == text


@pytest.mark.parametrize(
    ("path", "module", "public"),
    [
        ("tensorflow.train", "tensorflow._api.v2.train", True),
        ("tensorflow.keras", "tensorflow.python.keras.api._v1.keras", True),
        ("tensorflow.keras", "keras._tf_keras.keras", True),
        ("tensorflow.flags", "tensorflow.python.platform.flags", True),
        ("tensorflow.contrib.slim", "tensorflow.contrib.slim", True),
        ("tensorflow.python", "tensorflow.python", False),
        ("tensorflow.core", "tensorflow.core", False),
        ("tensorflow.contrib.layers.python", "tensorflow.contrib.layers.python", False),
        ("tensorflow.contrib.layers.ops", "tensorflow.python.framework.ops", False),
        ("keras.src", "keras.src", False),
        ("keras.layers", "keras.api.layers", True),
        ("keras.layers.core", "keras.layers.core", True),
        ("keras.layers.core.K", "keras.backend", False),
    ],
)
def test_public_modules(path, module, public):
    assert is_public(path, type(sys)(module)) is public


def test_it_runs_where_there_is_neither_tensorflow_nor_keras(tmp_path):
    out = tmp_path / "walk.json.gz"
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from walker.symbols import walk; print(walk(['nothing']))"
    run = subprocess.run(
        [sys.executable, "-c", code, str(WALKER.parent), str(out)], capture_output=True, text=True, check=True
    )
    assert "'symbols': {}" in run.stdout


def test_modules_by_their_files(tmp_path, monkeypatch):
    for file in (
        "tensorflow/__init__.py",
        "tensorflow_core/__init__.py",
        "tensorflow_core/python/ops/math_ops.py",
        "tensorflow_core/python/ops/math_ops_test.py",
        "tensorflow_core/python/ops/tests/__init__.py",
        "tensorflow_core/python/_pywrap.so",
        "tensorflow_core/libtensorflow_framework.so.1",
        "tensorflow_core/lite/libtflite.so",
        "tensorflow_core/include/eigen/make.py",
        "tensorflow_core/tools/BUILD",
        "tensorflow_core/tools/not-a-module.py",
        "tensorflow_estimator/python/__init__.py",
        "keras/__init__.py",
        "keras/__pycache__/layers.cpython-37.pyc",
        "keras/src/layer.py",
        "keras/_tf_keras/__init__.py",
        "keras/_tf_keras/keras/saving/__init__.py",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert files.modules("keras") == [
        "keras",
        "keras._tf_keras",
        "keras._tf_keras.keras",
        "keras._tf_keras.keras.saving",
        "keras.src",
        "keras.src.layer",
    ]
    assert files.modules("tensorflow") == [
        "tensorflow",
        "tensorflow.keras",
        "tensorflow.keras.saving",
        "tensorflow.python",
        "tensorflow.python._pywrap",
        "tensorflow.python.ops",
        "tensorflow.python.ops.math_ops",
        "tensorflow_core",
        "tensorflow_estimator",
        "tensorflow_estimator.python",
    ]


def test_no_modules_where_nothing_is_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert files.modules("tensorflow") == []
