from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

SOURCE = """from tensorflow.keras import backend as K
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense


def share(y_true, y_pred):
    {body}


model = Sequential([Dense({units}, input_shape=(2,))])
model.compile("sgd", "{loss}", metrics={metrics})
"""
COMMENT = "# the labels as Keras 2 gave them to metrics\n    "
TYPE = "y_true = K.cast(y_true, K.dtype(y_pred))\n    "
RANK = "if K.ndim(y_true) == 1:\n        y_true = K.expand_dims(y_true)\n    "


def _source(body: str, *, loss: str = "mse", metrics: str = "[share]", units: int = 1) -> str:
    return SOURCE.format(body=body, loss=loss, metrics=metrics, units=units)


@pytest.mark.parametrize(
    ("body", "added"),
    [
        ("return K.mean(K.equal(y_true, K.round(y_pred)))", TYPE + RANK),
        ("return K.sum(y_true * y_pred)", TYPE + RANK),
        ("return K.mean(K.square(y_pred - y_true), axis=-1)", TYPE + RANK),
        ("return K.sum(K.flatten(y_true) * K.flatten(y_pred))", TYPE),
        ("true = K.flatten(y_true)\n    return K.sum(true * K.flatten(y_pred))", TYPE),
        ("a, b = K.flatten(y_true), K.flatten(y_pred)\n    return K.sum(a * b)", TYPE),
        ("a, b = y_true, y_pred\n    return K.sum(a * b)", TYPE + RANK),
        ("y_true, y_pred = K.flatten(y_true), K.flatten(y_pred)\n    return K.sum(y_true * y_pred)", TYPE),
        ("y_true = K.cast(y_true, 'float32')\n    return K.sum(y_true * y_pred)", RANK),
        ("return K.sum(K.cast(y_true, 'float32') * y_pred)", RANK),
        ("return K.sum(y_true * y_pred, axis=[1, 2, 3])", TYPE),
        ("return K.mean(K.equal(K.argmax(y_true, 0), K.argmax(y_pred, 0)))", RANK),
        ("share = y_true * y_pred\n    y_true = K.argmax(y_true)\n    return share * y_true", TYPE + RANK),
        ("y_true = K.argmax(y_true) * y_true\n    return K.sum(y_true * y_pred)", TYPE + RANK),
        ("if wide:\n        y_true = K.argmax(y_true)\n    return K.sum(y_true * y_pred)", TYPE + RANK),
        ('"""The share."""\n    return K.sum(y_true * y_pred)', TYPE + RANK),
    ],
)
@pytest.mark.parametrize("to", ["native", "compat"])
def test_metric(body: str, added: str, to: str) -> None:
    docstring, mark, rest = body.rpartition('"""\n    ')
    check_upgraded(_source(body), _source(docstring + mark + COMMENT + added + rest), to=to)


@pytest.mark.parametrize(
    ("before", "metrics"),
    [
        ("chosen = ['mae']\nchosen = chosen + [share]\n", "chosen"),
        ("chosen = ['mae']\nchosen += [share]\n", "chosen"),
        ("chosen = []\nchosen.append(share)\n", "chosen"),
        ("chosen = []\nfor each in range(2):\n    chosen.extend([share])\n", "['mae'] + chosen"),
        ("from functools import partial\nhalf = partial(share)\n", "[half]"),
        ("import functools\n", "[functools.partial(share) for _ in range(2)]"),
    ],
)
def test_lists_that_are_put_together(before: str, metrics: str) -> None:
    source, expected = (
        _source(body, metrics=metrics).replace("model = ", before + "model = ", 1)
        for body in (BODY, COMMENT + TYPE + RANK + BODY)
    )
    check_upgraded(source, expected)


