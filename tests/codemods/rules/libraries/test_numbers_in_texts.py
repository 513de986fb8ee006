"""Numbers of NumPy in lists and dictionaries that become texts."""

from __future__ import annotations

import contextlib
import io
import sys
import types

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\nimport numpy as np\n"
AFTER = HEAD + 'np.set_printoptions(legacy="1.25")\n'


@pytest.mark.parametrize(
    "code",
    [
        "losses = []\nlosses.append(np.mean(x))\nprint(losses)",
        "losses = []\nlosses.append(x.mean())\nprint('losses', losses)",
        "losses = []\nfor e in es:\n    m = np.std(e)\n    losses.append(m)\nprint(str(losses))",
        "def show(a):\n    print(a)\nlosses = []\nlosses.append(np.mean(x))\nshow(losses)",
        "def make():\n    a = []\n    a.append(np.mean(x))\n    return a\nb = make()\nprint(b)",
        "print([np.max(x), np.min(x)])",
        "print((np.max(x), 3))",
        "print({'a': np.max(x)})",
        "scores = {}\nscores['a'] = x.mean()\nprint(scores)",
        "scores = [np.mean(each) for each in xs]\nprint('%s' % scores)",
        "scores = [np.mean(each) for each in xs]\nprint('{}'.format(scores))",
        "scores = [np.mean(each) for each in xs]\nprint(f'{scores}')",
        "scores = [np.mean(each) for each in xs]\nlogging.info(scores)",
        "print(list(np.unique(y)))",
        "print(sorted(np.unique(y)))",
        "print(dict(zip(*np.unique(y, return_counts=True))))",
        "x = np.arange(3)\nf.write(str(list(x)) + '\\n')",
        "m = np.mean(x)\nprint(repr(m))",
        "print('%r' % np.mean(x))",
        "print('{!r}'.format(np.mean(x)))",
        "print(f'{np.mean(x)!r}')",
        "m = round(np.mean(x), 2)\nprint([m])",
        "class A(object):\n    def run(self):\n        self.ms.append(np.mean(x))\n        print(self.ms)",
        "names = {}\nfor i, name in enumerate(np.unique(y)):\n    names[i] = np.float32(i)\nprint(names)",
    ],
)
def test_upgraded(code: str) -> None:
    check_upgraded(f"{HEAD}{code}\n", f"{AFTER}{code}\n")


