"""Defaults of scikit-learn up to 0.21, former names of scores, and signs of components."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings
from tests.codemods.checks import check_untouched, check_upgraded

SCORING = "import keras\nfrom sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate\n"
OLD = "import keras\nfrom sklearn.datasets import fetch_mldata\n"
"""A file of scikit-learn before 0.22, which does not have the function any more."""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "cross_val_score(m, x, y, scoring='mean_squared_error', cv=3)",
            'cross_val_score(m, x, y, scoring="neg_mean_squared_error", cv=3)',
        ),
        ("GridSearchCV(m, g, scoring='log_loss', cv=3)", 'GridSearchCV(m, g, scoring="neg_log_loss", cv=3)'),
        (
            "cross_validate(m, x, y, scoring=['r2', 'mean_absolute_error'], cv=3)",
            "cross_validate(m, x, y, scoring=['r2', \"neg_mean_absolute_error\"], cv=3)",
        ),
        (
            "cross_validate(m, x, y, scoring={'a': 'median_absolute_error'}, cv=3)",
            "cross_validate(m, x, y, scoring={'a': \"neg_median_absolute_error\"}, cv=3)",
        ),
    ],
)
def test_scores_get_their_names_of_today(before: str, after: str) -> None:
    check_upgraded(f"{SCORING}{before}\n", f"{SCORING}{after}\n")


@pytest.mark.parametrize(
    "source",
    [
        "cross_val_score(m, x, y, scoring='neg_mean_squared_error', cv=3)",
        "cross_val_score(m, x, y, scoring=score, cv=3)",
        "cross_validate(m, x, y, scoring={'mean_squared_error': own}, cv=3)",
        "GridSearchCV(m, g, cv=3)",
        "search(m, g, scoring='log_loss')",
        "model.compile('sgd', 'mean_squared_error')",
    ],
)
def test_other_scores_stay(source: str) -> None:
    check_untouched(f"{SCORING}{source}\n")


DEFAULTS = [
    ("ensemble", "RandomForestClassifier()", "RandomForestClassifier(n_estimators=10)"),
    ("ensemble", "RandomForestRegressor(max_depth=3)", "RandomForestRegressor(max_depth=3, n_estimators=10)"),
    ("svm", "SVC()", 'SVC(gamma="auto")'),
    ("svm", "SVR(kernel='rbf', C=1e3)", "SVR(kernel='rbf', C=1e3, gamma=\"auto\")"),
    ("model_selection", "KFold(shuffle=True)", "KFold(shuffle=True, n_splits=3)"),
    ("model_selection", "cross_val_score(m, x, y)", "cross_val_score(m, x, y, cv=3)"),
    ("model_selection", "GridSearchCV(m, grid, n_jobs=1)", "GridSearchCV(m, grid, n_jobs=1, cv=3)"),
    ("neighbors", "LocalOutlierFactor(20)", "LocalOutlierFactor(20, contamination=0.1)"),
]


@pytest.mark.parametrize(("module", "before", "after"), DEFAULTS)
def test_an_old_file_gets_the_defaults_of_its_release(module: str, before: str, after: str) -> None:
    source = f"{OLD}from sklearn.{module} import {before.partition('(')[0]}\n{{}}\n"
    assert source.format(after) in upgrade(source.format(before).encode(), Settings()).after.decode()


@pytest.mark.parametrize(("module", "before"), [row[:2] for row in DEFAULTS])
def test_another_file_gets_a_note(module: str, before: str) -> None:
    source = f"import keras\nfrom sklearn.{module} import {before.partition('(')[0]}\n{before}\n"
    assert _notes(source) == [3]
    assert before in upgrade(source.encode(), Settings()).after.decode()


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("linear_model", "LogisticRegression(C=2.0)"),
        ("linear_model", "LogisticRegression(solver='liblinear')"),
        ("linear_model", "SGDClassifier(penalty='l2')"),
        ("decomposition", "PCA(n_components=2)"),
    ],
)
@pytest.mark.parametrize("start", ["import keras\n", OLD])
def test_what_no_argument_brings_back_gets_a_note(start: str, module: str, call: str) -> None:
    source = f"{start}from sklearn.{module} import {call.partition('(')[0]}\n{call}\n"
    assert _notes(source) == [start.count("\n") + 2]


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("ensemble", "RandomForestClassifier(50)"),
        ("ensemble", "RandomForestClassifier(n_estimators=10)"),
        ("ensemble", "RandomForestClassifier(**options)"),
        ("svm", "SVC(kernel='linear')"),
        ("svm", "SVC(gamma='scale')"),
        ("model_selection", "KFold(5)"),
        ("model_selection", "GridSearchCV(m, grid, cv=folds)"),
        ("linear_model", "LogisticRegression(solver='lbfgs')"),
        ("linear_model", "SGDClassifier(max_iter=5, tol=None)"),
        ("decomposition", "TruncatedSVD(2)"),
    ],
)
@pytest.mark.parametrize("start", ["import keras\n", OLD])
def test_what_is_given_stays(start: str, module: str, call: str) -> None:
    assert _notes(f"{start}from sklearn.{module} import {call.partition('(')[0]}\n{call}\n") == []


@pytest.mark.parametrize(
    "source",
    [
        "from sklearn.ensemble import RandomForestClassifier\nRandomForestClassifier()\n",
        "import keras\nfrom mine import KFold\nKFold()\n",
        "import keras\nfrom keras import ops\nfrom sklearn.svm import SVC\nops.ones(3)\nSVC()\n",
        "import keras\nfrom sklearn.svm import SVC\ntry:\n    m = SVC()\nexcept TypeError:\n    m = SVC(gamma='auto')\n",
    ],
)
def test_other_files_and_choices_stay(source: str) -> None:
    check_untouched(source)
    assert _notes(source) == []


def test_noted_once() -> None:
    head = "import keras\nfrom sklearn.decomposition import PCA\nfrom sklearn.svm import SVC\n"
    assert _notes(f"{head}PCA(2)\nSVC()\nPCA(3)\nSVC()\n") == [4, 5]


def test_not_noted_in_a_file_of_later_releases() -> None:
    head = "import tensorflow as tf\nfrom sklearn.svm import SVC\n"
    assert _notes(f"{head}x = tf.keras.layers.experimental.preprocessing.Rescaling(2.0)\nSVC()\n") == []
    assert _notes(f"{head}x = tf.keras.layers.Dense(2)\nSVC()\n") == [4]


def _notes(source: str) -> list[int]:
    return [each.line for each in upgrade(source.encode(), Settings()).notes if each.code == "TFM496"]
