from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded


def test_a_rate_that_is_assigned_is_noted_once() -> None:
    loop = "for i in range(2):\n    model.optimizer.lr = 0.1\n    model.optimizer.lr = 0.2\n"
    source = f"from keras.models import load_model\n\nmodel = load_model('a.h5')\n{loop}"
    notes = check_sound(source).notes
    assert [each.line for each in notes if "trained on with the rate" in each.message] == [5]


@pytest.mark.parametrize(
    ("use", "written"),
    [
        ("m.optimizer.lr = 0.1", "m.optimizer.learning_rate = 0.1"),
        ("print(self.model.optimizer.lr)", "print(self.model.optimizer.learning_rate)"),
        ("hasattr(self.model.optimizer, 'lr')", "hasattr(self.model.optimizer, 'learning_rate')"),
        ("set_value(m.optimizer.lr, 0.1)", "set_value(m.optimizer.learning_rate, 0.1)"),
        ("rate = m.optimizer.lr(m.optimizer.iterations)", "rate = m.optimizer.learning_rate"),
        ("rate = m.optimizer.learning_rate(m.optimizer.iterations)", "rate = m.optimizer.learning_rate"),
        ("assert hasattr(m.optimizer, 'lr')", "assert hasattr(m.optimizer, 'learning_rate')"),
        ('rate = getattr(m.optimizer, "lr", None)', 'rate = getattr(m.optimizer, "learning_rate", None)'),
        ("setattr(m.optimizer, 'lr', 0.1)", "setattr(m.optimizer, 'learning_rate', 0.1)"),
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
        "import keras\nhasattr(args, 'lr')\n",
        "import keras\nhasattr(m.optimizer, name)\n",
        "import keras\ndef hasattr(a, b):\n    return True\nhasattr(m.optimizer, 'lr')\n",
        "import torch\nm.optimizer.lr = 0.1\n",
        "from torch.optim import SGD\nimport keras\nopt = SGD()\nopt.lr = 1\n",
        "import keras\nopt = keras.optimizers.get(x)\nopt.lr = 1\n",
        "from compat.keras.optimizers import SGD\nopt = SGD(lr=1)\nopt.lr = 1\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_schedule_of_an_optimizer_at_another_step() -> None:
    check_declined("import keras\nrate = m.optimizer.learning_rate(step)\n", "TFM111", 2)
    result = check_sound("import keras\nopt = keras.optimizers.Adam(schedule)\nrate = opt.lr(step)\n")
    assert [each.code for each in result.findings] == ["TFM111"]


def test_schedule_itself() -> None:
    check_untouched("import keras\nrate = schedule(step)\nrate = net.learning_rate(step)\n")


@pytest.mark.parametrize(
    "use",
    [
        "print(m.optimizer.learning_rate.decay_steps)",
        "m.optimizer.learning_rate.get_config()",
        "s = m.optimizer.learning_rate; print(s.warmup)",
        "s = m.optimizer.learning_rate; print(s(3))",
    ],
)
def test_what_only_a_schedule_has(use: str) -> None:
    check_declined(f"import keras\n{use}\n", "TFM111", 2)


@pytest.mark.parametrize(
    "use",
    [
        "print(m.optimizer.learning_rate.numpy())",
        "m.optimizer.learning_rate.assign(0.1)",
        "s = m.optimizer.learning_rate; print(s.value, s.dtype)",
        "s = m.optimizer.learning_rate; print(float(s))",
        "isinstance(m.optimizer.learning_rate, keras.optimizers.schedules.LearningRateSchedule)",
        "print(options.learning_rate.decay_steps)",
        "s = schedule; s(3); s.decay_steps",
    ],
)
def test_rates_left_alone(use: str) -> None:
    check_untouched(f"import keras\n{use}\n")


MODEL = "from keras.models import load_model\nm = load_model('m.h5')\n"


@pytest.mark.parametrize(
    "use",
    [
        "for i in range(3):\n    m.fit(x, y)\n    m.optimizer.lr = 0.1 ** i\n",
        "m.fit(x, y)\nm.optimizer.lr = 0.1\nm.fit(x, y)\n",
        "def slower():\n    m.optimizer.lr = m.optimizer.lr / 10\n",
        "m.train_on_batch(x, y)\nm.optimizer.lr /= 10\n",
    ],
)
def test_a_rate_that_is_assigned_during_training_is_noted(use: str) -> None:
    notes = check_sound(MODEL + use).notes
    assert [each.code for each in notes if "trained on with the rate" in each.message] == ["TFM111"]


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "m.optimizer.lr = 0.1\nm.fit(x, y)\n",
        MODEL + "m.fit(x, y)\nprint(m.optimizer.lr)\n",
        MODEL + "m.fit(x, y)\nm.optimizer.learning_rate = 0.1\n",
        MODEL.replace("from keras", "from tensorflow.keras") + "m.fit(x, y)\nm.optimizer.lr = 0.1\n",
        MODEL + "import keras.backend as K\nm.fit(x, y)\nK.set_value(m.optimizer.lr, 0.1)\n",
    ],
)
def test_other_rates_are_not_noted(source: str) -> None:
    assert not [each for each in check_sound(source).notes if "trained on with the rate" in each.message]
