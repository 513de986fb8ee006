"""Defaults and scores of scikit-learn: a call as it was, and as it is; 0.20.4 runs both, and today's release the second.

What both gave was compared with scikit-learn 0.20.4 and 1.9.1: the sizes of forests, the folds, the scores and the
outliers are the same.
"""

import importlib
import inspect
import warnings

import pytest

from compat.tables.names.scikit_defaults import DEFAULTS, GONE_BEFORE, SCORED, SCORES, SIGNS

sklearn = pytest.importorskip("sklearn")
np = pytest.importorskip("numpy")

RELEASE = tuple(int(part) for part in sklearn.__version__.split(".")[:2])
WAS_WARNING = ("warn", "auto_deprecated", "legacy")


def _found(path):
    module, _, name = path.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)
    except AttributeError:
        return importlib.import_module(path)


@pytest.mark.parametrize("path", sorted({*DEFAULTS, *SCORED, *SIGNS}))
def test_the_path_is_one_of_today(path):
    assert _found(path) is not None


@pytest.mark.parametrize("path", sorted(DEFAULTS))
def test_the_default_is_another_one(path):
    row = DEFAULTS[path]
    parameter = inspect.signature(_found(path)).parameters[row.name]
    if RELEASE >= (0, 22):
        assert str(parameter.default) not in (row.code, row.code.strip('"'), *WAS_WARNING)
    elif RELEASE >= (0, 20):
        assert parameter.default is None or str(parameter.default) in WAS_WARNING


@pytest.mark.skipif(RELEASE < (0, 22), reason="they are gone since")
@pytest.mark.parametrize("path", sorted(GONE_BEFORE))
def test_the_name_is_gone(path):
    with pytest.raises((ImportError, AttributeError)):
        _found(path)


@pytest.mark.parametrize("name", sorted(SCORES))
def test_a_score_has_its_name_of_today(name):
    scorer = importlib.import_module("sklearn.metrics").get_scorer
    if RELEASE >= (0, 24):
        assert scorer(SCORES[name])
        with pytest.raises(ValueError, match="not a valid"):
            scorer(name)


def test_a_solver_takes_two_classes():
    from sklearn.linear_model import LogisticRegression

    model, classes = LogisticRegression(solver="liblinear"), np.arange(60) % 3
    if RELEASE >= (1, 8):
        with pytest.raises(ValueError, match="liblinear"):
            model.fit(X, classes)
    else:
        assert model.fit(X, classes).coef_.shape == (3, 4)


X = np.random.RandomState(0).rand(60, 4)
Y = (X[:, 0] + 0.3 * np.random.RandomState(1).rand(60) > 0.6).astype(int)

MEASURED = {
    "ensemble.RandomForestClassifier": (lambda made: len(made.fit(X, Y).estimators_), 10),
    "ensemble.ExtraTreesRegressor": (lambda made: len(made.fit(X, Y).estimators_), 10),
    "model_selection.KFold": (lambda made: len(list(made.split(X))), 3),
    "model_selection.TimeSeriesSplit": (lambda made: len(list(made.split(X))), 3),
    "svm.SVC": (lambda made: round(float(made.fit(X, Y).decision_function(X)[0]), 3), 0.37),
    "svm.SVR": (lambda made: round(float(made.fit(X, Y).predict(X)[0]), 3), 0.638),
    "ensemble.IsolationForest": (lambda made: int((made.fit(X).predict(X) < 0).sum()), 6),
    "neighbors.LocalOutlierFactor": (lambda made: int((made.fit_predict(X) < 0).sum()), 6),
}
"""What estimators gave by default with scikit-learn 0.20.4."""


@pytest.mark.parametrize("name", MEASURED)
def test_the_argument_does_what_the_default_did(name):
    row = DEFAULTS["sklearn." + name]
    measure, expected = MEASURED[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = _found("sklearn." + name)(**{row.name: eval(row.code)})
        assert measure(made) == expected
        if (0, 20) <= RELEASE < (0, 21):
            assert measure(_found("sklearn." + name)()) == expected
