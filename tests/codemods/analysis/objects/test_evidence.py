"""The kind of an object, and how strong the evidence for it is."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.objects import object_types
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import origin_of, receiver_of
from codemods.source.file import File

CERTAIN, LIKELY, UNKNOWN, FOREIGN = Evidence.CERTAIN, Evidence.LIKELY, Evidence.UNKNOWN, Evidence.FOREIGN
CALLBACK = "import keras\nclass C(keras.callbacks.Callback):\n"
MODEL = "import keras\nm = keras.Sequential()\n"
HANDS_ON = """\
import keras
class Wrapped:
  def __init__(self):
    self.model = keras.Sequential()
    self.rate = 0.1
  def __getattr__(self, name):
    return getattr(self.model, name)
  def train(self):
    return self.fit(x, y)
w = Wrapped()
"""


def _file(source: str) -> File:
    return File(cst.parse_module(source), source.encode())


def _of(source: str, kind: Kind) -> Evidence:
    """The evidence for the object that the last expression statement of the source gives."""
    file = _file(source)
    return evidence(file, file.every(cst.Expr)[-1].value, kind)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from keras.models import Sequential\nm = Sequential()\nm", CERTAIN),
        ("import keras\nm = None\nm = keras.Sequential()\nm", CERTAIN),
        ("import keras\nclass Net(keras.Model): pass\nNet()", CERTAIN),
        ("import keras\na, b = [], keras.Sequential()\nb", CERTAIN),
        ("import keras\na, b = keras.Sequential(), []\nb", FOREIGN),
        ("import keras\na, *b = keras.Sequential(), keras.Sequential()\nb", UNKNOWN),
        ("import keras\na, b = keras.Sequential()\nb", UNKNOWN),
        ("import keras\nm = keras.models.load_model(p) if p else keras.Sequential()\nm", CERTAIN),
        (CALLBACK + "  def on_epoch_end(self, epoch, logs):\n    self.model", CERTAIN),
        (
            "import keras\nclass T:\n  def f(self):\n    self.m = keras.Sequential()\n  def g(self):\n    self.m",
            CERTAIN,
        ),
        ("import keras\nif (m := keras.Sequential()):\n  m", CERTAIN),
        (HANDS_ON + "w", CERTAIN),
        (HANDS_ON + "w.model", CERTAIN),
        (HANDS_ON + "w.rate", FOREIGN),
        (HANDS_ON.replace("keras.Sequential()", "keras.layers.Dense(3)") + "w", FOREIGN),
        (HANDS_ON.replace("self.model, name", "self.rate, name") + "w", FOREIGN),
        (HANDS_ON.replace("self.model, name", "self.model, 'fit'") + "w", FOREIGN),
        (HANDS_ON.replace("return getattr", "if name: return getattr") + "w", FOREIGN),
        (HANDS_ON.replace("__getattr__", "get") + "w", FOREIGN),
        ("import keras\nprint(m := keras.Sequential())\nm = 1\nm", FOREIGN),
        ("import keras\n(m := keras.Sequential())", CERTAIN),
        ("import keras\nprint(m := [])\nm", FOREIGN),
        ("import keras\nwhile (m := take()):\n  m", UNKNOWN),
        ("import keras\nclass A:\n  m = keras.Sequential()\nA.m", CERTAIN),
        ("import keras\nclass A:\n  m = None\nA.m = keras.Sequential()\ndef f():\n  A.m", CERTAIN),
        ("import keras\nclass A:\n  m = keras.Sequential()\nclass B(A): pass\nB.m", CERTAIN),
        (
            "import keras\nclass A:\n  m = None\n  @classmethod\n  def f(cls):\n    cls.m = keras.Sequential()\nA.m",
            CERTAIN,
        ),
        ("import keras\nclass A:\n  m = keras.Sequential()\nA.m = take()\nA.m", UNKNOWN),
        ("import keras\nclass A:\n  m = None\n  def f(self):\n    self.m\nA.m = keras.Sequential()\nA().m", CERTAIN),
        ("import keras\nclass A:\n  m = []\nA.m", FOREIGN),
        ("import keras\nclass A:\n  def m(self):\n    return keras.Sequential()\nA.m", UNKNOWN),
        ("import keras\nclass A:\n  def f(self):\n    self.m = keras.Sequential()\nA.m", UNKNOWN),
        ("import keras\ndef train(m):\n  m.compile(loss='mse')\n  m", LIKELY),
        ("import keras\ndef train(m):\n  m.save_weights('a')\n  m", LIKELY),
        ("import keras, torch\ndef train(m):\n  m.save_weights('a')\n  m", UNKNOWN),
        ("import keras, torch\ndef train(m):\n  m.fit(x, epochs=3)\n  m", LIKELY),
        ("import keras\nfrom trainers import Trainer\nt = Trainer()\nt.save_weights('a')\nt", UNKNOWN),
        ("import keras\nfrom models import Net\nt = Net()\nt.compile(loss='mse')\nt", LIKELY),
        ("import keras\ndef train(m):\n  m", UNKNOWN),
        ("def train(m):\n  m.compile(loss='mse')\n  m", UNKNOWN),
        ("import keras\nimport re\nre.compile('a')", FOREIGN),
        ("import keras\nfrom sklearn.svm import SVC\nm = SVC()\nm", FOREIGN),
        ("import keras\nimport torchvision\nm = torchvision.models.resnet18()\nm", FOREIGN),
        ("import keras, tf_keras\nm = tf_keras.Sequential()\nm", FOREIGN),
        ("import keras, tf_keras\nkeras.Model()\ndef f(m):\n  m.save_weights('a')\n  m", UNKNOWN),
        (
            "import tensorflow as tf\nfrom lib.internal import tf_keras\nm = tf_keras.Model()\nm.fit(x, epochs=2)\nm",
            FOREIGN,
        ),
        ("import tf_keras\ndef f(m):\n  m.fit_generator(g, epochs=2)\n  m", FOREIGN),
        ("from tf_keras import layers\nimport tensorflow as tf\ndef f(m):\n  m.save_weights('a')\n  m", FOREIGN),
        ("import tensorflow as tf, tf_keras\ntf.keras.Model()\ndef f(m):\n  m.fit(x, epochs=2)\n  m", LIKELY),
        ("import keras\nm = {}\nm", FOREIGN),
        ("import keras\nclass Net: pass\nNet()", FOREIGN),
        ("import keras\nfrom torch import nn\nclass Net(nn.Module): pass\nNet()", FOREIGN),
        ("import keras\nfrom nets import Base\nclass Net(Base): pass\nNet()", UNKNOWN),
        ("import keras\nm = keras.layers.Dense(1)\nm", FOREIGN),
        (CALLBACK + "  def set(self, m):\n    self.model = m\n    self.model", UNKNOWN),
        ("import keras\nclass T:\n  def f(self):\n    self.m.fit(x, epochs=1)\n    self.m", LIKELY),
        ("import keras\nclass T:\n  def f(self):\n    self.m.fit(x, epochs=1)\n  def g(self):\n    self.m", LIKELY),
        ("import keras\nclass T:\n  def fit(self, x, epochs): pass\ndef f(m):\n  m.fit(x, epochs=1)\n  m", UNKNOWN),
    ],
)
def test_models(source: str, expected: Evidence) -> None:
    assert _of(source, Kind.MODEL) is expected


@pytest.mark.parametrize(
    ("source", "kind", "expected"),
    [
        (MODEL + "m.fit(x)", Kind.HISTORY, CERTAIN),
        (MODEL + "h = m.fit(x)\nh.history", Kind.LOGS, CERTAIN),
        (MODEL + "m.history.history", Kind.LOGS, CERTAIN),
        ("import keras\ndef f(m):\n  h = m.fit(x)\n  h.history", Kind.LOGS, LIKELY),
        ("import keras\nH.history", Kind.LOGS, LIKELY),
        ("import keras, torch\nH.history", Kind.LOGS, UNKNOWN),
        ("import keras\nimport browser\nbrowser.history", Kind.LOGS, FOREIGN),
        ("import keras\nclass T:\n  def f(self):\n    self.history = {}\n    self.history", Kind.LOGS, FOREIGN),
        ("import keras\nclass T:\n  def f(self):\n    self.history = {}\nt = T()\nt.history", Kind.LOGS, FOREIGN),
        (CALLBACK + "  def f(self):\n    self.history = {}\n    self.history", Kind.LOGS, FOREIGN),
        (CALLBACK + "  def f(self, epoch, logs=None):\n    logs = logs or {}\n    logs", Kind.LOGS, CERTAIN),
        ("import keras\ndef show(epoch, logs):\n  logs", Kind.LOGS, LIKELY),
        ("import keras\nlogs = {}\nlogs", Kind.LOGS, FOREIGN),
        (MODEL + "m.optimizer", Kind.OPTIMIZER, CERTAIN),
        ("from keras.optimizers import SGD\no = SGD()\no", Kind.OPTIMIZER, CERTAIN),
        ("import keras\ndef f(m):\n  m.optimizer", Kind.OPTIMIZER, LIKELY),
        ("import keras, torch\ndef f(m):\n  m.optimizer", Kind.OPTIMIZER, UNKNOWN),
        ("import keras, torch\no = torch.optim.SGD(p)\no", Kind.OPTIMIZER, FOREIGN),
        ("from keras.callbacks import EarlyStopping\nEarlyStopping()", Kind.CALLBACK, CERTAIN),
        ("from keras.callbacks import EarlyStopping\nclass E(EarlyStopping): pass\nE()", Kind.CALLBACK, CERTAIN),
        ("import keras\nfrom stoppers import MyStopper\nMyStopper()", Kind.CALLBACK, UNKNOWN),
        ("import keras\nclass MyStopper: pass\nMyStopper()", Kind.CALLBACK, FOREIGN),
        ("import keras\nkeras.layers.Dense(1)", Kind.LAYER, CERTAIN),
        ("import keras\nkeras.layers.Input(shape=(1,))", Kind.TENSOR, CERTAIN),
        ("import keras\nkeras.layers.Dense(1)(x)", Kind.TENSOR, CERTAIN),
        ("import keras\nkeras.metrics.Mean()", Kind.METRIC, CERTAIN),
        ("import tensorflow as tf\ntf.data.Dataset.range(3).map(f).batch(2)", Kind.DATASET, CERTAIN),
        ("import tensorflow as tf\ntf.distribute.MirroredStrategy()", Kind.STRATEGY, CERTAIN),
        ("import tensorflow as tf\ntf.Session()", Kind.SESSION, CERTAIN),
        ("import tensorflow as tf\ntf.estimator.Estimator(f)", Kind.ESTIMATOR, CERTAIN),
        ("import keras\nclass S(keras.utils.Sequence): pass\nS()", Kind.SEQUENCE, CERTAIN),
        ("from keras.preprocessing.image import ImageDataGenerator as G\nG().flow(x)", Kind.SEQUENCE, CERTAIN),
        ("import keras\nzip(a, b)", Kind.SEQUENCE, FOREIGN),
    ],
)
def test_other_kinds(source: str, kind: Kind, expected: Evidence) -> None:
    assert _of(source, kind) is expected


BUILD = "import keras\n{}def build({}):\n    m = keras.Sequential()\n    return {}\n"
CLASS = "import keras\nclass G:\n    def __init__(self):\n        {}\n    def build(self):\n        m = keras.Sequential()\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (BUILD.format("", "", "m") + "n = build()\nn", CERTAIN),
        (BUILD.format("", "", "m, 1") + "n, k = build()\nn", CERTAIN),
        (BUILD.format("", "", "m, 1") + "n, k = build()\nk", FOREIGN),
        (BUILD.format("", "", "m, 1") + "n = build()\nn[0]", CERTAIN),
        (BUILD.format("", "", "m, 1") + "build()[1]", FOREIGN),
        (BUILD.format("", "", "(m, 1), 2") + "(n, k), j = build()\nn", CERTAIN),
        (BUILD.format("", "", "{'g': m}") + "d = build()\nd['g']", CERTAIN),
        (BUILD.format("", "", "m, 1\n    return None, 1") + "n, k = build()\nn", CERTAIN),
        (BUILD.format("", "", "m, 1\n    return 2") + "n, k = build()\nn", UNKNOWN),
        (BUILD.format("@cached\n", "", "m, 1") + "n, k = build()\nn", UNKNOWN),
        (BUILD.format("", "p", "p, 1") + "n, *k = build(3)\nn", UNKNOWN),
        (CLASS.format("self.n = self.build()") + "        return m\n    def t(self):\n        self.n", CERTAIN),
        (
            CLASS.format("self.n, self.k = self.build()") + "        return m, 1\n    def t(self):\n        self.n",
            CERTAIN,
        ),
        (
            CLASS.format("self.n, self.k = 1, self.build()") + "        return m\n    def t(self):\n        self.k",
            CERTAIN,
        ),
        (CLASS.format("pass") + "        return m\ng = G()\ng.build()", CERTAIN),
        (CLASS.format("pass") + "        return m\nclass H(G):\n    pass\nH().build()", CERTAIN),
        (CLASS.format("pass") + "        return m\nclass H(G):\n    def build(self): return 3\nG().build()", UNKNOWN),
        (CLASS.format("pass") + "        yield m\ng = G()\ng.build()", UNKNOWN),
        ("import keras\nclass G:\n    @staticmethod\n    def b(): return keras.Sequential()\nG.b()", CERTAIN),
        ("import keras\nclass G:\n    @cached\n    def b(self): return keras.Sequential()\nG().b()", UNKNOWN),
    ],
)
def test_what_functions_and_methods_return(source: str, expected: Evidence) -> None:
    assert _of(source, Kind.MODEL) is expected


MAKERS = "import keras\ndef a(): return keras.Sequential()\ndef b(): return keras.Sequential()\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("make = a\nm = make()\nm", CERTAIN),
        ("make = a if x else b\nm = make()\nm", UNKNOWN),
        ("makers = {'a': a, 'b': b}\nm = makers[name]()\nm", CERTAIN),
        ("makers = {'a': a, 'b': print}\nm = makers[name]()\nm", UNKNOWN),
        ("m = makers[name]()\nm", UNKNOWN),
        ("for make in (a, b):\n    m = make()\nm", CERTAIN),
        ("def run(make):\n    return make()\nrun(a)\nm = run(b)\nm", CERTAIN),
        ("def run(make):\n    return make()\nm = run(load)\nm", UNKNOWN),
        ("def c(): return c\nm = c()()\nm", UNKNOWN),
    ],
)
def test_functions_under_other_names(source: str, expected: Evidence) -> None:
    assert _of(MAKERS + source, Kind.MODEL) is expected


OWN = "import keras\nclass A:\n    def __init__(self, m=None):\n        self.m = m\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (OWN + "class B(A):\n    def t(self):\n        self.m\nB(keras.Sequential())", CERTAIN),
        (
            OWN + "class B(A):\n    def __init__(self):\n        super().__init__(keras.Sequential())\nb = B()\nb.m",
            CERTAIN,
        ),
        (OWN + "A(keras.Sequential())\na = A(3)\na.m", UNKNOWN),
        (OWN + "    @property\n    def n(self):\n        return self.m\na = A(keras.Sequential())\na.n", CERTAIN),
        (OWN + "    @property\n    def n(self):\n        return 3\na = A()\na.n", FOREIGN),
        (OWN + "    @lazy\n    def n(self):\n        return 3\na = A()\na.n", UNKNOWN),
        (OWN + "    def n(self):\n        return 3\na = A()\na.n", FOREIGN),
        ("import keras\nclass A:\n    m = keras.Sequential()\n    def t(self):\n        self.m", CERTAIN),
        ("import keras\nclass A:\n    m = None\n    def t(self):\n        self.m = 3\n        self.m", FOREIGN),
        ("import keras\nmake = lambda: keras.Sequential()\nm = make()\nm", CERTAIN),
    ],
)
def test_members_of_own_classes(source: str, expected: Evidence) -> None:
    found = _of(source.replace("\nB(keras.Sequential())", "\nb = B(keras.Sequential())\nb.m"), Kind.MODEL)
    assert found is expected


METHOD = "import keras\nclass A{}:\n    def t(self, m):\n        m\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (METHOD.format("") + "    def r(self):\n        self.t(keras.Sequential())\n", CERTAIN),
        (METHOD.format("(object)") + "A().t(keras.Sequential())\n", CERTAIN),
        (METHOD.format("") + "a = A()\na.t(m=keras.Sequential())\n", CERTAIN),
        (METHOD.format("") + "class B(A):\n    def r(self):\n        self.t(keras.Sequential())\n", CERTAIN),
        (METHOD.format("") + "a = A()\na.t(keras.Sequential())\na.t(3)\n", UNKNOWN),
        (METHOD.format("") + "a = A()\na.t(keras.Sequential())\nother.t(3)\n", UNKNOWN),
        (METHOD.format("") + "def f(a):\n    a.t(keras.Sequential())\n", UNKNOWN),
        (METHOD.format("(keras.layers.Layer)") + "a = A()\na.t(keras.Sequential())\n", UNKNOWN),
        (METHOD.format("") + "class B(A):\n    def t(self, m): pass\nb = B()\nb.t(keras.Sequential())\n", UNKNOWN),
        (METHOD.format(""), UNKNOWN),
    ],
)
def test_parameters_of_methods(source: str, expected: Evidence) -> None:
    file = _file(source)
    assert evidence(file, file.every(cst.Expr)[0].value, Kind.MODEL) is expected


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    a, b = f()\n    return a, b\na, b = f()\na",
        "def f(): return f()\na, b = f()\na",
        "class G:\n    def f(self): return self.f()\na, b = G().f()\na",
        "def f(): return g()\ndef g(): return f()[0], 1\nf()[0]",
    ],
)
def test_functions_that_return_what_they_return(source: str) -> None:
    assert _of("import keras\n" + source, Kind.MODEL) is UNKNOWN


@pytest.mark.parametrize("count", [6, 60, 600])
def test_looks_at_each_name_once(count: int) -> None:
    file = _file("import keras\n" + "x = x\n" * count + "x.fit(a, epochs=1)\n")
    function = file.calls[-1].func
    assert isinstance(function, cst.Attribute)
    assert receiver_of(file, function.value) is None
    evidence(file, function.value, Kind.MODEL)
    assert object_types._origins(file).steps <= 2


def test_names_that_lead_in_circles() -> None:
    lines = [f"a{i} = a{(i + 1) % 40}\na{i} = a{(i + 7) % 40}\n" for i in range(40)]
    file = _file("import keras\n" + "".join(lines) + "a0\n")
    origin_of(file, file.every(cst.Expr)[-1].value)
    assert object_types._origins(file).steps <= 41
