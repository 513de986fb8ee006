"""Turn legacy keywords and defaults into those of Keras 3, as the tables say."""

from functools import lru_cache
from typing import Any, Dict, Mapping

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


@lru_cache(maxsize=None)
def _renamed() -> Dict[str, Mapping[str, str]]:
    return {symbol: row.keywords for row in RENAMED_KEYWORDS for symbol in row.symbols}


@lru_cache(maxsize=None)
def _defaults() -> Dict[str, Dict[str, Any]]:
    found: Dict[str, Dict[str, Any]] = {}
    for row in CHANGED_DEFAULTS:
        found.setdefault(row.symbol, {})[row.keyword] = row.legacy
    return found
