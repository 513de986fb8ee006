"""`acc` and `val_acc` become `accuracy` and `val_accuracy` where `metrics=["accuracy"]`."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = 'from keras.callbacks import Callback, EarlyStopping, ModelCheckpoint, ReduceLROnPlateau\nm.compile("sgd", "mse", metrics=["accuracy"])\n'


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('print(H.history["acc"])', 'print(H.history["accuracy"])'),
        ("print(H.history['val_acc'][-1])", "print(H.history['val_accuracy'][-1])"),
        ('print(m.fit(x).history["acc"])', 'print(m.fit(x).history["accuracy"])'),
        (
            "h = {k: max(v) for k, v in H.history.items()}; h['acc']",
            "h = {k: max(v) for k, v in H.history.items()}; h['accuracy']",
        ),
        ("m.evaluate(x, y, return_dict=True)['acc']", "m.evaluate(x, y, return_dict=True)['accuracy']"),
        ('h = H.history; print(h["acc"])', 'h = H.history; print(h["accuracy"])'),
        ('print(H.history.get("acc", 0))', 'print(H.history.get("accuracy", 0))'),
        ('if "val_acc" in H.history: pass', 'if "val_accuracy" in H.history: pass'),
        ('if "acc" not in H.history: pass', 'if "accuracy" not in H.history: pass'),
        ('EarlyStopping(monitor="val_acc")', 'EarlyStopping(monitor="val_accuracy")'),
        ('EarlyStopping("val_acc")', 'EarlyStopping("val_accuracy")'),
        ('class E(EarlyStopping): pass\nE(monitor="acc")', 'class E(EarlyStopping): pass\nE(monitor="accuracy")'),
        (
            "from functools import partial\npartial(EarlyStopping, monitor='acc')",
            "from functools import partial\npartial(EarlyStopping, monitor='accuracy')",
        ),
        ('ReduceLROnPlateau("acc")', 'ReduceLROnPlateau("accuracy")'),
        ('ModelCheckpoint("m.keras", "val_acc")', 'ModelCheckpoint("m.keras", "val_accuracy")'),
        ('ModelCheckpoint("m-{val_acc:.2f}.keras")', 'ModelCheckpoint("m-{val_accuracy:.2f}.keras")'),
        ('ModelCheckpoint("m-{acc}.keras")', 'ModelCheckpoint("m-{accuracy}.keras")'),
        ("print(f\"{H.history['acc'][0]:.3f}\")", "print(f\"{H.history['accuracy'][0]:.3f}\")"),
        (
            "def on_epoch_end(self, epoch, logs): print(logs['acc'])",
            "def on_epoch_end(self, epoch, logs): print(logs['accuracy'])",
        ),
        (
            "def on_epoch_end(self, epoch, logs): print(logs.get('val_acc'))",
            "def on_epoch_end(self, epoch, logs): print(logs.get('val_accuracy'))",
        ),
        (
            (
                "class M(Callback):\n    def __init__(self, monitor='val_acc'):\n        self.monitor = monitor\n"
                "    def on_epoch_end(self, epoch, logs=None):\n        print(logs.get(self.monitor))"
            ),
            (
                "class M(Callback):\n    def __init__(self, monitor='val_accuracy'):\n        self.monitor = monitor\n"
                "    def on_epoch_end(self, epoch, logs=None):\n        print(logs.get(self.monitor))"
            ),
        ),
        (
            "class M(EarlyStopping):\n    def __init__(self, what='val_acc'):\n        super().__init__(monitor=what)",
            "class M(EarlyStopping):\n    def __init__(self, what='val_accuracy'):\n        super().__init__(monitor=what)",
        ),
        ("def f(k='acc'):\n    return H.history[k]", "def f(k='accuracy'):\n    return H.history[k]"),
        ("def f(k):\n    return H.history[k]\nf('val_acc')", "def f(k):\n    return H.history[k]\nf('val_accuracy')"),
        (
            "def f(h):\n    return h['acc']\nf(m.fit(x).history)",
            "def f(h):\n    return h['accuracy']\nf(m.fit(x).history)",
        ),
        (
            "def f(h):\n    return h.history['acc']\nf(m.fit(x))",
            "def f(h):\n    return h.history['accuracy']\nf(m.fit(x))",
        ),
        ("for k in ['loss', 'acc']: print(H.history[k])", "for k in ['loss', 'accuracy']: print(H.history[k])"),
        (
            "KEYS = ('loss', 'acc')\nfor i, k in enumerate(KEYS): print(H.history[k], H.history['val_' + k])",
            "KEYS = ('loss', 'accuracy')\nfor i, k in enumerate(KEYS): print(H.history[k], H.history['val_' + k])",
        ),
        ("k = 'acc'; print(H.history[f'val_{k}'])", "k = 'accuracy'; print(H.history[f'val_{k}'])"),
        (
            "import pandas as pd\npd.DataFrame(H.history)['acc']",
            "import pandas as pd\npd.DataFrame(H.history)['accuracy']",
        ),
        (
            "import pandas as pd\ndf = pd.DataFrame(H.history)\ndf[['acc', 'val_acc']].plot()",
            "import pandas as pd\ndf = pd.DataFrame(H.history)\ndf[['accuracy', 'val_accuracy']].plot()",
        ),
        ('print(H.history[u"acc"], H.history["""acc"""])', 'print(H.history[u"accuracy"], H.history["""accuracy"""])'),
    ],
)
def test_uses(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy + "\n", HEAD + modern + "\n")


def test_metrics_by_name() -> None:
    check_upgraded(
        'import keras\nM = ["accuracy", "mse"]\nm.compile("sgd", "mse", metrics=M)\nH.history["acc"]\n',
        'import keras\nM = ["accuracy", "mse"]\nm.compile("sgd", "mse", metrics=M)\nH.history["accuracy"]\n',
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ('import keras\nH.history["acc"]\n', 2),
        ('import keras\nm.compile("sgd", metrics=metrics_of())\nH.history["acc"]\n', 3),
        (
            'import keras\nm.compile("sgd", metrics=["acc"])\nn.compile("sgd", metrics=["accuracy"])\nH.history["acc"]\n',
            4,
        ),
        (HEAD + "from stoppers import MyStopper\nMyStopper(monitor='val_acc')\n", 4),
        ('import keras\nm.compile("sgd", **options)\nkeras.callbacks.EarlyStopping("val_acc")\n', 3),
        (HEAD + 'monitor = settings.get("monitor", "val_acc")\nuse(monitor)\n', 3),
        (HEAD + 'parser.add_argument("--monitor", default="val_acc")\n', 3),
    ],
)
def test_declined(source: str, line: int) -> None:
    check_declined(source, "TFM130", line)


BOTH = [
    'print(H.history["acc" if "acc" in H.history else "accuracy"])',
    'key = "acc" if "acc" in H.history else "accuracy"\nprint(H.history[key])',
    'if "acc" in H.history:\n    print(H.history["acc"])\nelse:\n    print(H.history["accuracy"])',
    'a = H.history["val_acc"] if "val_acc" in H.history else H.history["val_accuracy"]',
]


@pytest.mark.parametrize("use", BOTH)
def test_a_choice_between_both_keys_is_left_alone(use: str) -> None:
    check_untouched(f"{HEAD}{use}\n")


def test_keys_that_a_function_takes_together() -> None:
    show = "def show(history, *keys):\n    for key in keys: print(history.history[key])\n"
    call = "show(m.fit(x, y), 'loss', 'val_{}')\n"
    check_upgraded(HEAD + show + call.format("acc"), HEAD + show + call.format("accuracy"))


@pytest.mark.parametrize(
    "use",
    ['for key in ["acc", "val_acc"]: print(H.history[key])', 'KEY = "val_acc"\nprint(H.history[KEY])'],
    ids=["loop", "name"],
)
def test_key_behind_a_name(use: str) -> None:
    result = check_sound(HEAD + use + "\n")
    assert b"val_accuracy" in result.after
    assert not result.findings


@pytest.mark.parametrize(
    "source",
    [
        'import keras\nm.compile("sgd", metrics=["acc"])\nH.history["acc"]\n',
        HEAD + 'print(H.history["accuracy"], H.history["loss"])\n',
        HEAD + 'results = {"acc": 1}\nprint(results["acc"])\n',
        HEAD + 'f("acc"); print("acc"); x = "val_acc"\n',
        HEAD + 'parser.add_argument("--acc", dest="acc")\n',
        HEAD + 'print(logbook["acc"], my.logs_of("acc"))\n',
        HEAD + 'print("{:.2f} acc".format(1), "accident", "{accent}")\n',
        HEAD + 'print(H.history[b"acc"])\n',
        HEAD + "# H.history['acc']\n",
        HEAD + "class MyStopper: pass\nMyStopper(monitor='val_acc')\n",
        HEAD + "import torch\ntorch.Stopper(monitor='val_acc')\n",
        HEAD + "class T:\n    def f(self):\n        self.history = {'acc': []}\n        print(self.history['acc'])\n",
        HEAD + "class T:\n    def f(self):\n        self.history = {'acc': []}\nt = T()\nprint(t.history['acc'])\n",
        HEAD + "class L(Callback):\n    def f(self):\n        self.history = {}\n        self.history['acc'] = 1\n",
        HEAD + 'title = settings.get("title", "val_acc")\n',
        HEAD + 'use("monitor", "val_acc")\n',
        'm.compile("sgd", metrics=["accuracy"])\nH.history["acc"]\n',
        "import keras\nc = KerasClassifier(build, metrics='acc')\nprint(c.fit(x, y).history_['acc'])\n",
        "import keras\nc = KerasClassifier(build, metrics=['acc'], callbacks=[keras.callbacks.EarlyStopping('val_acc')])\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


OUTPUTS = """\
from keras.layers import Dense
a = Dense(3, name="a")(x)
m.compile("sgd", "mse", metrics={"a": "accuracy"})
"""


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('H.history["a_acc"]', 'H.history["a_accuracy"]'),
        ('H.history["val_a_acc"]', 'H.history["val_a_accuracy"]'),
        ('print("{val_a_acc:.2f}")', 'print("{val_a_accuracy:.2f}")'),
    ],
)
def test_outputs(legacy: str, modern: str) -> None:
    check_upgraded(OUTPUTS + legacy + "\n", OUTPUTS + modern + "\n")


@pytest.mark.parametrize("name", ["b_acc", "val_other_acc", "binary_acc", "a_accuracy"])
def test_no_output_left_alone(name: str) -> None:
    check_untouched(OUTPUTS + f'H.history["{name}"]\n')


LOOPED = """\
from keras.layers import Dense
from keras.models import Model
outs = []
for k in range(n):
    outs.append(Dense(3, name={})(x))
