from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("use", "written"),
    [
        ("m.optimizer.lr = 0.1", "m.optimizer.learning_rate = 0.1"),
        ("print(self.model.optimizer.lr)", "print(self.model.optimizer.learning_rate)"),
        ("hasattr(self.model.optimizer, 'lr')", "hasattr(self.model.optimizer, 'learning_rate')"),
        ("set_value(m.optimizer.lr, 0.1)", "set_value(m.optimizer.learning_rate, 0.1)"),
    ],
)
def test_rate_of_a_model(use: str, written: str) -> None:
    check_upgraded(f"import keras\n{use}\n", f"import keras\n{written}\n")


def test_rate_of_an_optimizer() -> None:
    check_upgraded(
        "from keras.optimizers import SGD\nopt = SGD(0.1)\nopt.lr = 0.2\n",
        "from keras.optimizers import SGD\nopt = SGD(0.1)\nopt.learning_rate = 0.2\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nm.optimizer.learning_rate = 0.1\n",
        "import keras\nargs.lr = 0.1\n",
        "import keras\nhasattr(args, 'lr')\nhasattr(m.optimizer, name)\n",
        "import keras\nself.lr = 0.1\n",
        "import torch\nm.optimizer.lr = 0.1\n",
        "from torch.optim import SGD\nimport keras\nopt = SGD()\nopt.lr = 1\n",
        "import keras\nopt = keras.optimizers.get(x)\nopt.lr = 1\n",
        "from compat.keras.optimizers import SGD\nopt = SGD(lr=1)\nopt.lr = 1\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
