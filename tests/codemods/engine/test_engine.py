"""The core: pure, to a fixed point, with every change and finding in its place."""

from __future__ import annotations

import os
import pickle
import re
import socket
import subprocess
import time
from pathlib import Path

import pytest

from codemods.engine.engine import upgrade
from codemods.rules import all_rules
from codemods.types import Failure, Upgraded
from tests.codemods.checks import check_sound, check_untouched

MEGABYTE = 1 << 20
SCRIPT = """
from keras import backend as K
from keras.layers.core import Dense
from keras.models import Sequential, model_from_yaml
from keras.optimizers import SGD
from keras.utils.training_utils import multi_gpu_model
n = len(K.tensorflow_backend._get_available_gpus())
model = Sequential([Dense(2, input_shape=(4,))])
if n > 1:
    model = multi_gpu_model(model, n)
model.compile(loss="mse", optimizer=SGD(lr=0.1, decay=0.1 / 3), metrics=["accuracy"])
H = model.fit_generator(g, steps_per_epoch=10)
print(H.history["acc"])
model.save_weights("w.h5")
model.predict_generator(*args)
"""


def test_rules_work_together() -> None:
    result = check_sound(SCRIPT)
    text = result.after.decode()
    for legacy in ("multi_gpu_model", "fit_generator", "lr=", '"acc"', "layers.core", "_get_available", "decay="):
        assert legacy not in text
    assert {finding.code for finding in result.findings} == {"TFM120", "TFM190"}


def test_lines_of_changes_count_in_the_source_as_it_was() -> None:
    lines = SCRIPT.lstrip("\n").splitlines()
    telling = {"TFM120": "fit_generator", "TFM130": "acc", "TFM150": "save_weights", "TFM202": "_get_available_gpus"}
    found = {change.code: lines[change.line - 1] for change in check_sound(SCRIPT).changes}
    for code, text in telling.items():
        assert text in found[code]


def test_lines_of_findings_count_in_the_result() -> None:
    result = check_sound(SCRIPT)
    lines = result.after.decode().splitlines()
    telling = {"TFM120": "predict_generator", "TFM190": "model_from_yaml"}
    for finding in result.findings:
        assert telling[finding.code] in lines[finding.line - 1]


def test_the_same_twice() -> None:
    assert upgrade(SCRIPT.encode()) == upgrade(SCRIPT.encode())


def test_results_are_values() -> None:
    for source in (SCRIPT.encode(), b"x = (", b""):
        result = upgrade(source)
        assert pickle.loads(pickle.dumps(result)) == result
        assert hash(result) == hash(upgrade(source))


def test_nothing_is_executed_opened_or_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*args: object, **kwargs: object) -> None:
        raise AssertionError(args)

    upgrade(SCRIPT.encode())
    for owner, name in ((os, "system"), (subprocess, "Popen"), (socket, "socket"), (Path, "open")):
        monkeypatch.setattr(owner, name, forbidden)
    monkeypatch.setattr("builtins.open", forbidden)
    monkeypatch.setattr("builtins.exec", forbidden)
    result = upgrade(SCRIPT.encode())
    monkeypatch.undo()
    assert isinstance(result, Upgraded)


def test_rules_have_codes_of_their_own() -> None:
    codes = [rule.code for rule in all_rules()]
    assert len(set(codes)) == len(codes) > 0
    assert all(re.fullmatch(r"TFM\d{3}", code) for code in codes)


def test_every_rule_has_its_tests() -> None:
    """In the folder of the same name."""
    root = Path(__file__).parents[3]
    rules, tests = root / "codemods" / "rules", root / "tests" / "codemods" / "rules"
    named = {path.relative_to(rules).with_suffix("") for path in rules.glob("*/[!_]*.py")}
    folders = {path.parent.relative_to(rules) for path in rules.glob("*/*/rule.py")}
    tested = {path.relative_to(tests).with_name(path.stem.removeprefix("test_")) for path in tests.rglob("test_*.py")}
    assert named
    assert folders
    assert named | folders <= tested