m = Model(x, outs)
m.compile("sgd", "mse", metrics=[["accuracy"] for _ in m.outputs])
"""


@pytest.mark.parametrize(
    "name", ['"head_%d" % k', 'f"head_{k}"', '"head_{}".format(k)', '"head_" + str(k)', '"head_%d" % (k + 1)']
)
def test_outputs_of_a_loop(name: str) -> None:
    head = LOOPED.format(name)
    check_upgraded(head + 'H.history["val_head_1_acc"]\n', head + 'H.history["val_head_1_accuracy"]\n')
    check_untouched(head + 'H.history["val_tail_1_acc"]\n')


@pytest.mark.parametrize("name", ["k", '"%s_head" % k', 'f"{k}_head"', "made(k)"])
def test_outputs_that_may_have_any_name(name: str) -> None:
    check_untouched(LOOPED.format(name) + 'H.history["a_head_acc"]\n')


@pytest.mark.parametrize(
    ("metric", "key"),
    [("mae", "mean_absolute_error"), ("MSE", "mean_squared_error"), ("mape", "mean_absolute_percentage_error")],
)
def test_metrics_that_were_spelled_out(metric: str, key: str) -> None:
    head = f'import keras\nm.compile("sgd", "mse", metrics=["{metric}"])\n'
    check_upgraded(head + f'H.history["val_{key}"]\n', head + f'H.history["val_{metric}"]\n')
    check_untouched(f'import keras\nm.compile("sgd", "mse", metrics=["{key}"])\nH.history["{key}"]\n')
    check_untouched(f'import keras\nH.history["{key}"]\n')


def test_positional_metrics() -> None:
    result = check_sound('import keras\nm.compile("sgd", "mse", ["accuracy"])\nH.history["acc"]\n')
    assert result.after.endswith(b'H.history["accuracy"]\n')
    assert not result.findings


OWN = "def acc(y_true, y_pred): return y_pred\n"


@pytest.mark.parametrize(
    "head",
    [
        "import keras\n" + OWN + 'm.compile("sgd", "mse", metrics=["accuracy", acc])\n',
        "import keras\n" + OWN + 'm.compile("sgd", "mse", metrics=[acc, "accuracy"])\n',
        'import keras\nfrom metrics import acc\nm.compile("sgd", "mse", metrics=["accuracy", acc])\n',
        'import keras\nimport own\nm.compile("sgd", "mse", metrics=["accuracy", own.acc])\n',
    ],
)
def test_own_metric_beside_the_accuracy(head: str) -> None:
    """Keras 2.2.4 gave the name to the first of the two, tf.keras 1.15.5 to the last, Keras 2.3.1 to the own one."""
    finding = check_declined(head + 'H.history["acc"]\n', "TFM130", head.count("\n") + 1)
    assert "own metric" in finding.message


@pytest.mark.parametrize(
    "source",
    [
        # 2.3 and later: the key is the own metric's
        "from tensorflow import keras\nimport tensorflow as tf\ntf.config.list_physical_devices()\n"
        + OWN
        + 'm.compile("sgd", "mse", metrics=["accuracy", acc])\nH.history["acc"]\n',
        "import keras\n"
        + OWN
        + 'm.compile("sgd", "mse", metrics=["accuracy", acc])\nprint(H.history["acc"], H.history["accuracy"])\n',
        # the class came with 2.3
        (
            'import keras\nA = keras.metrics.Accuracy(name="acc")\nm.compile("sgd", "mse", metrics=["accuracy", A])\n'
            'H.history["acc"]\n'
        ),
        "import keras\n" + OWN + 'm.compile("sgd", "mse", metrics=[acc])\nH.history["acc"]\n',
        (
            'import keras\nm.compile("sgd", "mse", metrics=[keras.metrics.Accuracy(name="acc")])\n'
            'keras.callbacks.EarlyStopping("val_acc")\n'
        ),
        'import keras\nacc = keras.metrics.Accuracy("acc")\nH.history["val_acc"]\n',
        'import keras\nacc = keras.metrics.SparseCategoricalAccuracy(name="acc")\nH.history["val_acc"]\n',
        (
            'import keras\nclass A(keras.metrics.Metric):\n    def __init__(self, name="acc"): super().__init__(name=name)\n'
            'm.compile("sgd", "mse", metrics=[A()])\nH.history["val_acc"]\n'
        ),
        'import keras\nclass M(keras.Model):\n    def train_step(self, data): return {"acc": 1}\nH.history["acc"]\n',
        'import keras\nm.add_metric(x, name="acc")\nH.history["acc"]\n',
        'import keras\ndef on_epoch_end(epoch, logs): logs["val_acc"] = measure()\nH.history["val_acc"]\n',
    ],
)
def test_own_metric_left_alone(source: str) -> None:
    check_untouched(source)


def test_logs_that_a_logger_of_the_source_begins() -> None:
    before = STORED + "rows = pd.read_csv('log.csv')\nprint(rows['acc'].max(), rows['val_acc'])\n"
    check_upgraded(before, before.replace("['acc']", "['accuracy']").replace("val_acc", "val_accuracy"))
    before = (
        STORED.replace("'log.csv'", "path")
        + "path = 'a.csv'\nfrom pandas import read_csv\nprint(read_csv(path)['acc'])\n"
    )
    check_upgraded(before, before.replace("['acc']", "['accuracy']"))


def test_columns_that_are_plotted() -> None:
    before = HEAD + "import pandas as pd\ndf = pd.DataFrame(H.history)\ndf.plot(y=['acc', 'val_acc'])\n"
    check_upgraded(before, before.replace("['acc', 'val_acc']", "['accuracy', 'val_accuracy']"))
    check_untouched(HEAD + "import pandas as pd\ndf = pd.DataFrame(H.history)\ndf.columns = names\nprint(df['acc'])\n")
    check_untouched(HEAD + "import pandas as pd\ndf = pd.DataFrame(other)\ndf.plot(y='acc')\n")


STORED = HEAD + "import keras, csv, pandas as pd, numpy as np\nlog = keras.callbacks.CSVLogger('log.csv')\n"


@pytest.mark.parametrize(
    "use",
    [
        "rows = list(csv.DictReader(open('log.csv')))\nprint(rows[0]['loss'])\n",
        "rows = list(other)\nprint(rows[0]['acc'])\n",
        "for row in rows:\n    print(row['acc'])\n",
        "print(settings['acc'])\n",
        "print(json.load(f)['settings']['acc'])\n",
    ],
)
def test_other_rows_are_no_logs(use: str) -> None:
    check_untouched(STORED + use)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (HEAD + "import pickle\npickle.dump(H.history, f)\nh = pickle.load(f)\nprint(h['acc'])\n", 6),
        (HEAD + "import json\njson.dump(H.history, f)\nprint(json.load(f)['acc'])\n", 5),
        (
            HEAD
            + "import json\njson.dump({k: list(v) for k, v in H.history.items()}, f)\nprint(json.load(f)['acc'])\n",
            5,
        ),
        (STORED + "rows = list(csv.DictReader(open('log.csv')))\nprint(rows[0]['acc'])\n", 6),
        (STORED + "for row in csv.DictReader(open('log.csv')):\n    print(row['val_acc'])\n", 6),
        (STORED + "print([row['acc'] for row in csv.DictReader(open('log.csv'))])\n", 5),
        (STORED + "rows = pd.read_csv('other.csv')\nprint(rows['acc'].max())\n", 6),
        (STORED + "rows = pd.read_csv('log.csv', names=names)\nprint(rows['acc'].max())\n", 6),
        (STORED.replace("')\n", "', append=True)\n") + "rows = pd.read_csv('log.csv')\nprint(rows['acc'])\n", 6),
        (STORED + "rows = pd.read_csv('log.csv').tail(1)\nprint(rows.iloc[0]['acc'])\n", 6),
        (STORED + "from pandas import read_csv\nrows = read_csv(path)\nprint(rows['acc'])\n", 7),
        (STORED + "print(np.genfromtxt('log.csv', delimiter=',', names=True)['acc'])\n", 5),
        (HEAD + "def f(h):\n    return h['acc']\nf(H.history)\nf(other())\n", 4),
        (HEAD + "def f(history):\n    return history['val_acc']\n", 4),
        (HEAD + "for k in ['loss', 'acc']:\n    other[k] = H.history[k]\nprint(other['acc'])\n", 3),
        (HEAD + "parser.add_argument('--monitor', default='val_acc')\nEarlyStopping(monitor=args.monitor)\n", 3),
        (HEAD + "parser.add_argument('-m', '--monitor', default='val_acc')\nEarlyStopping(monitor=args.monitor)\n", 3),
        (HEAD + "parser.add_argument('--m', dest='key', default='val_acc')\nEarlyStopping(monitor=args.key)\n", 3),
        (HEAD + "OPTIONS = {'monitor': 'val_acc'}\nEarlyStopping(**OPTIONS)\n", 3),
        (HEAD + "print(H.history['acc_1'])\n", 3),
    ],
)
def test_carried_keys_are_not_silent(source: str, line: int) -> None:
    check_declined(source, "TFM130", line)


RATE = "from keras.callbacks import LearningRateScheduler\ncallback = LearningRateScheduler(f)\n"


def test_a_history_that_takes_the_name_of_the_object() -> None:
    head = "from keras.models import Sequential\nm = Sequential()\nm.compile('sgd', 'mse', metrics=['accuracy'])\n"
    use = "H = m.fit(x, y)\nH = H.history\nprint(H['{}'])\n"
    check_upgraded(head + use.format("val_acc"), head + use.format("val_accuracy"))


def test_learning_rate() -> None:
    check_upgraded(RATE + "H.history['lr']\n", RATE + "H.history['learning_rate']\n")


@pytest.mark.parametrize(
    "source",
    [
        RATE + "settings['lr']\n",
        RATE + "def on_epoch_end(epoch, logs): logs['lr'] = 1\n",
        "import keras\nH.history['lr']\n",
    ],
)
def test_learning_rate_left_alone(source: str) -> None:
    check_untouched(source)


def test_learning_rate_that_the_file_stores_as_well() -> None:
    check_declined(RATE + "def on_epoch_end(epoch, logs): logs['lr'] = 1\nH.history['lr']\n", "TFM130", 4)


def test_history_of_something_else_left_alone() -> None:
    check_untouched(HEAD + 'import browser\nprint(browser.history["acc"])\n')


WEIGHTED = "from keras.callbacks import EarlyStopping\nfrom keras.models import Sequential\nm = Sequential([a])\n"


def test_weighted_metrics_have_no_prefix() -> None:
    source = (
        WEIGHTED
        + "m.compile('sgd', 'mse', weighted_metrics=['mae'])\nx = EarlyStopping(monitor='val_weighted_mae', mode='min')\n"
    )
    assert "val_mae" in check_declined(source, "TFM130", 5).advice


@pytest.mark.parametrize(
    ("asked", "legacy", "modern"),
    [
        ("['acc']", "val_weighted_acc", "val_acc"),
        ("['accuracy']", "val_weighted_acc", "val_accuracy"),
        ("['mae']", "weighted_mean_absolute_error", "mae"),
        ("('acc', 'mse')", "weighted_acc", "acc"),
    ],
)
def test_weighted_metrics(asked: str, legacy: str, modern: str) -> None:
    """As Keras 2.2.4 and TensorFlow 1.15.5 log them, and TensorFlow 2.21."""
    source = (
        WEIGHTED + f"m.compile('sgd', 'mse', weighted_metrics={asked})\nx = EarlyStopping(monitor='KEY', mode='min')\n"
    )
    check_upgraded(source.replace("KEY", legacy), source.replace("KEY", modern))


@pytest.mark.parametrize("asked", ["asked", "['acc', 'accuracy']", "[acc]"])
def test_weighted_metrics_are_reported(asked: str) -> None:
    source = (
        WEIGHTED
        + f"m.compile('sgd', 'mse', weighted_metrics={asked})\nh = m.fit(x, y)\nprint(h.history['weighted_acc'])\n"
    )
    check_declined(source, "TFM130", 6)


@pytest.mark.parametrize(
    "source",
    [
        WEIGHTED + "m.compile('sgd', 'mse', weighted_metrics=['mae'])\nx = EarlyStopping(monitor='val_mae')\n",
        WEIGHTED
        + "m.compile('sgd', 'mse', weighted_metrics=['acc'])\nx = EarlyStopping(monitor='val_acc', mode='max')\n",
        WEIGHTED
        + "m.compile('sgd', 'mse', metrics=['mae'], weighted_metrics=['mae'])\n"
        + "x = EarlyStopping(monitor='val_weighted_mae', mode='min')\n",
        WEIGHTED + "print('weighted_mae')\nd['weighted_sum'] = 3\n",
    ],
)
def test_weighted_metrics_left_alone(source: str) -> None:
    check_untouched(source)


CALLBACK = "from keras.callbacks import Callback\nclass C(Callback):\n    def on_epoch_end(self, epoch, logs=None):\n"


@pytest.mark.parametrize(
    "body",
    [
        'x = logs["acc"] if "acc" in logs else logs["accuracy"]',
        'if "accuracy" in logs:\n    x = logs["accuracy"]\nelse:\n    x = logs["acc"]',
        'if "acc" in logs:\n    x = logs["acc"]\nif "accuracy" in logs:\n    x = logs["accuracy"]',
        'x = logs.get("acc", logs.get("accuracy"))',
        'x = logs.get("acc") or logs.get("accuracy")',
        'try:\n    x = logs["acc"]\nexcept KeyError:\n    x = logs["accuracy"]',
        'for key in ("acc", "accuracy"):\n    x = logs.get(key)',
    ],
)
def test_what_reads_both_keys_is_left_alone(body: str) -> None:
    check_untouched(CALLBACK + indent(body, " " * 8) + "\n")


@pytest.mark.parametrize(
    ("body", "findings", "notes"),
    [
        ('x = logs["acc"]', 1, 0),
        ('if self.x:\n    x = logs["acc"]', 1, 0),
        ('if "acc" in logs:\n    x = logs["acc"]', 0, 2),
        ('if logs.get("val_acc") is not None:\n    x = logs["val_acc"]', 0, 2),
        ('if "acc" in logs:\n    x = logs["acc"], logs["val_acc"]', 0, 3),
    ],
)
def test_a_key_that_is_asked_for_first_is_a_note(body: str, findings: int, notes: int) -> None:
    result = check_sound(CALLBACK + indent(body, " " * 8) + "\n")
    assert [each.code for each in result.findings] == ["TFM130"] * findings
    assert [each.code for each in result.notes] == ["TFM130"] * notes


SHIMMED = """from compat.keras.models import Sequential
def acc(y_true, y_pred): return y_true
model = Sequential()
model.compile("sgd", "mse", metrics=[%s])
history = model.fit(x, y)
"""


@pytest.mark.parametrize("key", ["history.history['acc']", "history.history['val_acc']"])
def test_own_metric_that_shares_the_key_on_the_shims(key: str) -> None:
    """Keras 2.2.4 had the accuracy under `acc`, 0.5, and the shims have the own metric, 0.4708, as Keras 2.3.1 did."""
    check_declined(SHIMMED % "'accuracy', acc" + f"print({key})\n", "TFM130", 6, to="compat")


def test_a_numbered_key_on_the_shims() -> None:
    check_declined(SHIMMED % "'accuracy', acc" + "print(history.history['acc_1'])\n", "TFM130", 6, to="compat")


@pytest.mark.parametrize(
    ("metrics", "read"),
    [
        ("'accuracy'", "history.history['acc']"),
        ("'accuracy'", "'weights-{val_acc:.2f}.h5'"),
        ("acc", "history.history['acc']"),
        ("'acc'", "history.history['val_acc']"),
        ("'mae'", "history.history['mean_absolute_error']"),
        ("'accuracy', acc", "history.history['loss']"),
        ("'accuracy', acc", "settings['acc']"),
        ("'accuracy', acc", "history.history['accuracy'], history.history['acc']"),
    ],
)
def test_other_keys_on_the_shims(metrics: str, read: str) -> None:
    check_untouched(SHIMMED % metrics + f"print({read})\n", to="compat")


@pytest.mark.parametrize(
    "imported", ["from compat.keras.callbacks import Callback", "from compat import tensorflow as tf"]
)
def test_logs_of_another_module_on_the_shims(imported: str) -> None:
    check_untouched(
        imported + "\ndef show(history):\n    print(history.history['acc'], history.history['lr'])\n", to="compat"
    )


def test_keys_that_run_beside_others() -> None:
    loop = "for mine, key in zip(['acc'], ['KEY']):\n    own[mine] = H.history[key]\n"
    check_upgraded(HEAD + loop.replace("KEY", "val_acc"), HEAD + loop.replace("KEY", "val_accuracy"))
    check_untouched(HEAD + loop.replace("KEY", "accuracy"))


NAMES_OF_HISTORY = "H = m.fit(x, y)\n"
SHOWN = """class Shown(Callback):
    keys = ("acc", "val_acc")

    def on_epoch_end(self, epoch, logs=None):
        for key in self.keys:
            print((logs or {}).get(key))
