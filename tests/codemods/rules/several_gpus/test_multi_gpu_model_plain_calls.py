"""`multi_gpu_model` in a conditional expression, in a function that only wraps, in a method that another one calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_shimmed, check_sound
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import HEAD, MODEL, native

SCOPE = "with strategy.scope():\n"
FIT = "p.compile('sgd', 'mse')\np.fit(x, y)\n"
MAIN = "if __name__ == '__main__':\n    pass\n"
SHORT = "def wrap(model, n):\n    return multi_gpu_model(model, n)\n"
PARALLEL = "self.p = multi_gpu_model(self.m, gpus=2)\n"
COMPILE = "self.p.compile('sgd', 'mse')\n"


def methods(init: str, wrap: str, head: str = "def wrap(self):\n") -> str:
    return f"class A:\n    def __init__(self, g=2):\n        {init}    {head}        {wrap}"


# --- conditional expressions


@pytest.mark.parametrize("choice", ["m if g < 2 else multi_gpu_model(m, g)", "multi_gpu_model(m, g) if g > 1 else m"])
def test_conditional_expression(choice: str) -> None:
    text = native(f"{MODEL}p = {choice}  # why\n{FIT}")
    assert f"{SCOPE}    m = load_model('x.h5', compile=False)\n    m.compile('sgd', 'mse')\nm.fit(x, y)\n" in text
    assert "# why\n" in text


def test_conditional_expression_of_one_name() -> None:
    text = native(f"{MODEL}m = multi_gpu_model(m, 2) if x else m\nm.compile('sgd', 'mse')\n")
    assert text.endswith(f"{SCOPE}    m = load_model('x.h5', compile=False)\n    m.compile('sgd', 'mse')\n")


def test_returned_conditional_expression() -> None:
    text = native(
        f"def f(g=2):\n    {MODEL}    return m if g < 2 else multi_gpu_model(m, g)\n"
        f"{FIT.replace('p.c', 'p = f()' + chr(10) + 'p.c')}"
    )
    assert f"    {SCOPE}        m = load_model('x.h5', compile=False)\n" in text


@pytest.mark.parametrize(
    ("test", "given"),
    [
        ("n > 1", "2"),
        ("n >= 2", "2"),
        ("n is not None", "2"),
        ("not n == 1", "3"),
        ("n", "2"),
        ("len(n) > 1", "[0, 1]"),
    ],
)
def test_condition_of_numbers(test: str, given: str) -> None:
    """A test that only asks whether 2 is more than 1 says nothing to a reader."""
    function = f"def wrap(model, n):\n    if {test}:\n        return multi_gpu_model(model, n)\n    return model\n"
    text = native(f"{function}{MODEL}p = wrap(m, {given})\n{FIT}{MAIN}")
    assert "def wrap" not in text
    assert "strategy = tf.distribute.MirroredStrategy([" in text
    assert "get_strategy" not in text
    assert " if " not in text.replace(MAIN, "")


def test_condition_that_does_not_hold() -> None:
    function = "def wrap(model, n):\n    if n > 1:\n        return multi_gpu_model(model, n)\n    return model\n"
    text = native(f"{function}{MODEL}p = wrap(m, 1)\n{FIT}{MAIN}")
    assert "def wrap" not in text
    assert "p = m\n" in text
    assert "strategy" not in text


@pytest.mark.parametrize("given", ["None", "[0, 1]"])
def test_condition_that_raises_stays(given: str) -> None:
    function = "def wrap(model, n):\n    if n > 1:\n        return multi_gpu_model(model, n)\n    return model\n"
    after = check_shimmed(f"{HEAD}{function}{MODEL}p = wrap(m, {given})\n{FIT}{MAIN}", 5, "model is not built")
    assert f"p = wrap(m, {given})" in after.after.decode()


# --- functions that only wrap


@pytest.mark.parametrize(
    "function",
    [
        SHORT,
        "def wrap(model, n):\n    'Spread.'\n    return multi_gpu_model(model, n) if n > 1 else model\n",
        "def wrap(model, n):\n    if n < 2:\n        return model\n    return multi_gpu_model(model, n)\n",
        "def wrap(model, n):\n    if n > 1:\n        return multi_gpu_model(model, n)\n    else:\n        return model\n",
        "def wrap(model, n):\n    if n > 1:\n        model = multi_gpu_model(model, n)\n    return model\n",
        "def wrap(model, n):\n    from keras.utils import multi_gpu_model as mgm\n    return multi_gpu_model(model, n)\n",
    ],
)
def test_wrapping_function(function: str) -> None:
    text = native(
        f"{function}def f(g=2):\n    {MODEL}    p = wrap(m, g)\n    {FIT.replace(chr(10), chr(10) + '    ')}\n{MAIN}"
    )
    assert "def wrap" not in text
    assert f"    {SCOPE}        m = load_model('x.h5', compile=False)\n" in text


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        (f"{SHORT}def f():\n    {MODEL}    p = wrap(m, 2)\n    p.compile('sgd')\n", 4, "model is not built"),
        (f"__all__ = ['wrap']\n{SHORT}{MODEL}p = wrap(m, 2)\n{FIT}", 5, "model is not built"),
        (f"{SHORT}{MODEL}p = wrap(m, count())\n{FIT}", 4, "model is not built"),
        (f"{SHORT}{MODEL}p = wrap(*both)\n{FIT}", 4, "model is not built"),
        (f"{SHORT}{MODEL}p = other(wrap(m, 2))\n{FIT}", 4, "model is not built"),
        (f"{SHORT}{MODEL}p = wrap(m, 2)\n{FIT}run(wrap)\n", 4, "model is not built"),
        (f"@once\n{SHORT}{MODEL}p = wrap(m, 2)\n{FIT}", 5, "model is not built"),
        (
            f"def wrap(model, n):\n    # why\n    return multi_gpu_model(model, n)\n{MODEL}p = wrap(m, 2)\n{FIT}",
            5,
            "not",
        ),
        (
            f"def wrap(model, n):\n    log(n)\n    return multi_gpu_model(model, n)\n{MODEL}p = wrap(m, 2)\n{FIT}",
            5,
            "not",
        ),
        (
            (
                f"def wrap(model):\n    if many():\n        return multi_gpu_model(model, 2)\n    return model\n{MODEL}"
                f"p = wrap(m)\n{FIT}"
            ),
            5,
            "model is not built",
        ),
        (
            (
                f"def wrap(model):\n    return multi_gpu_model(model, g)\ndef f():\n    g = 3\n    {MODEL}"
                f"    p = wrap(m)\n    p.compile('sgd')\n{MAIN}"
            ),
            4,
            "model is not built",
        ),
        (f"{SHORT}{MODEL}p = wrap(m, 2)\n{FIT}p.load_weights('p.h5')\n", 4, "model is not built"),
    ],
)
def test_function_stays(source: str, line: int, reason: str) -> None:
    check_shimmed(HEAD + source, line, reason)


# --- methods that wrap what another method built


@pytest.mark.parametrize(
    "source",
    [
        methods(f"self.{MODEL}        self.wrap()\n", f"self.p = multi_gpu_model(self.m, gpus=2)\n        {COMPILE}"),
        methods(
            f"self.{MODEL}        self.wrap()\n", f"'Wrap.'\n        print(1)\n        {PARALLEL}        {COMPILE}"
        ),
        methods(
            f"self.{MODEL}        self.wrap(g)\n",
            f"self.p = multi_gpu_model(self.m, gpus=n)\n        {COMPILE}",
            "def wrap(self, n):\n",
        ),
    ],
)
def test_method_that_wraps(source: str) -> None:
    text = native(source)
    assert f"        {SCOPE}            self.m = load_model('x.h5', compile=False)\n" in text
    assert "        with self.p.distribute_strategy.scope():\n            self.p.compile('sgd', 'mse')\n" in text


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (methods(f"self.{MODEL}        self.wrap()\n        self.wrap()\n", f"{PARALLEL}        {COMPILE}"), 9),
        (methods(f"self.{MODEL}        self.wrap()\n", f"{PARALLEL}        {COMPILE}") + "A().wrap()\n", 8),
        (methods(f"self.{MODEL}", f"{PARALLEL}        {COMPILE}") + "A().wrap()\n", 7),
        (methods(f"self.{MODEL}        self.wrap()\n", f"load()\n        {PARALLEL}        {COMPILE}"), 9),
        (
            methods(
                f"self.{MODEL}        self.wrap()\n", f"n = 2\n        {PARALLEL.replace('2', 'n')}        {COMPILE}"
            ),
            9,
        ),
        (methods(f"self.{MODEL}        x = self.wrap()\n", f"{PARALLEL}        {COMPILE}"), 8),
        (methods("self.m = g\n        self.wrap()\n", f"{PARALLEL}        {COMPILE}"), 8),
    ],
)
def test_method_stays(source: str, line: int) -> None:
    check_shimmed(HEAD + source, line, "self.m is not built in the same function")


# --- callbacks


@pytest.mark.parametrize(
    "source",
    [
        f"from nets import ParallelCheckpoint\n{MODEL}p = multi_gpu_model(m, gpus=2)\n{FIT}c = ParallelCheckpoint('x.h5')\n",
        (
            "from keras.callbacks import Callback\nclass Save(Callback):\n    def on_epoch_end(self, epoch, logs=None):\n"
            f"        self.model.layers[-2].save('x.h5')\n{MODEL}p = multi_gpu_model(m, gpus=2)\n{FIT}"
        ),
    ],
)
def test_callback_that_looks_for_the_template(source: str) -> None:
    line = (HEAD + source).split("p = multi")[0].count("\n") + 1
    check_shimmed(HEAD + source, line, "inside the parallel model")


@pytest.mark.parametrize("made", ["ParallelCheckpoint('x.h5', m)", "Parallel(2)", "Checkpoint('x.h5')"])
def test_callback_that_has_the_template(made: str) -> None:
    native(f"from nets import *\n{MODEL}p = multi_gpu_model(m, gpus=2)\n{FIT}c = {made}\n")
    native(
        f"from nets import Checkpoint, Parallel, ParallelCheckpoint\n{MODEL}p = multi_gpu_model(m, gpus=2)\n{FIT}c = {made}\n"
    )


def test_condition_on_the_backend() -> None:
    text = native(
        f"from keras import backend as K\n{MODEL}if K.backend() == 'tensorflow' and g > 1:\n    m = multi_gpu_model(m, g)\n"
        "m.compile('sgd', 'mse')\n"
    )
    assert "    if K.backend() == 'tensorflow' and g > 1\n" in text


# --- methods that only wrap

WRAPS = """
class Net:
    def __init__(self, gpus=2):
        self.gpus = gpus
        self.model = load_model("x.h5")
        self.parallel = self.make_parallel(self.model)
        self.parallel.compile("sgd", "mse")

    def make_parallel(self, model):
        if self.gpus > 1:
            return multi_gpu_model(model, gpus=self.gpus)
        return model