BODY = "return K.sum(y_true * y_pred)"
WITH_A_PARAMETER = """
def build(metrics{}):
    model = Sequential([Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse", metrics=metrics)
    return model

class Net:
    def __init__(self):
        self.metrics = [{}]
        self.model = Sequential([Dense(1, input_shape=(2,))])

    def start(self):
        self.model.compile("sgd", "mse", metrics=self.metrics)

build({})
"""


@pytest.mark.parametrize(
    ("default", "kept", "given"), [("=(share,)", "", ""), ("", "share", "[]"), ("", "", "[share]")]
)
def test_metrics_by_parameters_and_attributes(default: str, kept: str, given: str) -> None:
    head = _source("{}").partition("model = ")[0]
    rest = WITH_A_PARAMETER.format(default, kept, given)
    check_upgraded(head.format(BODY) + rest, head.format(COMMENT + TYPE + RANK + BODY) + rest)


@pytest.mark.parametrize(("default", "kept", "given"), [("=None", "", ""), ("", "'mae'", "['mae']")])
def test_other_metrics_by_parameters_and_attributes(default: str, kept: str, given: str) -> None:
    check_untouched(_source(BODY).partition("model = ")[0] + WITH_A_PARAMETER.format(default, kept, given))


@pytest.mark.parametrize("metrics", ['["mae", share]', '{"dense": share}', '["mae"], weighted_metrics=[share]'])
def test_places_of_metrics(metrics: str) -> None:
    body = "return K.sum(y_true * y_pred)"
    check_upgraded(_source(body, metrics=metrics), _source(COMMENT + TYPE + RANK + body, metrics=metrics))


def test_functions_of_tensorflow() -> None:
    source = """import tensorflow as tf


def total(labels, outputs):
    {added}return tf.reduce_sum(labels * outputs)


metrics = [total]
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
model.compile("sgd", "mse", metrics)
"""
    source = source.replace("metrics)", "metrics=metrics)")
    added = (
        f"{COMMENT}labels = tf.cast(labels, outputs.dtype)\n"
        "    if len(labels.shape) == 1:\n        labels = tf.expand_dims(labels, -1)\n    "
    )
    check_upgraded(source.format(added=""), source.format(added=added))


def test_one_hot_labels_have_their_dimensions() -> None:
    body = "return K.sum(y_true * y_pred)"
    words = {"loss": "categorical_crossentropy", "units": 3}
    check_upgraded(_source(body, **words), _source(COMMENT + TYPE + body, **words))  # type: ignore[arg-type]


@pytest.mark.parametrize("part", ["y_train[:-100]", "y_train[order]"])
@pytest.mark.parametrize("is_categorical", [True, False])
def test_part_of_labels(part: str, is_categorical: bool) -> None:
    body = "return K.sum(y_true * y_pred)"
    made = "tf_keras.utils.to_categorical(y)" if is_categorical else "y.astype(float)"
    fit = f"y_train = {made}\ny_train = {part}\nmodel.fit(x, y_train)\nmodel.compile"
    before = "from tensorflow import keras as tf_keras\n" + _source(body).replace("model.compile", fit)
    if is_categorical:
        check_untouched(before)
    else:
        check_upgraded(before, before.replace(body, COMMENT + TYPE + RANK + body))


def test_function_that_a_metric_calls() -> None:
    before = _source("return total(y_true, y_pred)").replace(
        "def share", "def total(true, predicted):\n    return K.sum(true * predicted)\n\n\ndef share"
    )
    call = "return total(y_true, y_pred)"
    check_upgraded(before, before.replace(call, COMMENT + TYPE + RANK + call))