"""


def test_keys_of_a_class() -> None:
    check_upgraded(HEAD + SHOWN, HEAD + SHOWN.replace('"acc"', '"accuracy"').replace('"val_acc"', '"val_accuracy"'))


def test_keys_of_a_class_that_are_those_of_an_own_dictionary_too() -> None:
    use = SHOWN.replace(', "val_acc"', ", ") + "            self.data[key] = 1\n"
    check_declined(HEAD + use, "TFM130", 4)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + SHOWN.replace("(logs or {}).get(key)", "key"),
        HEAD + SHOWN.replace("logs or {}", "other or {}"),
        HEAD + SHOWN.replace("self.keys", "other.keys"),
        HEAD + SHOWN.replace('"acc", "val_acc"', '"accuracy", "val_accuracy"'),
        SHOWN.replace("(Callback)", ""),
    ],
)
def test_keys_of_a_class_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "use",
    [
        "for name, values in H.history.items():\n    if name == 'KEY': print(values)\n",
        "for name in H.history:\n    if 'KEY' != name: print(name)\n",
        "for name in sorted(H.history):\n    if name in ('loss', 'KEY'): print(name)\n",
        "print([v for i, (k, v) in enumerate(H.history.items()) if k == 'KEY'])\n",
        "print({k: v for k, v in H.history.items() if k not in ['KEY']})\n",
        "for rows in several:\n    print([k for k in H.history.keys() if k == 'KEY'])\n",
    ],
)
def test_names_that_a_loop_takes_from_a_history(use: str) -> None:
    source = HEAD + NAMES_OF_HISTORY + use
    check_upgraded(source.replace("KEY", "val_acc"), source.replace("KEY", "val_accuracy"))
    check_untouched(source.replace("KEY", "val_loss"))
    for other in ("metrics=[]", "metrics=['acc']"):
        check_untouched(source.replace('metrics=["accuracy"]', other).replace("KEY", "val_acc"))


@pytest.mark.parametrize(
    "use",
    [
        "for name, values in scores.items():\n    if name == 'acc': print(values)\n",
        "for name, values in H.history.items():\n    if values == 'acc': print(name)\n",
        "for name in H.history.values():\n    if name == 'acc': print(name)\n",
        "for name, values in H.history.items():\n    if 'acc' in name: print(name)\n",
        "for name in H.history:\n    if name == 'acc' or name == 'accuracy': print(name)\n",
        "for name in H.history:\n    if name in ('acc', 'accuracy'): print(name)\n",
        "if kind == 'acc': print(H.history)\n",
    ],
)
def test_other_names_left_alone(use: str) -> None:
    check_untouched(HEAD + NAMES_OF_HISTORY + use)


ENDS = NAMES_OF_HISTORY + "for name, values in H.history.items():\n    if name.endswith({}): print(values)\n"


@pytest.mark.parametrize("end", ["'_acc'", "'acc'", "'val_acc'", "('loss', '_acc')"])
def test_ends_of_names(end: str) -> None:
    assert "accuracy" in check_declined(HEAD + ENDS.format(end), "TFM130", 5).advice


@pytest.mark.parametrize("use", ["name.replace('_acc', '')", "name.removesuffix('_acc')"])
def test_names_that_are_cut(use: str) -> None:
    check_declined(HEAD + NAMES_OF_HISTORY + f"for name in H.history: print({use})\n", "TFM130", 4)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + ENDS.format("'_loss'"),
        HEAD + ENDS.format("'accuracy'"),
        HEAD + ENDS.format("('acc', 'accuracy')"),
        HEAD + ENDS.format("'acc'").replace("H.history.items", "scores.items"),
        HEAD + ENDS.format("'acc'").replace("name.endswith", "name.startswith"),
        HEAD.replace('"accuracy"', '"acc"') + ENDS.format("'acc'"),
        HEAD.replace('"accuracy"', '"accuracy", top_acc') + ENDS.format("'_acc'"),
        HEAD + "for name in os.listdir(folder):\n    if name.endswith('_acc'): print(name)\n",
    ],
)
def test_ends_of_names_left_alone(source: str) -> None:
    check_untouched(source)


def test_ends_of_names_where_nothing_is_compiled_are_a_note() -> None:
    result = check_sound("import keras\n" + ENDS.format("'_acc'"))
    assert not result.findings
    assert [each.code for each in result.notes] == ["TFM130"]


LOOPED_OUTPUTS = """\
from keras.layers import Dense
from keras.models import Model
NAMES = ["gender", "age"]
m = Model(a, [Dense(1, name=n)(a) for n in NAMES])
m.compile("sgd", "mse", metrics=METRICS)
H = m.fit(x, y)
"""
EACH = '{n: "accuracy" for n in NAMES}'


@pytest.mark.parametrize(
    "metrics",
    [
        EACH,
        '{n: ["accuracy"] for n in NAMES}',
        'dict.fromkeys(NAMES, "accuracy")',
        'dict(gender="accuracy", age="accuracy")',
        '[["accuracy"] for n in NAMES]',
    ],
)
@pytest.mark.parametrize(
    "use",
    [
        'H.history["gender_KEY"]',
        'for n in NAMES: print(H.history[n + "_KEY"])',
        'for n in NAMES: print(H.history["val_" + n + "_KEY"])',
        'for n in NAMES: print(H.history["val_%s_KEY" % n])',
        'for n in NAMES: print(H.history["val_{}_KEY".format(n)])',
        'for n in NAMES: print(H.history[f"val_{n}_KEY"])',
        'def f(n):\n    key = n + "_KEY"\n    return H.history[key]',
        'T = "%s_KEY"\nfor n in NAMES: print(H.history[T % n])',
        'for p in ("", "val_"): print(H.history[p + "age_KEY"])',
    ],
)
def test_keys_that_are_put_together(metrics: str, use: str) -> None:
    source = LOOPED_OUTPUTS.replace("METRICS", metrics) + use + "\n"
    check_upgraded(source.replace("KEY", "acc"), source.replace("KEY", "accuracy"))
    check_untouched(source.replace("KEY", "loss"))
    check_untouched(source.replace("KEY", "acc").replace('"accuracy"', '"acc"'))


@pytest.mark.parametrize(
    "use",
    [
        'import pickle\npickle.dump(H.history, f)\nh = pickle.load(f)\nprint([h[n + "_acc"] for n in NAMES])\n',
        'k = n + "_acc"\nprint(\n\n    H.history[k], own[k])\n'.replace("k = ", "\n\n\nk = "),
    ],
)
def test_keys_that_are_put_together_are_reported(use: str) -> None:
    check_declined(LOOPED_OUTPUTS.replace("METRICS", EACH) + use, "TFM130", 10)


def test_an_own_metric_with_the_same_end_is_reported() -> None:
    head = LOOPED_OUTPUTS.replace("METRICS", '{n: ["accuracy", top_acc] for n in NAMES}')
    check_declined(head + 'def f(n): return H.history[n + "_acc"]\n', "TFM130", 7)


@pytest.mark.parametrize(
    "source",
    [
        LOOPED_OUTPUTS.replace("METRICS", EACH) + 'for n in NAMES: print(own[n + "_acc"], own[f"{n}_acc"])\n',
        LOOPED_OUTPUTS.replace("METRICS", EACH) + 'for n in NAMES: print(n + "_acc", "%s_acc" % n)\n',
        LOOPED_OUTPUTS.replace("METRICS", EACH) + 'for n in NAMES: open(f"{n}_acc")\n',
        LOOPED_OUTPUTS.replace("METRICS", EACH)
        + 'def f(n): return H.history[n + "_acc" if n + "_acc" in H.history else n + "_accuracy"]\n',
        LOOPED_OUTPUTS.replace("METRICS", '{n: ["accuracy", top_acc] for n in NAMES}')
        + 'for n in ["top"]: print(H.history[n + "_acc"], H.history["val_%s_acc" % n])\n',
        'import keras\nprint(H.history[n + "_acc"])\n',
        'import keras\nm.compile("sgd", metrics=made())\nprint(H.history[f"{n}_acc"])\n',
    ],
)
def test_keys_that_are_put_together_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "use",
    [
        "def on_epoch_end(epoch, logs): print('%(loss).3f %(KEY).3f' % logs)\n",
        "def on_epoch_end(epoch, logs): print('%(KEY)s' % dict(logs, epoch=epoch))\n",
        "T = '%(val_KEY).3f'\ndef on_epoch_end(epoch, logs): print(T % logs)\n",
        "class L(Callback):\n    T = '{KEY:.3f}'\n    def on_epoch_end(self, epoch, logs): print(self.T.format(**logs))\n",
        "f = keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print('%(KEY).3f' % logs))\n",
    ],
)
def test_texts_that_logs_fill_in(use: str) -> None:
    source = HEAD + "import keras\n" + use
    check_upgraded(source.replace("KEY", "acc"), source.replace("KEY", "accuracy"))


@pytest.mark.parametrize(
    "use",
    [
        "print('%(acc).3f' % scores)\n",
        "print('%(acc).3f' % {'acc': 1})\n",
        "print('{acc:.3f}'.format(acc=1))\n",
        "T = 'acc {acc:.3f}'\nprint(T.format(acc=1))\n",
        "class L:\n    T = '{acc:.3f}'\n    def f(self): print(self.T.format(acc=1))\n",
        "parser.add_argument('--x', help='%(acc)s')\n",
    ],
)
def test_texts_that_something_else_fills_in_left_alone(use: str) -> None:
    check_untouched(HEAD + use)


def test_a_text_that_logs_and_something_else_fill_in() -> None:
    source = HEAD + "T = '%(acc).3f'\nprint(T % scores)\ndef on_epoch_end(epoch, logs): print(T % logs)\n"
    check_declined(source, "TFM130", 3)


NAMED = "import keras\ndef accuracy(y_true, y_pred): return y_pred\n"
ASKED = 'm.compile("sgd", "mse", metrics=[{}])\n'


@pytest.mark.parametrize("key", ["accuracy", "val_accuracy"])
@pytest.mark.parametrize("head", [NAMED, "import keras\nfrom metrics import accuracy\n"])
def test_an_own_metric_called_accuracy(head: str, key: str) -> None:
    """Keras 2.2.4 and tf.keras 1.15.5 log `acc` 0.625 and the own one 1.25 as `accuracy`, Keras 3 has 0.625 there."""
    source = head + ASKED.format('"accuracy", accuracy') + f'H.history["{key}"]\n'
    assert f"{key}_1" in check_declined(source, "TFM130", 4).advice


def test_an_own_metric_called_as_a_short_name() -> None:
    source = "import keras\nfrom metrics import mse\n" + ASKED.format('"mse", mse')
    assert "val_mse_1" in check_declined(source + 'H.history["val_mse"]\n', "TFM130", 4).advice
    check_upgraded(source + 'H.history["mean_squared_error"]\n', source + 'H.history["mse"]\n')


def test_the_accuracy_after_an_own_metric_of_that_name() -> None:
    """The own one comes first and is `accuracy` in Keras 3, 1.25; `acc` of Keras 2.2.4, 0.625, is `accuracy_1`."""
    source = NAMED + ASKED.format('accuracy, "accuracy"') + 'H.history["acc"]\n'
    assert "accuracy_1" in check_declined(source, "TFM130", 4).advice


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "source",
    [
        NAMED + ASKED.format('"accuracy", accuracy') + 'own["accuracy"]; f("accuracy")\n',
        NAMED + ASKED.format('"accuracy", accuracy') + 'H.history["accuracy"], H.history["accuracy_1"]\n',
        NAMED + ASKED.format('accuracy, "accuracy"') + 'H.history["accuracy"]\n',
        NAMED + ASKED.format("accuracy") + 'H.history["accuracy"]\n',
        NAMED + ASKED.format('"accuracy"') + 'accuracy(x, y); H.history["accuracy"]\n',
        NAMED + 'm.compile("sgd", "mse", metrics={"a": "accuracy", "b": accuracy})\nH.history["a_accuracy"]\n',
        NAMED + 'm.compile("sgd", "mse", metrics=[accuracy] if own else ["accuracy"])\nH.history["accuracy"]\n',
        "import keras\naccuracy = keras.metrics.CategoricalAccuracy()\n"
        + ASKED.format('"accuracy", accuracy')
        + 'H.history["accuracy"]\n',
        "import keras\nfrom metrics import auc\n" + ASKED.format('"auc", auc') + 'H.history["auc"]\n',
        "import tensorflow as tf\nimport keras\ntf.config.list_physical_devices()\nfrom metrics import accuracy\n"
        + ASKED.format('"accuracy", accuracy')
        + 'H.history["accuracy"]\n',
    ],
)
def test_accuracies_left_alone(source: str, to: str) -> None:
    if to == "native":
        check_untouched(source)
    else:
        check_untouched(source.replace("import keras\n", "from compat import keras\n"), to="compat")


@pytest.mark.parametrize(
    ("metrics", "key"),
    [("'accuracy', accuracy", "accuracy"), ("accuracy, 'accuracy'", "acc"), ("accuracy, 'accuracy'", "val_acc")],
)
def test_an_own_metric_called_accuracy_on_the_shims(metrics: str, key: str) -> None:
    """The shims log what Keras 3 does under `accuracy`, and the same under `acc`."""
    head = (SHIMMED % metrics).replace("def acc(", "def accuracy(")
    check_declined(head + f"print(history.history['{key}'])\n", "TFM130", 6, to="compat")


OPTION = HEAD + "parser.add_argument('--monitor', {})\nEarlyStopping(monitor=args.monitor)\n"


@pytest.mark.parametrize(
    "given",
    ["default='val_acc'", "default='val_acc', choices=['val_acc', 'loss']", "choices=('val_acc', 'loss')"],
)
def test_one_finding_for_an_option(given: str) -> None:
    finding = check_declined(OPTION.format(given), "TFM130", 3)
    assert "caller of the program" in finding.message


def test_options_left_alone() -> None:
    check_untouched(OPTION.format("default='val_loss', choices=['val_loss', 'val_accuracy']"))
    check_untouched(HEAD + "parser.add_argument('--show', choices=['val_acc', 'loss'])\nprint(args.show)\n")


def test_compiles_that_disagree_say_so() -> None:
    source = (
        'import keras\nm.compile("sgd", metrics=["acc"])\nn.compile("sgd", metrics=["accuracy"])\nH.history["acc"]\n'
    )
    finding = check_declined(source, "TFM130", 4)
    assert "own metric" not in finding.advice


NET = """from keras import Input, Model
from keras.layers import Dense


