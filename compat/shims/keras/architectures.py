"""Architectures without the settings of `compile`, and as YAML, which Keras wrote until 2.5 with the package `pyyaml`.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/saving.py
"""

import importlib
import json
from contextlib import contextmanager
from typing import Any, Iterator

import keras


@contextmanager
def uncompiled(model: Any) -> Iterator[None]:
    """Let Keras 3 write or copy a model, and those inside of it, as if nobody had compiled them."""
    models = [each for each in [model, *_layers(model)] if getattr(each, "compiled", False)]
    for each in models:
        each.compiled = False
    try:
        yield
    finally:
        for each in models:
            each.compiled = True


def _layers(model: Any) -> Any:
    flatten = getattr(model, "_flatten_layers", None)
    return [each for each in flatten() if isinstance(each, keras.Model)] if flatten is not None else []


def to_yaml(model: Any, **kwargs: Any) -> str:
    """Return the text from which `from_yaml` makes a model without weights."""
    text: str = _yaml().safe_dump(json.loads(model.to_json()), **kwargs)
    return text


def configuration(text: str) -> Any:
    """Return the configuration in a text of `to_yaml`, or of Keras 2."""
    return _yaml().load(text, Loader=_loader())


def _loader() -> Any:
    """A loader that makes tuples and lists of plain values, and nothing else."""
    yaml = _yaml()

    class Loader(yaml.SafeLoader):  # type: ignore[misc, name-defined]
        """Takes the tuples that Keras 2 wrote."""

    Loader.add_constructor(
        "tag:yaml.org,2002:python/tuple", lambda loader, node: tuple(loader.construct_sequence(node, deep=True))
    )
    return Loader


def _yaml() -> Any:
    try:
        return importlib.import_module("yaml")
    except ImportError:
        raise ImportError("architectures in YAML need the package pyyaml: pip install pyyaml") from None