@pytest.mark.parametrize(
    "source",
    [
        _source("return K.mean(y_pred)"),
        _source("return K.mean(K.cast(K.shape(y_true)[0], 'float32') * y_pred)"),
        _source("return K.mean(K.equal(K.argmax(y_true), K.argmax(y_pred)))", loss="categorical_crossentropy"),
        _source("y_true = K.cast(K.flatten(y_true), 'float32')\n    return K.sum(y_true * K.flatten(y_pred))"),
        _source("return K.mean(K.equal(K.argmax(y_true, axis=-1), K.argmax(y_pred, axis=-1)))"),
        _source("y_true = K.argmax(y_true)\n    return K.mean(K.equal(y_true, K.argmax(y_pred)))"),
        _source("y_true = K.equal(K.argmax(y_true, -1), 0)\n    return K.mean(own(y_pred, y_true))"),
        _source("y_true, y_pred = K.argmax(y_true), K.argmax(y_pred)\n    return K.mean(own(y_pred, y_true))"),
        _source("true = K.argmax(y_true)\n    true = own(true)\n    return K.mean(y_pred[true])"),
        _source("return K.sum(y_true * y_pred)", metrics='["mae"]'),
        _source("return K.sum(y_true * y_pred)", metrics="[share]")
        .replace("model.compile", "y = tf_keras.utils.to_categorical(y)\nmodel.fit(x, y)\nmodel.compile")
        .replace(
            "from tensorflow.keras import", "from tensorflow import keras as tf_keras\nfrom tensorflow.keras import"
        ),
        """import tensorflow as tf


def five(y_true, y_pred):
    return tf.keras.metrics.top_k_categorical_accuracy(y_true, y_pred, k=5)


model = tf.keras.Sequential([tf.keras.layers.Dense(9, input_shape=(2,))])
model.compile("sgd", "mse", metrics=[five])
""",
        """import keras


def share(y_true, y_pred):
    return keras.ops.mean(y_true * y_pred)


model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
model.compile("sgd", "mse", metrics=[share])
""",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(("axis", "found"), [("axis=-1", 0), ("1", 0), ("axis=0", 1)])
def test_classes_in_another_module(tmp_path: Path, axis: str, found: int) -> None:
    (tmp_path / ".git").mkdir()
    body = f"    y_true = tf.equal(tf.argmax(y_true, {axis}), 0)\n    return tf.boolean_mask(y_pred, y_true)\n"
    (tmp_path / "scores.py").write_text(f"import tensorflow as tf\n\n\ndef share(y_true, y_pred):\n{body}")
    train = tmp_path / "train.py"
    train.write_text(
        "from scores import share\nfrom keras.models import load_model\n"
        "model = load_model('m.keras')\nmodel.compile('sgd', own, metrics=[share])\n"
    )
    result = upgrade(train.read_bytes(), project=project_of(train))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings].count("TFM243") == found


def test_backend_whose_name_is_given_away() -> None:
    body = "return K.sum(y_true * y_pred)"
    added = TYPE.replace("K.cast(y_true, K.dtype(y_pred))", "tf.cast(y_true, y_pred.dtype)") + RANK.replace(
        "K.ndim(y_true)", "len(y_true.shape)"
    ).replace("K.expand_dims(y_true)", "tf.expand_dims(y_true, -1)")
    last = "x, K = 1, 2\n"
    check_upgraded(_source(body) + last, "import tensorflow as tf\n" + _source(COMMENT + added + body) + last)


def test_one_line() -> None:
    plain = "def share(y_true, y_pred): return K.sum(y_true * y_pred)  # once"
    before = _source("pass").replace("def share(y_true, y_pred):\n    pass", plain)
    body = "return K.sum(y_true * y_pred)  # once"
    check_upgraded(before, _source(f"{COMMENT}{TYPE}{RANK}{body}"))


def test_decorator() -> None:
    source = _source("return K.sum(y_true * y_pred)").replace("def share", "@K.name_scope('share')\ndef share")
    check_declined(source, "TFM243", 7)


@pytest.mark.parametrize("returned", ["found", "lambda: found"])
def test_metric_of_a_function(returned: str) -> None:
    source = f"""from tensorflow.keras import backend as K
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense


def above(share):
    def found(y_true, y_pred):
        return K.sum(y_true * y_pred)

    return {returned}


model = Sequential([Dense(1, input_shape=(2,))])
model.compile("sgd", "mse", metrics=[above(0.5)])
"""
    if returned != "found":
        check_untouched(source)
        return
    added = (COMMENT + TYPE + RANK).replace("\n", "\n    ")
    check_upgraded(source, source.replace("        return", f"        {added}return"))


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("from measures import f1\nmodel.compile('sgd', 'mse', metrics=['mae', f1])\n", 1),
        ("from .measures import f1\nmodel.compile('sgd', 'mse', metrics=(f1,))\n", 1),
        ("from keras.metrics import mse\nmodel.compile('sgd', 'mse', metrics=[mse])\n", 0),
        ("from measures import f1\nmodel.compile('sgd', 'mse', metrics=['mae'])\n", 0),
        ("from measures import own\nmodel.compile('sgd', own, metrics=['mae'])\n", 0),
    ],
)
def test_imported_metrics_are_noted(source: str, count: int) -> None:
    head = "from keras.layers.core import Dense\nfrom keras.models import Sequential\nmodel = Sequential([Dense(1)])\n"
    assert [each.code for each in check_sound(head + source).notes].count("TFM243") == count