def two():
    i = Input((4,))
    return Model(i, [Dense(1, name="zeta")(i), Dense(3, name="head_%d" % 2)(i)])
"""
USED = """from net import two

model = two()
model.compile("sgd", "mse", metrics=[{}, {}])
print(model.fit(x, y).history["{}"])
"""


@pytest.mark.parametrize(
    ("metrics", "legacy", "modern"),
    [
        ("['accuracy']", "zeta_acc", "zeta_accuracy"),
        ("['accuracy']", "val_head_2_acc", "val_head_2_accuracy"),
        ("['accuracy']", "other_acc", "other_acc"),
        ("['acc']", "zeta_acc", "zeta_acc"),
        ("['mae']", "zeta_acc", "zeta_acc"),
        ("['accuracy', acc]", "zeta_loss", "zeta_loss"),
    ],
)
def test_outputs_that_another_module_names(tmp_path: Path, metrics: str, legacy: str, modern: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "net.py").write_text(NET)
    used = tmp_path / "used.py"
    used.write_text(USED.format(metrics, metrics, legacy))
    result = upgrade(used.read_bytes(), project=project_of(used))
    assert isinstance(result, Upgraded)
    assert f'.history["{modern}"]' in result.after.decode()


BUILT = "import keras\nMADE\nhistory = made.fit(x, y)\nprint(history.history['val_KEY'])\n"
BY_DEFAULT = "def build(metrics=METRICS):\n    m = keras.Sequential()\n    m.compile('sgd', 'mse', metrics=metrics)\n    return m\n\nmade = build(GIVEN)"


@pytest.mark.parametrize(
    ("made", "given"),
    [
        (BY_DEFAULT.replace("METRICS", "'TEXT'").replace("=metrics", "=[metrics]"), ""),
        (BY_DEFAULT.replace("METRICS", "['TEXT']"), ""),
        (BY_DEFAULT.replace("METRICS", "()"), "metrics=['TEXT']"),
        (BY_DEFAULT.replace("METRICS", "()"), "['TEXT']"),
        ("made.compile('sgd', 'mse', metrics=[settings['metric']])", ""),
        ("made.compile('sgd', 'mse', metrics=[each for each in ('TEXT', 'mse')])", ""),
        (
            (
                "class Net:\n    def __init__(self, metric='TEXT'):\n        self.metric = metric\n"
                "        self.m.compile('sgd', 'mse', metrics=[self.metric])\nmade = Net().m"
            ),
            "",
        ),
    ],
)
def test_metrics_that_something_else_hands_on(made: str, given: str) -> None:
    made = "settings = {'metric': 'TEXT'}\n" + made.replace("GIVEN", given)
    source = BUILT.replace("MADE", made)
    legacy = source.replace("TEXT", "mae").replace("KEY", "mean_absolute_error")
    check_upgraded(legacy, source.replace("TEXT", "mae").replace("KEY", "mae"))
    check_untouched(source.replace("TEXT", "mean_absolute_error").replace("KEY", "mean_absolute_error"))
    check_untouched(source.replace("TEXT", "mse").replace("KEY", "mean_absolute_error"))


@pytest.mark.parametrize("given", ["['mean_absolute_error']", "metrics=['mean_absolute_error']"])
def test_a_default_that_no_call_takes(given: str) -> None:
    made = BY_DEFAULT.replace("METRICS", "['mae']").replace("GIVEN", given)
    check_untouched(BUILT.replace("MADE", made).replace("KEY", "mean_absolute_error"))


def test_a_metric_that_another_module_passes(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    built = tmp_path / "built.py"
    built.write_text(
        BUILT.replace("MADE", BY_DEFAULT.rpartition("\n")[0])
        .replace("made.", "m.")
        .replace("KEY", "acc")
        .replace("METRICS", "None")
    )
    (tmp_path / "main.py").write_text("from built import build\nbuild(['accuracy'])\n")
    result = upgrade(built.read_bytes(), project=project_of(built))
    assert isinstance(result, Upgraded)
    assert "history['val_accuracy']" in result.after.decode()


HOLDER = (
    HEAD
    + """class Runs:
    def __init__(self):
        self.runs, self.all, self.other = {{}}, [], dict()
    def train(self, tag, model):
        self.last = model.fit(x, y, epochs=2)
        self.all.append(self.last.history)
        self.runs[tag] = self.last.history
        self.other[tag] = {{"acc": 1}}
    def plot(self, log):
        return {1}
    def report(self, tag):
        {0}
