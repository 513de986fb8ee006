"""scikit-learn refuses numbers for flags since 1.2, and took them for True and False before."""

from __future__ import annotations

import pytest

from compat.tables.names.scikit_flags import SCIKIT_FLAGS

sklearn = pytest.importorskip("sklearn")
TEXTS = ["red apples", "green apples"]


def _numbers(**flags: object) -> list:
    from sklearn.feature_extraction.text import TfidfVectorizer

    return TfidfVectorizer(**flags).fit_transform(TEXTS).toarray().tolist()  # type: ignore[no-any-return]


def test_numbers_for_flags() -> None:
    flags = ("use_idf", "smooth_idf", "sublinear_tf")
    assert SCIKIT_FLAGS.issuperset(flags)
    written = _numbers(**dict.fromkeys(flags, True))
    if tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 2):
        assert _numbers(**dict.fromkeys(flags, 1)) == written
    else:
        with pytest.raises(ValueError, match="must be an instance of 'bool'"):
            _numbers(**dict.fromkeys(flags, 1))


def test_no_flag_takes_a_number() -> None:
    testing = pytest.importorskip("sklearn.utils")
    found = {}
    for name, made in testing.all_estimators() if hasattr(testing, "all_estimators") else ():
        for parameter, allowed in getattr(made, "_parameter_constraints", {}).items():
            if parameter in SCIKIT_FLAGS and "boolean" not in allowed:
                found[name] = parameter
    assert not found
