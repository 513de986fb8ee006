"""`lr=` and `decay=` that reach an optimizer by another name."""

from __future__ import annotations

import pytest

from codemods.releases.origin import parse_origin
from codemods.types import Settings
from tests.codemods.checks import check_declined, check_lasting, check_sound, check_untouched, check_upgraded

HEAD = "import keras\nfrom functools import partial\nfrom keras.optimizers import SGD, Adam\n"
IMPORT = "from keras.optimizers.schedules import InverseTimeDecay\n"
SCHEDULE = "InverseTimeDecay(0.1, decay_steps=1, decay_rate=1e-4)"


@pytest.mark.parametrize(
    ("head", "call", "arguments"),
    [
        ("", "partial(SGD, {})", "lr=0.1, decay=1e-4"),
        ("", "partial(SGD, {})", "0.1, decay=1e-4"),
        ("A = SGD\n", "A({})", "lr=0.1, decay=1e-4"),
        ("A = SGD if fast else Adam\n", "A({})", "lr=0.1, decay=1e-4"),
        ("", "(SGD if fast else Adam)({})", "lr=0.1, decay=1e-4"),
        ('OPT = {"sgd": SGD, "adam": Adam}\n', "OPT[name]({})", "lr=0.1, decay=1e-4"),
        ('OPT = {"sgd": SGD, "adam": Adam}\n', "OPT.get(name)({})", "lr=0.1, decay=1e-4"),
        ("class My(SGD): pass\n", "My({})", "lr=0.1, decay=1e-4"),
        ("OPT = dict(sgd=SGD, adam=Adam)\n", "OPT[name]({})", "lr=0.1, decay=1e-4"),
        ("def make(cls=SGD): return cls({})\n", "make(Adam)", "lr=0.1, decay=1e-4"),
        ("for cls in [SGD, Adam]: use(cls({}))\n", "0", "lr=0.1, decay=1e-4"),
        ('for n, cls in {{"a": SGD}}.items(): use(cls({}))\n', "0", "lr=0.1, decay=1e-4"),
        ("class T:\n    OPT = SGD\n    def make(self): return self.OPT({})\n", "T()", "lr=0.1, decay=1e-4"),
        (
            "class T:\n    def __init__(self, o): self.o = o\n    def make(self): return self.o({})\n",
            "T(SGD)",
            "lr=0.1, decay=1e-4",
        ),
    ],
)
def test_decay(head: str, call: str, arguments: str) -> None:
    source = f"{head}o = {call}\n" if "{}" in head else f"{head.replace('{', '{{').replace('}', '}}')}o = {call}\n"
    check_upgraded(f"{HEAD}{source.format(arguments)}", f"{IMPORT}{HEAD}{source.format('learning_rate=' + SCHEDULE)}")


@pytest.mark.parametrize(
    "source",
    [
        "make = partial(SGD, momentum=0.9)\no = make({})\n",
        "def train():\n    make = partial(Adam)\n    return make({})\n",
        "class T:\n    def __init__(self): self.make = partial(SGD)\n    def run(self): return self.make({})\n",
    ],
)
def test_rate_of_a_partial(source: str) -> None:
    check_upgraded(HEAD + source.format("lr=0.1"), HEAD + source.format("learning_rate=0.1"))


@pytest.mark.parametrize(
    "source",
    [
        "make = partial(SGD, decay=1e-4)\no = make(learning_rate=0.1)\n",
        "make = partial(SGD, decay=1e-4)\no = make(0.1)\n",
        "make = partial(SGD, decay=1e-4)\no = make(**options)\n",
        "make = partial(SGD, learning_rate=0.1)\no = make(decay=1e-4)\n",
    ],
)
def test_rate_and_decay_in_two_parts_are_reported(source: str) -> None:
    result = check_sound(HEAD + source)
    assert [each.code for each in result.findings] == ["TFM116"]


@pytest.mark.parametrize(
    "source",
    [
        "make = partial(train, SGD)\no = make(lr=0.1)\n",
        "make = partial(SGD) if fast else own\no = make(lr=0.1)\n",
        "def use(make): return make(lr=0.1)\n",
    ],
)
def test_other_partials_are_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