net = Net()
"""


def test_method_that_only_wraps() -> None:
    text = native(WRAPS)
    assert "make_parallel" not in text
    assert "            if self.gpus > 1\n            else tf.distribute.get_strategy()\n" in text


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(WRAPS + "net.make_parallel(other)\n", id="of an object"),
        pytest.param(
            WRAPS + "class Other(Base):\n    def go(self):\n        self.make_parallel(1)\n", id="of another class"
        ),
        pytest.param(WRAPS.replace("net = Net()\n", ""), id="a class for other modules"),
        pytest.param(WRAPS + "class Other(Net):\n    def make_parallel(self, m):\n        return m\n", id="overridden"),
        pytest.param(
            WRAPS.replace("(self, model):", "(this, model):").replace("self.gpus > 1", "this.gpus > 1"),
            id="another self",
        ),
        pytest.param(WRAPS.replace("    def make", "    @timed\n    def make"), id="decorated"),
        pytest.param(
            WRAPS.replace("        return model\n", "        self.n = 1\n        return model\n"), id="does more"
        ),
    ],
)
def test_method_that_stays(source: str) -> None:
    assert "make_parallel" in check_sound(HEAD + source).after.decode()
    assert "compat.keras.utils" in check_sound(HEAD + source).after.decode()


def test_method_of_a_class_that_another_module_has(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "other.py").write_text(
        "from net import Net\nclass Other(Net):\n    def make_parallel(self, m):\n        return m\n"
    )
    path = tmp_path / "net.py"
    path.write_text(HEAD + WRAPS)
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    assert b"make_parallel" in result.after


# --- functions of other modules that only wrap

MODULE = "from keras.utils import multi_gpu_model\ndef make_parallel(model, gpus=2):\n    return multi_gpu_model(model, gpus=gpus)\n"
IMPORTING = "from keras.models import load_model\nfrom parallel import make_parallel\nm = load_model('x.h5')\np = make_parallel(m{})\np.compile('sgd', 'mse')\np.fit(x, y)\n"


@pytest.mark.parametrize(
    ("module", "given", "is_native"),
    [
        (MODULE, ", gpus=3", True),
        (MODULE, "", True),
        (MODULE.replace("    return", "    if gpus < 2:\n        return model\n    return"), ", 4", True),
        (MODULE.replace("gpus=gpus", "gpus=N"), "", False),
        (MODULE.replace("    return", "    print(model)\n    return"), "", False),
        (MODULE.replace("    return", "    count()\n    return"), ", gpus=3", False),
        (MODULE, ", gpus=count()", False),
    ],
)
def test_function_of_another_module(tmp_path: Path, module: str, given: str, is_native: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "parallel.py").write_text(module)
    path = tmp_path / "train.py"
    path.write_text(IMPORTING.format(given))
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    assert (b"MirroredStrategy(" in result.after) is is_native
    assert (b"= make_parallel(" not in result.after) is is_native
