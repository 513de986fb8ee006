"""Turn legacy keywords and defaults into those of Keras 3, as the tables say."""

from functools import lru_cache
from typing import Any, Callable, Dict, Mapping

import keras

from compat.namespace.legacy_warning import warn_legacy
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS
from compat.tables.keywords.renamed_keywords import RENAMED_KEYWORDS


def with_legacy_keywords(symbol: str, kwargs: Mapping[str, Any]) -> Dict[str, Any]:
    """Rename the legacy keywords of `symbol` and add the legacy defaults that Keras 3 changed."""
    renamed = _renamed().get(symbol, {})
    for keyword in renamed:
        if keyword in kwargs:
            warn_legacy("TFM102", f"{symbol}({keyword}=)", "the keyword is " + renamed[keyword])
    given = {renamed.get(keyword, keyword): value for keyword, value in kwargs.items()}
    return {**_defaults().get(symbol, {}), **given}


_TEXTS: Dict[str, Dict[str, Callable[[], Any]]] = {
    "initializer": dict.fromkeys(("constant", "Constant"), keras.initializers.Zeros),
    "regularizer": {"l1_l2": lambda: keras.regularizers.L1L2(l1=0.01, l2=0.01)},
}
"""What stood for an object with its defaults, and is unknown to Keras 3."""


def with_objects(given: Mapping[str, Any]) -> Dict[str, Any]:
    """Return arguments of a layer with the initializers and regularizers that texts stood for."""
    known = {name: _TEXTS.get(name.rpartition("_")[2], {}) for name, value in given.items() if isinstance(value, str)}
    return {**given, **{name: made[given[name]]() for name, made in known.items() if given[name] in made}}


@lru_cache(maxsize=None)
def _renamed() -> Dict[str, Mapping[str, str]]:
    return {symbol: row.keywords for row in RENAMED_KEYWORDS for symbol in row.symbols}


@lru_cache(maxsize=None)
def _defaults() -> Dict[str, Dict[str, Any]]:
    found: Dict[str, Dict[str, Any]] = {}
    for row in CHANGED_DEFAULTS:
        found.setdefault(row.symbol, {})[row.keyword] = row.legacy
    return found
