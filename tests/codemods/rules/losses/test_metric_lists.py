from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = "from keras.models import Sequential\nm = Sequential()\n"
TF = "import tensorflow as tf\nfrom tensorflow import keras\nm = keras.Sequential()\n"
LATE = "import keras\nfrom keras.layers import Dense\n"


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        (MODEL + "m.compile('sgd', 'mse', metrics={})\n", "'mae'", "['mae']"),
        (MODEL + 'm.compile("sgd", "mse", None, {})\n', '"mae"', '["mae"]'),
        (MODEL + "m.compile('sgd', 'mse', metrics = {} , run_eagerly=True)\n", "'mae'", "['mae']"),
        (MODEL + "m.compile('sgd', 'mse', weighted_metrics={})\n", "'mae'", "['mae']"),
        (MODEL + "m.compile('sgd', 'mse', metrics={})\n", "lambda y, p: p", "[lambda y, p: p]"),
        (MODEL + "a = 'mae'\nm.compile('sgd', 'mse', metrics={})\n", "a", "[a]"),
        (TF + "a = keras.metrics.AUC()\nm.compile('sgd', metrics={})\n", "a", "[a]"),
        (TF + "m.compile('sgd', metrics={})\n", "tf.keras.metrics.MAE", None),
        (TF + "m.compile('sgd', metrics={})\n", "keras.metrics.AUC(name='x')", None),
        (TF + "m.compile('sgd', metrics={})\n", "keras.losses.mae", None),
        (TF + "class A(keras.metrics.Metric): pass\na = A()\nm.compile('sgd', metrics={})\n", "a", None),
        (TF + "def dice(y, p, smooth=1): pass\nm.compile('sgd', metrics={})\n", "dice", None),
        (TF + "s = tf.distribute.MirroredStrategy()\nwith s.scope():\n    a = keras.metrics.AUC()\n"
         "m.compile(optimizer='sgd', metrics={})\n", "a", None),
        ("import keras\ndef f(net): net.compile('sgd', loss='mse', metrics={})\n", "'mae'", None),
        (LATE + "m = keras.Model(x, y)\nm.compile('sgd', loss=['mse'], metrics={})\n", "'mae'", None),
    ],
)  # fmt: skip
def test_one_metric_goes_into_a_list(source: str, before: str, after: str | None) -> None:
    check_upgraded(source.format(before), source.format(after or f"[{before}]"))


def test_comments_and_layout_stay() -> None:
    source = MODEL + "m.compile(\n    'sgd',\n    'mse',\n    metrics={},  # one is enough\n)\n"
    check_upgraded(source.format("'mae'"), source.format("['mae']"))


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "m.compile('sgd', 'mse', metrics=['mae'])\n",
        MODEL + "m.compile('sgd', 'mse', metrics=('mae',))\n",
        MODEL + "m.compile('sgd', 'mse', metrics={'a': 'mae'})\n",
        MODEL + "m.compile('sgd', 'mse', metrics=None)\n",
        MODEL + "m.compile('sgd', 'mse', metrics=[])\n",
        MODEL + "m.compile('sgd', 'mse')\n",
        MODEL + "m.compile('sgd', 'mse', metrics=metrics)\n",
        MODEL + "m.compile('sgd', 'mse', metrics=metrics())\n",
        MODEL + "m.compile('sgd', 'mse', metrics=options.metrics)\n",
        MODEL + "a = 'mae'\na = ['mae']\nm.compile('sgd', 'mse', metrics=a)\n",
        MODEL + "a = 'mae'\nif x: a = None\nm.compile('sgd', 'mse', metrics=a)\n",
        MODEL + "a = ['mae']\nm.compile('sgd', 'mse', metrics=a)\n",
        MODEL + "def build(a):\n    m.compile('sgd', 'mse', metrics=a)\n",
        MODEL + "def build(a='mae'):\n    m.compile('sgd', 'mse', metrics=a)\n",
        MODEL + "for a in x:\n    m.compile('sgd', 'mse', metrics=a)\n",
        MODEL + "m.compile('sgd', 'mse', metrics='mae' if x else ['mae'])\n",
        MODEL + "m.compile(*x)\n",
        MODEL + "def mae(y): pass\nm.compile('sgd', 'mse', metrics=mae)\n",
        MODEL + "@factory\ndef mae(y, p): pass\nm.compile('sgd', 'mse', metrics=mae)\n",
        "import keras\nfrom mylib import mae\nm = keras.Sequential()\nm.compile('sgd', metrics=mae)\n",
        "import re\nimport keras\nre.compile('sgd', metrics='mae')\n",
        "import keras\nclass Net:\n    def compile(self, **kwargs): pass\nNet().compile(metrics='mae', loss='mse')\n",
        "from compat.keras.models import Sequential\nm = Sequential()\nm.compile('sgd', 'mse', metrics='mae')\n",
        "net.compile('sgd', 'mse', metrics='mae')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (LATE + "m = keras.Model(x, [Dense(1)(x), Dense(2)(x)])\nm.compile('sgd', 'mse', metrics='mae')\n", 4),
        (LATE + "m = keras.Model(inputs=x, outputs={'a': y, 'b': z})\nm.compile('sgd', 'mse', metrics='mae')\n", 4),
        (LATE + "o = [y, z]\nm = keras.Model(x, o)\nm.compile('sgd', 'mse', metrics='mae')\n", 5),
        (MODEL + "m.compile('sgd', loss={'a': 'mse', 'b': 'mse'}, metrics=lambda y, p: p)\n", 3),
        (MODEL + "m.compile('sgd', ['mse', 'mse'], loss_weights=[1, 2], metrics='mae')\n", 3),
    ],
)
def test_several_outputs_are_reported(source: str, line: int) -> None:
    finding = check_declined(source, "TFM131", line)
    assert "several outputs" in finding.message


def test_unpacked_arguments_are_not_judged() -> None:
    check_untouched(MODEL + "m.compile('sgd', 'mse', metrics='mae', **more)\n")


@pytest.mark.parametrize(
    ("parameter", "argument"),
    [
        ("metric", "'accuracy'"),
        ("metric", "keras.metrics.Precision()"),
        ("metric='mae'", ""),
        ("metric='mae'", "'mse'"),
    ],
)
def test_parameter_that_is_one_metric(parameter: str, argument: str) -> None:
    source = f"""
    from tensorflow import keras
    def build({parameter}):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse", metrics=metric)
    build({argument})
    """
    check_upgraded(source, source.replace("metrics=metric", "metrics=[metric]"))


@pytest.mark.parametrize(("parameter", "other"), [("metric", "['mae']"), ("metric=None", ""), ("metric", "metrics")])
def test_parameter_that_is_one_metric_in_some_calls(parameter: str, other: str) -> None:
    source = f"""
    from tensorflow import keras
    def build({parameter}):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", "mse", metrics=metric)
    build("mae")
    build({other})
    """
    check_declined(source, "TFM131", 4)


@pytest.mark.parametrize("call", ["build(['mae'])", "build(metrics)", "", "build(metric=None)", "build(**options)"])
def test_parameter_that_is_a_list_or_unknown(call: str) -> None:
    check_untouched(
        f"""
        from tensorflow import keras
        def build(metric):
            model = keras.Sequential([keras.layers.Dense(1)])
            model.compile("sgd", "mse", metrics=metric)
        {call}
        """
    )