def test_decay_of_a_looked_up_class() -> None:
    check_upgraded(
        "import keras\no = getattr(keras.optimizers, name)(lr=0.1, decay=1e-4)\n",
        f"import keras\no = getattr(keras.optimizers, name)(learning_rate=keras.optimizers.schedules.{SCHEDULE})\n",
    )


@pytest.mark.parametrize(
    "looked_up",
    [
        "getattr(keras.optimizers, name)",
        "vars(keras.optimizers)[name]",
        "keras.optimizers.__dict__[name]",
    ],
)
def test_looked_up_classes(looked_up: str) -> None:
    head = "import keras\n"
    check_upgraded(f"{head}o = {looked_up}(lr=0.1)\n", f"{head}o = {looked_up}(learning_rate=0.1)\n")
    named = f"{head}cls = {looked_up}\n"
    schedule = f"keras.optimizers.schedules.{SCHEDULE}"
    check_upgraded(f"{named}o = cls(lr=0.1, decay=1e-4)\n", f"{named}o = cls(learning_rate={schedule})\n")


@pytest.mark.parametrize("computed", ["globals()[name]", "eval(name)", "vars()[name]"])
@pytest.mark.parametrize("arguments", ["lr=0.1", "decay=1e-4"])
def test_computed_names_are_reported(computed: str, arguments: str) -> None:
    result = check_sound(f"{HEAD}o = {computed}({arguments})\n")
    assert [each.code for each in result.findings] == ["TFM116"]


@pytest.mark.parametrize(
    "source",
    [
        "import keras\no = globals()[name](lr=0.1)\n",
        HEAD + "o = globals()[name](0.1)\n",
        HEAD + "o = table[name](lr=0.1)\n",
        "import keras\no = vars(options)[name](lr=0.1)\n",
        "import keras\ncls = getattr(keras.optimizers, name) if a else own\no = cls(lr=0.1)\n",
    ],
)
def test_other_computed_names(source: str) -> None:
    result = check_sound(source)
    assert result.after == source.encode()
    assert not result.findings


def test_decay_of_a_class_in_a_text() -> None:
    result = check_sound("import keras\no = eval('keras.optimizers.' + name)(lr=0.1, decay=1e-4)\n")
    assert [each.code for each in result.findings] == ["TFM116"]


def test_decay_of_the_base_class() -> None:
    before = "class My(SGD):\n    def __init__(self, lr=0.1):\n        super().__init__(lr=lr, decay=1e-4)\n"
    result = check_sound(HEAD + before)
    assert b"super().__init__(learning_rate=InverseTimeDecay(lr, decay_steps=1, decay_rate=1e-4))" in result.after
    assert not result.findings


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("partial(SGD, lr=0.1)", "partial(SGD, learning_rate=0.1)"),
        ("{'sgd': SGD, 'adam': Adam}[name](lr=0.1)", "{'sgd': SGD, 'adam': Adam}[name](learning_rate=0.1)"),
        ("getattr(keras.optimizers, name)(lr=0.1)", "getattr(keras.optimizers, name)(learning_rate=0.1)"),
        ("eval('keras.optimizers.' + name)(lr=0.1)", "eval('keras.optimizers.' + name)(learning_rate=0.1)"),
        ("eval('optimizers.SGD')(lr=0.1)", "eval('optimizers.SGD')(learning_rate=0.1)"),
        ("partial(SGD, learning_rate=0.1, decay=0.0)", "partial(SGD, learning_rate=0.1)"),
        ("[SGD, Adam][i](lr=0.1, decay=0)", "[SGD, Adam][i](learning_rate=0.1)"),
    ],
)
def test_rate(before: str, after: str) -> None:
    check_upgraded(HEAD + before + "\n", HEAD + after + "\n")


