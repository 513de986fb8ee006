"""Architectures as YAML, which Keras wrote until 2.5; it needs the package `pyyaml`.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/saving.py
"""

import importlib
import json
from typing import Any


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