@pytest.mark.parametrize(
    "source",
    [
        "",
        "import os\n",
        "import numpy as np\nx = np.zeros(3)\n",
        "import torch\nopt = torch.optim.SGD(p, lr=0.1)\n",
        "import keras\n",
        "import tensorflow as tf\nprint(tf.__version__)\n",
        "from tensorflow import keras\nm = keras.Sequential()\nm.compile(keras.optimizers.Adam(1e-3))\nm.fit(x)\n",
        "import keras_tuner\nimport tensorflow_datasets as tfds\n",
        "keras = 1\ntensorflow = 2\n",
    ],
)
@pytest.mark.parametrize("target", ["native", "compat"])
def test_modern_code_is_left_alone(source: str, target: str) -> None:
    check_untouched(source, to=target)


@pytest.mark.parametrize(
    "source",
    [
        b"import keras\nmatch x:\n    case keras.Model(): pass\n    case [a, *b]: pass\n",
        b"import keras\ntype X = keras.Model\n",
        b"import keras\ndef f[T](x: T) -> T: return x\n",
        b"import keras\nasync def f():\n    async with a as b, c: await d\n    return [x async for x in y]\n",
        b"import keras\nx = f'{y!r:>{w}} {z=} {{}}'\n",
        b"import keras\nx = f'{a['b']}'\n",
        b"import keras\ntry: pass\nexcept* ValueError: pass\n",
        b"import keras\nwith (open(a) as b, open(c) as d): pass\n",
        b"import keras\nif (n := 3) > 2: pass\ndef f(a, /, b, *, c): pass\n",
        b"import keras\nx: int\ny: 'int' = 3\nglobal z\n",
        b"import keras\nx = 1_000 + 0xFF + 1j + 0o7 + 1e5\nx @= y\nprint(*a, **b)\n",
    ],
)
def test_recent_syntax_is_left_alone(source: bytes) -> None:
    result = upgrade(source)
    if isinstance(result, Failure):
        assert "syntax error" in result.reason
    else:
        assert result.after is source


LINE = b'    "%s"\n' % (b"0123456789" * 300)


@pytest.mark.parametrize("head", [b"import os\n", b"import keras\n"])
def test_five_megabytes_without_legacy_use(head: bytes) -> None:
    source = head + LINE.lstrip() * (5 * MEGABYTE // len(LINE))
    start = time.perf_counter()
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert result.after is source
    assert time.perf_counter() - start < 60


def test_five_megabytes_with_legacy_use() -> None:
    """Weights in strings, as generated files have them."""
    source = (
        b"from keras.optimizers import SGD\n" + LINE.lstrip() * (5 * MEGABYTE // len(LINE)) + b"opt = SGD(lr=0.1)\n"
    )
    start = time.perf_counter()
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert result.after == source.replace(b"lr=", b"learning_rate=")
    assert time.perf_counter() - start < 60


@pytest.mark.parametrize(
    "source",
    [
        "if hasattr(tf, 'contrib'):\n    HParams = tf.contrib.training.HParams\nelse:\n    HParams = dict\n",
        "make = tf.contrib.training.HParams if tf.__version__ < '2' else dict\n",
        "if tf.__version__[0] == '1':\n    from tensorflow.contrib.training import HParams\nelse:\n    HParams = dict\nHParams()\n",
    ],
)
def test_no_shims_for_code_that_the_target_does_not_run(source: str) -> None:
    before = f"import tensorflow as tf\n{source}".encode()
    result = upgrade(before)
    assert isinstance(result, Upgraded)
    assert (result.after, result.findings) == (before, ())


def test_shims_for_code_that_the_target_runs() -> None:
    source = b"import tensorflow as tf\nif tf.__version__ > '1':\n    make = tf.contrib.training.HParams\n"
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert b"compat" in result.after