@pytest.mark.parametrize(
    "source",
    [
        "OPT = {'sgd': SGD, 'delta': keras.optimizers.Adadelta}\no = OPT[name](decay=1e-4)\n",
        "o = partial(SGD, decay=1e-4, **more)\n",
        "o = partial(SGD, 0.1, decay=1e-4)\nkeras.backend.set_value(model.optimizer.learning_rate, 1)\n",
        "o = partial(SGD, 0.1, decay=1e-4)\nprint(model.optimizer.learning_rate)\n",
        "s = keras.optimizers.schedules.ExponentialDecay(1, 2, 3)\no = partial(SGD, s, decay=1e-4)\n",
    ],
)
def test_declined(source: str) -> None:
    result = check_sound(HEAD + source)
    assert "TFM116" in [finding.code for finding in result.findings]
    assert b"InverseTimeDecay" not in result.after


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "partial(SGD, learning_rate=0.1)\n",
        HEAD + "partial(train, lr=0.1, decay=1e-4)\n",
        HEAD + "OPT = {'sgd': SGD, 'own': Own}\nOPT[name](lr=0.1, decay=1e-4)\n",
        HEAD + "def f(A): return A(lr=0.1, decay=1e-4)\n",
        HEAD + "getattr(keras.layers, name)(lr=0.1, decay=1e-4)\n",
        HEAD + "eval('torch.optim.' + name)(lr=0.1, decay=1e-4)\n",
        HEAD + "eval(name)(0.1)\n",
        HEAD + "eval('layers.' + name)(lr=0.1, decay=1e-4)\n",
        HEAD + "getattr(torch.optim, name)(lr=0.1, decay=1e-4)\n",
        "import torch, keras\nfrom torch.optim import SGD\nA = SGD\nA(lr=0.1, decay=1)\n",
        HEAD + "class My:\n    def __init__(self): super().__init__(lr=0.1, decay=1)\n",
        HEAD + "class My(SGD):\n    def __init__(self, lr): pass\nMy(lr=0.1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        "def make(cls): return cls(lr=0.1)\n",
        "def make(cls=SGD): return cls(lr=0.1)\nmake(Own)\n",
        "for cls in [SGD, Own]: cls(lr=0.1)\n",
        "class T:\n    def __init__(self, o): self.o = o\n    def make(self): return self.o(lr=0.1)\n",
        "class T:\n    def make(self, cls=SGD): return cls(lr=0.1)\n",
        "OPT = dict(own=Own)\nOPT['own'](lr=0.1)\n",
    ],
)
def test_classes_that_may_be_others(source: str) -> None:
    check_untouched(f"import keras\nfrom functools import partial\n{source}".replace("SGD", "keras.optimizers.SGD"))


HANDED = "from keras.optimizers import Adam, SGD\n\nsettings = {'lr': [1.0, 2.0], 'optimizer': [Adam, SGD]}\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        "def build(chosen):\n    return chosen['optimizer'](lr=chosen['lr'] / 1000)\n",
        "def build(optimizer):\n    return optimizer(decay=1e-4)\n",
        "for optimizer in choices(settings):\n    print(optimizer(lr=0.1))\n",
    ],
)
def test_optimizers_that_are_handed_on_are_reported(source: str) -> None:
    line = (HANDED + source).count("\n")
    check_declined(HANDED + source, "TFM116", line)


@pytest.mark.parametrize(
    "source",
    [
        HANDED + "def build(chosen):\n    return chosen['optimizer'](learning_rate=0.1)\n",
        HANDED + "def build(lr):\n    return lr\n\n\nbuild(lr=0.1)\n",
        HANDED + "from own import schedule\n\nschedule(lr=0.1)\n",
        "import keras\n\n\ndef build(chosen):\n    return chosen['optimizer'](lr=0.1)\n",
        "from torch.optim import SGD\n\nsettings = [SGD]\n\n\ndef build(optimizer):\n    return optimizer(lr=0.1)\n",
    ],
)
def test_what_is_not_handed_on(source: str) -> None:
    check_untouched(source)


NADAM = "from functools import partial\nfrom keras.optimizers import Nadam\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("partial(Nadam, lr=0.1, schedule_decay=0.004)", "partial(Nadam, learning_rate=0.1)"),
        ("partial(Nadam, epsilon=None)", "partial(Nadam)"),
    ],
)
def test_arguments_that_only_said_the_default(before: str, after: str) -> None:
    check_upgraded(f"{NADAM}make = {before}\n", f"{NADAM}make = {after}\n")


