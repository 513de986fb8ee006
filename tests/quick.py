"""Which cases of a test the default run takes: the others show the same once more, and are left to `nox -s rest`."""

from typing import Any, Iterable, List

import pytest


def first(count: int, cases: Iterable[Any]) -> List[Any]:
    """Cases for `pytest.mark.parametrize`, all but the first ones marked `full`.

    A tuple has a value for each name; `pytest.param(case)` is one that is a value itself.
    """
    return [case if number < count else _full(case) for number, case in enumerate(cases)]


def only(quick: Iterable[Any], cases: Iterable[Any]) -> List[Any]:
    """Cases for `pytest.mark.parametrize`, marked `full` unless they are among the quick ones."""
    chosen, listed = list(quick), list(cases)
    unknown = [case for case in chosen if case not in listed]
    assert not unknown, f"there are no such cases: {unknown}"
    return [case if case in chosen else _full(case) for case in listed]


def _full(case: Any) -> Any:
    if hasattr(case, "marks"):
        return pytest.param(*case.values, marks=[*case.marks, pytest.mark.full], id=case.id)
    return pytest.param(*(case if type(case) is tuple else (case,)), marks=pytest.mark.full)