@pytest.mark.parametrize(
    "code",
    [
        "print(np.mean(x))",
        "print('%s' % np.mean(x))",
        "print('{}'.format(np.mean(x)))",
        "print(f'{np.mean(x)}')",
        "print(np.array([np.mean(x)]))",
        "print(str(np.mean(x)))",
        "losses = []\nlosses.append(float(np.mean(x)))\nprint(losses)",
        "losses = []\nlosses.append(np.mean(x))\nprint(losses[-1])",
        "losses = []\nlosses.append(np.mean(x))\nprint(len(losses))",
        "losses = []\nlosses.append(np.mean(x))\nplot(losses)",
        "print([1, 2.5])",
        "print([np.mean(x, axis=0)])",
        "print(x.tolist())",
        "print(list(x))",
        "print(list(names))",
        "print('%.3f %.3f' % (a, b))",
        "print([x.mean().item()])",
        "print({'a': len(x)})",
        "h = model.fit(x, y)\nprint(h.history)",
        "print(x.shape, [n.name for n in model.layers])",
        "np.set_printoptions(legacy='1.13')\nprint([np.mean(x)])",
        "m = np.mean(x)\nprint('%r' % name, m)",
        "raise ValueError(f'{[np.mean(x)]}')",
        # an array takes the number, and shows it as before
        "errors = np.zeros(9)\nfor i in range(9):\n    errors[i] = np.mean(x[i])\nprint(errors)",
        "def f(errors):\n    errors[0] = np.mean(x)\n    print(errors)",
        "class A:\n    def f(self, y):\n        self.v[0] = np.mean(y)\n        return f'{self.v!r}'",
        # fields that take numbers alone: a list is a TypeError there
        "r = sess.run([a, b])\n(x, y) = r\nprint('{:.4f} {:d}'.format(x, y))",
        "r = sess.run([a, b])\n(x, y) = r\nprint('%.4f %d' % (x, y))",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


@pytest.mark.parametrize("head", ["import keras.ops\nimport numpy as np\n", "import keras\nfrom numpy import mean\n"])
def test_other_heads(head: str) -> None:
    check_untouched(f"{head}print([{'np.' if ' np' in head else ''}mean(x)])\n")


OF_TENSORFLOW = """from tensorflow.compat import v1 as tf
{import_numpy}tf.disable_v2_behavior()
classifier = tf.estimator.DNNClassifier([], [3])
loss = tf.reduce_mean(x - y)
step = tf.train.AdamOptimizer().minimize(loss)
sess = tf.Session()
{code}
"""


@pytest.mark.parametrize(
    "code",
    [
        "print(sess.run([step, loss]))",
        "print('loss', sess.run((loss,)))",
        "losses = []\n_, l = sess.run([step, loss])\nlosses.append(l)\nprint(losses)",
        "losses = []\nlosses.append(sess.run(loss))\nprint(losses)",
        "l = sess.run([loss, step])\nprint('%s' % l)",
        "total = loss + 0.5 * loss\nprint(sess.run([total]))",
    ],
)
def test_numbers_of_a_session(code: str) -> None:
    before = OF_TENSORFLOW.format(import_numpy="import numpy as np\n", code=code)
    after = OF_TENSORFLOW.format(import_numpy='import numpy as np\nnp.set_printoptions(legacy="1.25")\n', code=code)
    assert _without_estimators(before) != before
    check_upgraded(_without_estimators(before), _without_estimators(after))


@pytest.mark.parametrize(
    "code",
    [
        "print(sess.run(loss))",
        "print(sess.run([step]))",
        "images = tf.placeholder(tf.float32)\nprint(sess.run([images]))",
        "print(sess.run([tf.reduce_mean(x, axis=1)]))",
        "_, l = sess.run([step, loss])\nprint('%f' % l)",
        "_, l = sess.run([step, loss])\nprint(l)",
        "images, l = sess.run([step, loss])\nprint([images])",
    ],
)
def test_other_results_of_a_session(code: str) -> None:
    check_untouched(_without_estimators(OF_TENSORFLOW.format(import_numpy="import numpy as np\n", code=code)))


def _without_estimators(source: str) -> str:
    return "".join(line for line in source.splitlines(keepends=True) if "estimator" not in line)


OF_ESTIMATORS = """import tensorflow as tf

classifier = tf.estimator.DNNClassifier([], [3])
{code}
"""
ADDED = """import numpy as np
from compat.tensorflow.estimator import v2 as tf_estimator
np.set_printoptions(legacy="1.25")
"""


@pytest.mark.parametrize(
    "code",
    [
        "print(classifier.evaluate(input_fn=read))",
        "print(classifier.evaluate(read))",
        "result = classifier.evaluate(read, steps=2)\nprint('result', result)",
        "result = classifier.evaluate(read)\nprint('{}'.format(result))",
        "result = classifier.evaluate(read)\nlogging.info(result)",
        "def show(model):\n    print(model.evaluate(input_fn=read))\nshow(classifier)",
        "print(tf.estimator.train_and_evaluate(classifier, a, b))",
        "for each in classifier.predict(read):\n    print(each)",
        "found = classifier.predict(input_fn=read)\nfor each in found:\n    print(each)",
        "print(list(classifier.predict(read)))",
        "print(next(classifier.predict(read)))",
    ],
)
def test_results_of_estimators(code: str) -> None:
    assert _upgraded(OF_ESTIMATORS.format(code=code)).startswith(ADDED)


def test_in_a_file_of_tensorflow_1() -> None:
    source = OF_ESTIMATORS.format(code="tf.logging.info('%s', classifier.evaluate(read))")
    head = 'import numpy as np\nfrom compat import tensorflow as tf\nnp.set_printoptions(legacy="1.25")\n'
    assert _upgraded(source).startswith(head)


@pytest.mark.parametrize(
    "code",
    [
        "classifier.evaluate(read)",
        "print(classifier.evaluate(read)['accuracy'])",
        "result = classifier.evaluate(read)\nfor name in result:\n    print(name, result[name])",
        "result = classifier.evaluate(read)\nprint('{accuracy:.3f}'.format(**result))",
        "for each in classifier.predict(read):\n    print(each['classes'])",
        "print(sorted(classifier.evaluate(read)))",
        "print(len(list(classifier.predict(read))))",
    ],
)
def test_parts_of_results(code: str) -> None:
    assert "set_printoptions" not in _upgraded(OF_ESTIMATORS.format(code=code))


def _upgraded(source: str) -> str:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("print([np.float32(0.1)], {'a': np.mean([1, 2])})", "[0.1] {'a': 1.5}\n"),
        ("print(dict(zip(*np.unique([3, 3, 1], return_counts=True))))", "{1: 1, 3: 2}\n"),
        ("print(list(np.unique(['b', 'a'])))", "['a', 'b']\n"),
        ("print('%r' % np.mean([1, 2]), [np.float32(16777216)])", "1.5 [16777216.0]\n"),
    ],
)
def test_texts(code: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts of NumPy 1.17."""
    result = upgrade(f"{HEAD}{code}\n".encode())
    assert isinstance(result, Upgraded)
    monkeypatch.setitem(sys.modules, "keras", types.ModuleType("keras"))
    numpy = pytest.importorskip("numpy")
    shown = io.StringIO()
    with numpy.printoptions(), contextlib.redirect_stdout(shown):
        exec(result.after.decode(), {})
    assert shown.getvalue() == text