def test_another_schedule_decay_is_reported() -> None:
    check_declined(f"{NADAM}make = partial(Nadam, schedule_decay=0.01)\n", "TFM116", 3)


@pytest.mark.parametrize(
    "call", ["partial(Nadam, 0.1, epsilon=1e-7)", "partial(other, schedule_decay=0.004, epsilon=None)"]
)
def test_other_arguments_of_a_partial_left_alone(call: str) -> None:
    check_untouched(f"{NADAM}make = {call}\n")


OWN = """\
from keras.optimizers import Adam, SGD


class Own({base}):
    def __init__(self, lr, decay, flag):
        super().__init__({args})
"""
BY_POSITION = "InverseTimeDecay(lr, decay_steps=1, decay_rate={})"


def _own(args: str, *, base: str = "SGD", head: str = "", origin: str = "") -> tuple[str, list[str]]:
    """What the start of an own optimizer is given after the upgrade, and the codes of the findings."""
    settings = Settings(origin=parse_origin(origin) if origin else None)
    result = check_lasting(head + OWN.format(base=base, args=args), settings)
    line = next(each for each in result.after.decode().splitlines() if "super()" in each)
    return line.strip().removeprefix("super().__init__(")[:-1], [each.code for each in result.findings]


@pytest.mark.parametrize("origin", ["keras==2.2.4", "keras==2.0.8", ""])
@pytest.mark.parametrize(
    ("base", "before", "after"),
    [
        ("SGD", "lr, 0.0, decay", f"{BY_POSITION.format('decay')}, 0.0"),
        ("SGD", "lr, 0.9, 0.5", f"{BY_POSITION.format('0.5')}, 0.9"),
        ("Adam", "lr, 0.9, 0.999, 1e-8, decay", f"{BY_POSITION.format('decay')}, 0.9, 0.999, 1e-8"),
    ],
)
def test_decay_by_position(base: str, before: str, after: str, origin: str) -> None:
    """With a rate of 0.1 and a decay of 0.5, three epochs end at 4.68, 0.053 and 0.01; as `nesterov` at 0.007 and 0."""
    assert _own(before, base=base, origin=origin) == (after, [])


def test_flag_behind_the_decay() -> None:
    after = f"{BY_POSITION.format('decay')}, 0.9, nesterov=True"
    assert _own("lr, 0.9, decay, True", origin="keras==2.2.4") == (after, [])
    assert _own("lr, 0.9, decay, True") == ("lr, 0.9, decay, True", ["TFM116"])


def test_decay_by_position_of_a_partial() -> None:
    source = "make = partial(SGD, 0.1)\nmake(0.9, decay)\n"
    result = check_lasting(HEAD + source, Settings(origin=parse_origin("keras==2.2.4")))
    assert [each.code for each in result.findings] == ["TFM116"]
    assert b"make(0.9, decay=decay)\n" in result.after


@pytest.mark.parametrize(
    ("args", "origin", "codes"),
    [
        ("lr, 0.9, value", "", ["TFM116"]),
        ("lr, 0.9, value", "keras==2.3.1", []),
        ("lr, 0.9, decay", "keras==2.3.1", []),
        ("lr, 0.9, True", "", []),
        ("lr, 0.9, nesterov", "", []),
        ("lr, 0.9", "keras==2.2.4", []),
        ("lr", "keras==2.2.4", []),
        ("*args", "keras==2.2.4", []),
    ],
)
def test_places_that_are_left_alone_or_reported(args: str, origin: str, codes: list[str]) -> None:
    assert _own(args, origin=origin) == (args, codes)


def test_epsilon_of_adam_stays() -> None:
    assert _own("lr, 0.9, 0.999, epsilon", base="Adam") == ("lr, 0.9, 0.999, epsilon", [])


def test_places_of_tf_keras_stay() -> None:
    source = "import tensorflow as tf\n" + OWN.split("\n", 1)[1].format(
        base="tf.keras.optimizers.SGD", args="lr, 0.9, flag"
    )
    result = check_lasting(source, Settings(origin=parse_origin("tensorflow==2.3")))
    assert not result.findings
    assert not result.changed
