"""What Keras 3 has of TensorFlow Addons trains and measures as that did, on its three releases."""

import json

import numpy as np
import pytest

from compat.tables.names.addons import ADDONS, PACKAGE
from tests.compat.oracles.addons_cases import F1, LAYERS, METRICS, measured, trained
from tests.compat.paths import ORACLES

keras = pytest.importorskip("keras")
tensorflow = pytest.importorskip("tensorflow")
RECORDED = json.loads(ORACLES.joinpath("addons.json").read_text(encoding="utf-8"))
modern = pytest.mark.skipif(not hasattr(keras.layers, "AdaptiveAveragePooling2D"), reason="Keras 3.13 has them all")


def _made(kind, *given, **named):
    row = ADDONS[f"{PACKAGE}.{'metrics' if kind == F1 else 'layers'}.{kind}"]
    owner = keras
    for part in row.path.split("."):
        owner = getattr(owner, part)
    return owner(*given[len(row.dropped) :], **named, **{name: int(value) for name, value in row.added})


@modern
@pytest.mark.parametrize("name", LAYERS)
def test_layers(name):
    losses, values = trained(tensorflow, _made, name)
    for release in RECORDED.values():
        told_losses, told_values = release["layers"][name]
        np.testing.assert_allclose(losses, told_losses, rtol=1e-5)
        np.testing.assert_allclose(values, told_values, rtol=2e-5, atol=2e-4)


@modern
@pytest.mark.parametrize("name", METRICS)
def test_metrics(name):
    for release in RECORDED.values():
        np.testing.assert_allclose(measured(_made, name), release["metrics"][name], atol=1e-6)


def test_releases():
    assert sorted(RECORDED) == ["0.11", "0.20", "0.23"]
