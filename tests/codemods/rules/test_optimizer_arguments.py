from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "from keras.optimizers import Adam, Nadam, RMSprop\n"


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("Adam(epsilon=None)", "Adam()"),
        ("RMSprop(0.1, epsilon=None, rho=0.8)", "RMSprop(0.1, rho=0.8)"),
        ("Nadam(0.1, schedule_decay=0.004)", "Nadam(0.1)"),
        ("Nadam(epsilon=None, schedule_decay=0.004)", "Nadam(learning_rate=0.002)"),
    ],
)
def test_defaults_go(call: str, written: str) -> None:
    check_upgraded(HEAD + f"opt = {call}\n", HEAD + f"opt = {written}\n")


def test_another_schedule_is_reported() -> None:
    check_declined(HEAD + "opt = Nadam(0.1, schedule_decay=0.01)\n", "TFM113", 2)
    check_declined(HEAD + "opt = Nadam(0.1, schedule_decay=decay)\n", "TFM113", 2)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "opt = Adam(epsilon=1e-8)\n",
        HEAD + "opt = Adam(epsilon=epsilon)\n",
        HEAD + "opt = Adam(**options)\n",
        "from torch.optim import Adam\nimport keras\nopt = Adam(epsilon=None)\n",
        "from keras.layers import BatchNormalization\nx = BatchNormalization(epsilon=None)\n",
        "import keras\nopt = make(epsilon=None, schedule_decay=1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
