"""`decay=` becomes an `InverseTimeDecay` schedule."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded


def test_rate_and_decay() -> None:
    check_upgraded(
        "from keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=0.1 / E, momentum=0.9)\n",
        "from keras.optimizers.schedules import InverseTimeDecay\nfrom keras.optimizers import SGD\n"
        "opt = SGD(learning_rate=InverseTimeDecay(0.1, decay_steps=1, decay_rate=0.1 / E), momentum=0.9)\n",
    )


def test_chain_needs_no_import() -> None:
    check_upgraded(
        "import tensorflow as tf\nopt = tf.keras.optimizers.Adam(1e-2, decay=1e-4)\n",
        "import tensorflow as tf\nopt = tf.keras.optimizers.Adam("
        "learning_rate=tf.keras.optimizers.schedules.InverseTimeDecay(1e-2, decay_steps=1, decay_rate=1e-4))\n",
    )


@pytest.mark.parametrize(
    ("name", "rate"),
    [("SGD", "0.01"), ("Adadelta", "1.0"), ("Adam", "0.001"), ("Adamax", "0.002")],
)
def test_rate_by_default_is_the_legacy_default(name: str, rate: str) -> None:
    text = check_sound(f"from keras.optimizers import {name}\nopt = {name}(decay=1e-4)\n").after.decode()
    assert f"opt = {name}(learning_rate=InverseTimeDecay({rate}, decay_steps=1, decay_rate=1e-4))\n" in text


def test_positional() -> None:
    text = check_sound("from keras.optimizers import SGD\nopt = SGD(0.1, 0.9, 1e-6)\n").after.decode()
    assert "SGD(learning_rate=InverseTimeDecay(0.1, decay_steps=1, decay_rate=1e-6), momentum=0.9)" in text


@pytest.mark.parametrize("zero", ["0", "0.0", "0.", "-0.0"])
def test_zero_is_dropped(zero: str) -> None:
    check_upgraded(
        f"from keras.optimizers import Adam\nopt = Adam(lr=1e-3, decay={zero}, beta_1=0.9)\n",
        "from keras.optimizers import Adam\nopt = Adam(learning_rate=1e-3, beta_1=0.9)\n",
    )


def test_zero_as_only_argument() -> None:
    check_upgraded(
        "from keras.optimizers import Adam\nopt = Adam(decay=0.0)\n",
        "from keras.optimizers import Adam\nopt = Adam()\n",
    )


def test_layout_stays() -> None:
    check_upgraded(
        """
        import keras
        opt = keras.optimizers.SGD(
            lr=0.1,  # start
            momentum=0.9,
            decay=1e-4,  # slow
        )
        """,
        """
        import keras
        opt = keras.optimizers.SGD(
            learning_rate=keras.optimizers.schedules.InverseTimeDecay(0.1, decay_steps=1, decay_rate=1e-4),  # start
            momentum=0.9,
            # slow
        )
        """,
    )


@pytest.mark.parametrize(
    "setter",
    [
        "from keras.callbacks import LearningRateScheduler\ncb = LearningRateScheduler(f)\n",
        "import keras\ncb = keras.callbacks.ReduceLROnPlateau()\n",
        "from keras import backend as K\nK.set_value(model.optimizer.lr, 0.1)\n",
        "model.optimizer.lr.assign(0.1)\n",
        "from clr_callback import CyclicLR\nmodel.fit(x, callbacks=[CyclicLR()])\n",
        "from schedules import WarmUpCosine\n",
    ],
)
def test_rate_set_elsewhere_goes_to_the_shim(setter: str) -> None:
    result = check_sound("from keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=1e-4)\n" + setter)
    assert b"from compat.keras.optimizers import SGD as LegacySGD\n" in result.after
    assert b"LegacySGD(learning_rate=0.1, decay=1e-4)" in result.after
    assert [note.code for note in result.notes] == ["TFM110"]
    assert not result.findings


@pytest.mark.parametrize(
    "reader",
    [
        "print(keras.backend.get_value(opt.lr))\n",
        "print(keras.backend.get_value(model.optimizer.lr))\n",
        "class C(keras.callbacks.Callback):\n    def f(self): print(self.model.optimizer.learning_rate)\n",
        "rate = opt.lr / (1 + opt.decay * opt.iterations)\n",
        "print(getattr(model.optimizer, 'lr'))\n",
    ],
)
def test_rate_that_is_read_is_the_one_before_the_decay(reader: str) -> None:
    result = check_sound("import keras\nfrom keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=1e-4)\n" + reader)
    assert b"LegacySGD(learning_rate=0.1, decay=1e-4)" in result.after
    assert not [finding for finding in result.findings if finding.code == "TFM110"]


def test_rate_of_the_arguments_is_not_the_optimizers() -> None:
    result = check_sound("import keras\nfrom keras.optimizers import SGD\nSGD(lr=args.lr, decay=args.decay)\n")
    assert b"InverseTimeDecay(args.lr, decay_steps=1, decay_rate=args.decay)" in result.after


OPTIM = "from keras.optimizers import SGD\ndef make(lr, decay):\n    return SGD(lr=lr, decay=decay)\n"


def beside(folder: Path, source: str, **modules: str) -> Upgraded:
    """What becomes of `optim.py` in a project of some modules."""
    (folder / ".git").mkdir()
    for name, code in {"optim": source, **modules}.items():
        (folder / f"{name}.py").write_text(code)
    result = upgrade(source.encode(), Settings(), project_of(folder / "optim.py"))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    "use",
    [
        "from keras import backend as K\nK.set_value(model.optimizer.lr, 0.01)\n",
        "from keras import backend as K\nprint(K.get_value(model.optimizer.lr))\n",
        "from keras.callbacks import ReduceLROnPlateau\nmodel.fit(x, y, callbacks=[ReduceLROnPlateau()])\n",
        "def warm_up(model):\n    model.optimizer.lr = 0.01\n",
        "def shown(optimizer):\n    return float(optimizer.lr)\n",
    ],
)
@pytest.mark.parametrize(
    ("optim", "main"),
    [
        (OPTIM, "from optim import make\n{use}"),
        (OPTIM, "from optim import make\nimport other\n"),
        (f"import other\n{OPTIM}", ""),
    ],
)
def test_rate_that_another_module_uses_goes_to_the_shim(tmp_path: Path, optim: str, main: str, use: str) -> None:
    result = beside(tmp_path, optim, main=main.format(use=use), other=use)
    assert b"LegacySGD(learning_rate=lr, decay=decay)" in result.after
    assert not result.findings
    assert ": another module also " in result.changes[-1].message


@pytest.mark.parametrize(
    "use",
    [
        "model.compile(make(0.1, 0.5), 'mse')\n",
        "config.lr = 0.01\nprint(args.lr)\n",
        "import torch\nother = torch.optim.SGD(p, lr=0.1)\nother.lr = 0.1\n",
        "import keras\nprint(args.lr)\n",
    ],
)
def test_rate_that_no_other_module_uses(tmp_path: Path, use: str) -> None:
    result = beside(tmp_path, OPTIM, main=f"from optim import make\n{use}")
    assert b"InverseTimeDecay(lr, " in result.after


def test_modules_that_do_not_meet_the_optimizer(tmp_path: Path) -> None:
    result = beside(tmp_path, OPTIM, main="from optim import make\n", other="import keras\nmodel.optimizer.lr = 0.1\n")
    assert b"InverseTimeDecay(lr, " in result.after


SCHEDULES = "from tensorflow.keras.optimizers.schedules import ExponentialDecay\n"


@pytest.mark.parametrize(
    "rate",
    ["ExponentialDecay(0.1, 2, 0.5)", "schedule", "make_schedule()", "settings.rate", "lambda: 0.1"],
)
def test_beside_a_schedule_goes_to_the_shim(rate: str) -> None:
    """tf.keras let both lower the rate."""
    head = f"{SCHEDULES}import tensorflow as tf\nschedule = ExponentialDecay(0.1, 2, 0.5)\ndef make_schedule(): pass\n"
    result = check_sound(f"{head}tf.keras.optimizers.Adam(learning_rate={rate}, decay=1e-2)\n")
    assert b"InverseTimeDecay" not in result.after
    assert f"LegacyAdam(learning_rate={rate}, decay=1e-2)".encode() in result.after


@pytest.mark.parametrize("rate", ["0.1", "-0.1", "base * 0.1", "float(text)"])
def test_a_number_in_a_file_of_schedules(rate: str) -> None:
    result = check_sound(
        f"{SCHEDULES}import tensorflow as tf\nother = ExponentialDecay(0.1, 2, 0.5)\n"
        f"tf.keras.optimizers.Adam(learning_rate={rate}, decay=1e-2)\n"
    )
    assert f"InverseTimeDecay({rate}, ".encode() in result.after


@pytest.mark.parametrize("call", ["Adagrad(lr=0.1, decay=1e-2)", "SGD(lr=0.1, decay=1e-2, clipnorm=1.0)"])
def test_shim_that_computes_something_else_declined(call: str) -> None:
    result = check_sound(f"import tensorflow as tf\nopt = tf.keras.optimizers.{call}\nprint(opt.lr)\n")
    assert b"compat" not in result.after
    assert "TFM110" in [finding.code for finding in result.findings]


@pytest.mark.parametrize(
    "bystander",
    [
        "import torch\nother = torch.optim.SGD(p, lr=0.1)\nother.lr = 0.1\n",
        "class Settings: pass\nsettings = Settings()\nsettings.lr = 0.1\n",
        "log.set_value('the .lr of opt', 1)\n",
    ],
)
def test_rate_of_something_else_is_none_of_the_optimizer(bystander: str) -> None:
    result = check_sound("from keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=1e-4)\n" + bystander)
    assert b"InverseTimeDecay" in result.after


def test_rate_assigned_goes_to_the_shim() -> None:
    result = check_sound("from keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=1e-4)\nopt.lr = 0.2\n")
    assert b"InverseTimeDecay" not in result.after


@pytest.mark.parametrize("call", ["SGD(decay=1e-4, **options)", "SGD(learning_rate=0.1, decay=1e-4, *options)"])
def test_beside_unpacked_arguments_declined(call: str) -> None:
    finding = check_declined(f"from keras.optimizers import SGD\nopt = {call}\n", "TFM110", 2)
    assert "InverseTimeDecay" in finding.advice


def test_the_shim_takes_unpacked_arguments() -> None:
    result = check_sound(
        "import keras.backend as K\nfrom keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=0.1, **kw)\n"
        "K.set_value(opt.lr, 0.05)\n"
    )
    assert b"opt = LegacySGD(learning_rate=0.1, decay=0.1, **kw)\n" in result.after
    assert not result.findings


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("import keras\nfrom keras.optimizers import SGD", "SGD(0.1, *more, decay=0.1)"),
        ("import keras\nfrom tensorflow.keras.optimizers import SGD", "SGD(0.1, decay=0.1, **kw)"),
    ],
)
def test_what_the_shim_may_not_take(head: str, call: str) -> None:
    """The dictionary may have `clipnorm`, which `tf.keras` took otherwise."""
    result = check_sound(f"{head}\nopt = {call}\nprint(opt.lr)\n")
    assert b"Legacy" not in result.after
    assert [(each.code, each.line) for each in result.findings] == [("TFM110", 3)]
    assert "InverseTimeDecay" not in result.findings[0].advice


HALVED = "InverseTimeDecay(0.1, decay_steps=1, decay_rate=0.5)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "RMSprop(0.1, 0.9, None, 0.5)",
            f"RMSprop(learning_rate={HALVED}, rho=0.9, epsilon=1e-14)",
        ),
        (
            "Adagrad(0.1, None, 0.5)",
            f"Adagrad(learning_rate={HALVED}, initial_accumulator_value=0.0, epsilon=1e-14)",
        ),
        (
            "SGD(0.1, 0.9, rate)",
            "SGD(learning_rate=InverseTimeDecay(0.1, decay_steps=1, decay_rate=rate), momentum=0.9)",
        ),
        ("Adam(0.1, 0.9, 0.999, 1e-8)", "Adam(0.1, 0.9, 0.999, 1e-8)"),
    ],
)
def test_places_that_the_releases_tell(before: str, after: str) -> None:
    head = "from keras.optimizers import Adagrad, Adam, RMSprop, SGD\n"
    result = upgrade(f"{head}opt = {before}\n".encode(), Settings(origin=parse_origin("keras==2.2.4")))
    assert isinstance(result, Upgraded)
    assert result.after.decode().endswith(f"opt = {after}\n")
    assert not result.findings


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("RMSprop(0.1, 0.9, None, 0.5)", "argument 3 of RMSprop was epsilon= or momentum= in Keras 2"),
        ("SGD(0.1, 0.9, x)", "argument 3 of SGD was decay= or nesterov= in Keras 2, and is nesterov= today"),
    ],
)
def test_places_that_the_releases_do_not_tell(call: str, said: str) -> None:
    finding = check_declined(f"from keras.optimizers import RMSprop, SGD\nopt = {call}\n", "TFM110", 2)
    assert finding.message.startswith(said)
    assert "InverseTimeDecay" in finding.advice


def test_positional_name_is_not_silent() -> None:
    result = check_sound("from keras.optimizers import SGD\nopt = SGD(0.1, 0.9, decay)\n")
    assert result.changed or result.findings


def test_positional_of_other_optimizers_is_not_silent() -> None:
    result = check_sound("from keras.optimizers import Adam\nopt = Adam(0.1, 0.9, 0.999, 1e-8, 1e-4)\n")
    assert result.changed or result.findings


@pytest.mark.parametrize(
    "source",
    [
        "from keras.optimizers import SGD\nopt = SGD(learning_rate=0.1, momentum=0.9)\n",
        "from keras.optimizers import SGD\nopt = SGD(0.1, 0.9)\n",
        "from keras.optimizers import SGD\nopt = SGD(*options)\n",
        "from torch.optim import SGD\nimport keras\nopt = SGD(0.1, decay=1e-4)\n",
        "from keras.optimizers import SGD\ndef f(SGD): return SGD(decay=0.1)\n",
        "from keras.optimizers import SGD\nopt = make(SGD, decay=0.1)\n",
        "from keras.layers import Dense\nx = Dense(3, decay=0.1)\n",
        "from tensorflow.keras.optimizers.schedules import InverseTimeDecay\ns = InverseTimeDecay(1, 1, decay_rate=2)\n",
        "from tensorflow_extras.optimizers import AdamW\nimport keras\nopt = AdamW(decay=1e-4)\n",
        "from .optimizers import SGD\nimport keras\nopt = SGD(decay=1e-4)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
