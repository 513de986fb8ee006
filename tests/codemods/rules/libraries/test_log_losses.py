"""Probabilities of single precision are cut where scikit-learn cut them; others are left alone, or noted."""

from __future__ import annotations

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = """
import numpy as np
from keras.models import load_model
from sklearn.metrics import log_loss
model = load_model("model.h5")
p = model.predict(x)
"""
CUT = 'np.clip({}.astype("float64"), 1e-15, 1 - 1e-15)'
LEGACY = 19.3071005543073
"""What scikit-learn 0.22.2 makes of the probabilities below."""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("log_loss(y, p)", f"log_loss(y, {CUT.format('p')})"),
        ("log_loss(y, model.predict(x))", f"log_loss(y, {CUT.format('model.predict(x)')})"),
        ("log_loss(y, p, eps=1e-15)", f"log_loss(y, {CUT.format('p')})"),
        ("log_loss(y, p[:, 1], labels=[0, 1])", f"log_loss(y, {CUT.format('p[:, 1]')}, labels=[0, 1])"),
        ("q = np.zeros(3, dtype='float32')\nlog_loss(y, q)", None),
        ("log_loss(y, -p)", f"log_loss(y, {CUT.format('(-p)')})"),
        ("log_loss(y_true=y, y_pred=p.ravel())", f"log_loss(y_true=y, y_pred={CUT.format('p.ravel()')})"),
    ],
)
def test_cut(before: str, after: str | None) -> None:
    after = after or before.replace("log_loss(y, q)", f"log_loss(y, {CUT.format('q')})")
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "log_loss(y, p.astype('float64'))\n",
        HEAD + "log_loss(y, np.clip(p, 1e-5, 1 - 1e-5))\n",
        HEAD + "q = forest.predict_proba(x)\nlog_loss(y, q)\n",
        HEAD + "log_loss(*both)\n",
        HEAD + "log_loss(y)\n",
        HEAD.replace("from sklearn.metrics import", "from own import") + "log_loss(y, p)\n",
        HEAD.replace("log_loss", "roc_auc_score") + "roc_auc_score(y, p)\n",
        HEAD.replace("from keras.models", "from own.models") + "log_loss(y, p)\n",
        HEAD + "log_loss\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
    result = upgrade(source.encode(), Settings(select=("TFM515",)))
    assert isinstance(result, Upgraded)
    assert not result.notes


def test_noted() -> None:
    result = upgrade(f"{HEAD}log_loss(y, q)\n".encode(), Settings(select=("TFM515",)))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.notes] == ["TFM515"]
    assert not result.findings


def test_numbers() -> None:
    """The cut gives back what scikit-learn 0.22.2 computed."""
    metrics = pytest.importorskip("sklearn.metrics")
    p = np.array([[1e-10, 1 - 1e-10], [0.3, 0.7], [1.0, 0.0]], dtype="float32")
    y = [0, 1, 1]
    assert metrics.log_loss(y, p) == pytest.approx(10.747147560119629)
    cut = np.clip(p.astype("float64"), 1e-15, 1 - 1e-15)
    assert metrics.log_loss(y, cut) == pytest.approx(LEGACY, rel=1e-6)