"""
)


@pytest.mark.parametrize(
    "use",
    [
        ("self.plot(self.runs[tag])", "log['{}']"),
        ("print(self.runs[tag]['{}'])", "0"),
        ("for each in self.all: print(each['{}'])", "0"),
        ("for name, each in self.runs.items(): print(each['{}'])", "0"),
        ("run = self.runs[tag]; print(run['{}'])", "0"),
        ("for k in ('{}', 'loss'): assert k in self.last.history.keys()", "0"),
        ("self.plot(self.last.history)", "[k for k in ['{}'] if k in list(log.keys())]"),
    ],
)
def test_logs_that_an_object_holds(use: tuple[str, str]) -> None:
    legacy, modern = (HOLDER.format(*(each.format(key) for each in use)) for key in ("acc", "accuracy"))
    check_upgraded(legacy, modern)


@pytest.mark.parametrize(
    "use",
    [
        ("self.plot(self.other[tag])", "log['acc']"),
        ("for name, each in self.other.items(): print(each['acc'])", "0"),
        ("other = dict(self.runs[tag], acc=1); print(other['acc'])", "0"),
        ("for k in ('acc', 'loss'): assert k in self.other.keys()", "0"),
        ("self.runs['acc']", "0"),
        ("self.runs['acc']; 'acc' in self.runs.keys()", "0"),
    ],
)
def test_what_else_an_object_holds_left_alone(use: tuple[str, str]) -> None:
    check_untouched(HOLDER.format(*use))


TESTER = """from keras.models import Sequential
import shown
class Tester:
    def run(self, model):
        model.compile("sgd", "mse", metrics=["accuracy"])
        self.history = {}
        shown.show(self)
"""


@pytest.mark.parametrize(
    ("history", "key"),
    [("model.fit(x, y, epochs=2)", "accuracy"), ("Own()", "acc"), ("model.fit(x, y, epochs=2) or own", "acc")],
)
def test_a_history_of_an_object_of_another_module(tmp_path: Path, history: str, key: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "main.py").write_text(TESTER.format(history))
    shown = tmp_path / "shown.py"
    shown.write_text("def show(tester):\n    print(tester.history.history['acc'])\n")
    result = upgrade(shown.read_bytes(), project=project_of(shown))
    assert isinstance(result, Upgraded)
    assert f".history['{key}']" in result.after.decode()