SILENCED = "  # tf-forward: ignore[TFM243]"
"""Keeps the edit from a metric, which settles what is found where it is imported."""


@pytest.mark.parametrize(
    ("function", "findings"),
    [
        (f"def f1(y_true, y_pred):{SILENCED}\n    return K.mean(y_true * y_pred)\n", 1),
        ("def f1(y_true, y_pred):\n    return K.mean(y_true * y_pred)\n", 0),
        ("def f1(y_true, y_pred):\n    return K.mean(K.cast(y_true, 'float32') * y_pred, axis=-1)\n", 0),
        ("def f1(y_true, y_pred):\n    return K.mean(y_pred)\n", 0),
    ],
)
@pytest.mark.parametrize(
    ("imported", "metrics"),
    [
        ("from measures import f1", "[f1]"),
        ("import measures", "[measures.f1]"),
        ("from measures import *", "['mae', f1]"),
        ("import measures", "{'dense': measures.f1}"),
        ("from measures import f1", "f1"),
    ],
)
def test_metrics_of_other_modules_of_the_project(
    imported: str, metrics: str, function: str, findings: int, tmp_path: Path
) -> None:
    (tmp_path / "measures.py").write_text(f"from keras import backend as K\n\n{function}")
    main = tmp_path / "main.py"
    main.write_text(
        f"{imported}\nfrom keras.layers.core import Dense\nfrom keras.models import Sequential\n"
        f"model = Sequential([Dense(1)])\nmodel.compile('sgd', 'categorical_crossentropy', metrics={metrics})\n"
    )
    result = upgrade(main.read_bytes(), Settings(select=("TFM243",)), project_of(main))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings] == [5] * findings
    assert result.notes == ()


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("return K.mean(y_true * y_pred) * share", 1),
        ("return K.mean(K.cast(y_true, 'float32') * y_pred, axis=-1)", 0),
        ("return K.mean(y_pred)", 0),
    ],
)
@pytest.mark.parametrize(
    ("imported", "metrics"),
    [
        ("from measures import above", "[above(0.5)]"),
        ("import measures", "[measures.above(0.5)]"),
        ("from measures import *", "['mae', above(0.5)]"),
        ("from measures import above; half = above(0.5)", "[half]"),
    ],
)
def test_metrics_that_functions_of_other_modules_return(
    imported: str, metrics: str, body: str, findings: int, tmp_path: Path
) -> None:
    inner = f"def found(y_true, y_pred):{SILENCED}\n        {body}\n\n    return found\n"
    (tmp_path / "measures.py").write_text(f"from keras import backend as K\n\n\ndef above(share):\n    {inner}")
    main = tmp_path / "main.py"
    main.write_text(
        f"{imported}\nfrom keras.layers.core import Dense\nfrom keras.models import Sequential\n"
        f"model = Sequential([Dense(1)])\nmodel.compile('sgd', 'categorical_crossentropy', metrics={metrics})\n"
    )
    result = upgrade(main.read_bytes(), Settings(select=("TFM243",)), project_of(main))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings] == ["TFM243"] * findings
    assert result.notes == ()


