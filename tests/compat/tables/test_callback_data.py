"""Run one batch under a callback, on every release, and look at what it is told."""

import numpy as np
import pytest

from compat.tables.behaviour.callback_data import GONE_BATCH_LOGS, GONE_PARAMS
from tests.compat.releases import FAMILIES, IS_MODERN

KERAS_1_ONLY = {"nb_epoch", "nb_sample"}


def told(keras):
    """The keys of `params` and of the logs of a batch."""

    class Seen(keras.callbacks.Callback):
        def on_batch_end(self, batch, logs=None):
            self.logs = dict(logs)

    seen = Seen()
    model = keras.models.Sequential([keras.layers.Dense(1, **({} if IS_MODERN else {"input_dim": 2}))])
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0, callbacks=[seen])
    return set(seen.params), set(seen.logs)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_keys(family):
    params, logs = told(family.keras)
    if IS_MODERN:
        assert params == {"epochs", "steps", "verbose"}
        assert not logs & set(GONE_BATCH_LOGS)
    elif family.name == "keras":
        assert set(GONE_PARAMS) - KERAS_1_ONLY <= params
        assert set(GONE_BATCH_LOGS) <= logs