OWN_CLASS = """from keras import backend as K
from keras.layers import Dense
from keras.metrics import Metric
from keras.models import Sequential


class Overlap(Metric):
    def __init__(self, name="overlap"):
        super().__init__(name=name)
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        {body}

    def result(self):
        return self.total


{made}model = Sequential([Dense(1, input_shape=(2,))])
model.compile("sgd", "mse", metrics={metrics})
{rest}"""
IN_CLASS = (COMMENT + TYPE + RANK).replace("\n", "\n    ")
RANK_IN_CLASS = (COMMENT + RANK).replace("\n", "\n    ")


def _own_class(body: str, *, metrics: str = "[Overlap()]", made: str = "", rest: str = "") -> str:
    return OWN_CLASS.format(body=body, metrics=metrics, made=made, rest=rest)


@pytest.mark.parametrize(
    ("metrics", "made"),
    [("[Overlap()]", ""), ('["mae", overlap]', "overlap = Overlap()\n"), ("{'dense': Overlap()}", "")],
)
@pytest.mark.parametrize(
    ("body", "origin", "added"),
    [
        ("self.total.assign_add(K.sum(y_true * y_pred))", "keras==2.3", IN_CLASS),
        ("self.total.assign_add(K.sum(y_true * y_pred))", "tensorflow==2.4", RANK_IN_CLASS),
    ],
)
def test_classes(body: str, origin: str, added: str, metrics: str, made: str) -> None:
    found = upgrade(_own_class(body, metrics=metrics, made=made).encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(found, Upgraded)
    expected = _own_class(added + body, metrics=metrics, made=made)
    assert found.after.decode().replace("from tensorflow.keras import b", "from keras import b") == expected


@pytest.mark.parametrize(
    ("body", "options"),
    [
        ("super().update_state(y_true, y_pred)", {}),
        ("self.total.assign_add(K.sum(K.flatten(K.cast(y_true, 'float32')) * K.flatten(y_pred)))", {}),
        ("self.total.assign_add(K.sum(y_true * y_pred))", {"metrics": "['mae']"}),
        ("self.total.assign_add(K.sum(y_true * y_pred))", {"rest": "Overlap().update_state(x, y)\n"}),
    ],
)
def test_classes_left_alone(body: str, options: dict[str, str]) -> None:
    source = _own_class(body, **options)
    found = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.3")))
    assert isinstance(found, Upgraded)
    assert "TFM243" not in [each.code for each in found.findings]


OWN_LOSS = """import tensorflow as tf
from tensorflow.keras.losses import Loss


class Huber(Loss):
    def __init__(self, threshold=1.0):
        super().__init__()
        self.threshold = threshold

    def call(self, y_true, y_pred):
        {}


model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,), kernel_initializer="ones")])
model.compile(optimizer="sgd", loss={})
"""
OF_ROWS = (
    "if len(y_true.shape) == 1 and len(y_pred.shape) == 2:\n            y_true = tf.expand_dims(y_true, -1)\n        "
)


@pytest.mark.parametrize("loss", ["Huber(1.5)", "[Huber()]"])
def test_classes_of_losses(loss: str) -> None:
    body = "return tf.square(y_true - y_pred) / 2"
    added = "# the labels as Keras 2 gave them to losses\n        " + OF_ROWS
    check_upgraded(OWN_LOSS.format(body, loss), OWN_LOSS.format(added + body, loss))


@pytest.mark.parametrize(
    "source",
    [
        OWN_LOSS.format("return tf.square(y_true - y_pred) / 2", "'mse'"),
        OWN_LOSS.format("return tf.keras.losses.mse(y_true, y_pred)", "Huber()"),
        OWN_LOSS.format("return tf.square(tf.reshape(y_true, [-1, 1]) - y_pred)", "Huber()"),
        OWN_LOSS.format("return tf.square(y_true - y_pred) / 2", "Huber()").replace("(Loss)", ""),
    ],
)
def test_classes_of_losses_left_alone(source: str) -> None:
    result = check_sound(source)
    assert "TFM243" not in {each.code for each in (*result.changes, *result.findings)}


@pytest.mark.tensorflow
def test_the_numbers_of_a_class_of_losses() -> None:
    """Those of TensorFlow 2.4.4, whose labels had a second dimension; without it the first is 7.4."""
    pytest.importorskip("tensorflow")
    np = pytest.importorskip("numpy")
    source = OWN_LOSS.format("return tf.square(y_true - y_pred) / 2", "Huber()")
    fit = "losses = model.fit(x, 2 * x - 1, epochs=2, verbose=0, shuffle=False).history['loss']\n"
    result = upgrade((source + fit).encode(), Settings(select=("TFM243",)))
    assert isinstance(result, Upgraded)
    found = {"x": np.arange(-1.0, 5.0)}
    exec(compile(result.after, "code", "exec"), found)
    assert found["losses"] == pytest.approx([1.583333, 1.450150], abs=1e-5)


@pytest.mark.parametrize("call", ["loss = Huber()\nprint(loss(y, p))\n", "print(Huber(2.0)(y, p))\n"])
def test_a_class_of_losses_that_is_called_directly_too(call: str) -> None:
    source = OWN_LOSS.format("return tf.square(y_true - y_pred) / 2", "Huber()") + call
    assert check_declined(source, "TFM243", 10).symbol == "Huber"


LAMBDA = "model = Sequential()\nmet = lambda t, p: K.mean({})\nmodel.compile('sgd', 'mse', metrics={})\n"
HEAD = "from tensorflow.keras import backend as K\nfrom tensorflow.keras.models import Sequential\n"


@pytest.mark.parametrize("metrics", ["[met]", "['mae', met]", "[lambda t, p: K.mean(t * p)]"])
def test_lambdas_are_reported(metrics: str) -> None:
    result = check_sound(HEAD + LAMBDA.format("t * p", metrics))
    assert [each.code for each in result.findings] == ["TFM243"]


@pytest.mark.parametrize("body", ["p", "K.cast(K.flatten(t), 'float32') * K.flatten(p)", "K.int_shape(t)[0]"])
def test_lambdas_left_alone(body: str) -> None:
    check_untouched(HEAD + LAMBDA.format(body, "[met]"))


METHODS = (
    HEAD
    + """

class Metrics:
    @staticmethod
    def share(y_true, y_pred):
        {}return K.sum(y_true * y_pred)

    def all(self, y_true, y_pred):
        {}return K.sum(y_true * y_pred)

    def run(self):
        model = Sequential()
        model.compile("sgd", "mse", metrics=[self.all])


model = Sequential()
model.compile("sgd", "mse", metrics={})
"""
)
ADDED = (COMMENT + TYPE + RANK).replace("\n    ", "\n        ")


@pytest.mark.parametrize("metrics", ["[Metrics.share]", "[Metrics().share]", "{'out': Metrics.share}"])
def test_methods(metrics: str) -> None:
    check_upgraded(METHODS.format("", "", metrics), METHODS.format(ADDED, ADDED, metrics))


@pytest.mark.parametrize("metrics", ["['mae']", "[other.share]", "[Metrics.other]"])
def test_methods_that_are_no_metrics_left_alone(metrics: str) -> None:
    check_upgraded(METHODS.format("", "", metrics), METHODS.format("", ADDED, metrics))
