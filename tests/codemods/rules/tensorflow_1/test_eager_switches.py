"""Scripts with Keras that switch eager execution off."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli import module_paths
from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

MODEL = """from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense
m = Sequential([Dense(1, kernel_initializer="ones", input_shape=(4,))])
m.compile("sgd", "mse")
"""
TF = "import tensorflow as tf\n"
SWITCH = "tf.compat.v1.disable_eager_execution()\n"


def run(code: str, to: str = "native", origin: Path | None = None) -> Upgraded:
    settings = Settings(to, select=("TFM372", "TFM160", "TFM177"))
    result = upgrade(code.encode(), settings, *([project_of(origin)] if origin is not None else []))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TF + SWITCH + MODEL, TF + MODEL),
        (TF + "tf.compat.v1.disable_v2_behavior()\n" + MODEL, TF + MODEL),
        (
            TF + "# faster\ntf.compat.v1.disable_eager_execution()  # with a graph\n" + MODEL,
            TF + "# faster\n# with a graph\n" + MODEL,
        ),
        (
            TF + "if tf.executing_eagerly():\n    " + SWITCH + MODEL,
            TF + "if tf.executing_eagerly():\n    pass\n" + MODEL,
        ),
        (
            "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n" + MODEL,
            "import tensorflow.compat.v1 as tf\n" + MODEL,
        ),
        (
            TF + MODEL + "with tf.Graph().as_default():\n    " + SWITCH,
            TF + MODEL + "with tf.Graph().as_default():\n    pass\n",
        ),
    ],
)
def test_removed(before: str, after: str, to: str) -> None:
    result = run(before, to)
    assert result.after.decode() == after
    assert not result.findings


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "code",
    [
        TF + SWITCH + MODEL + "g = tf.gradients(m.output, m.input)\n",
        TF + SWITCH + MODEL + "w = tf.compat.v1.get_variable('w', [1])\n",
        TF + "x = 1; " + SWITCH + MODEL,
        TF + "switched = " + SWITCH + MODEL,
        TF + SWITCH + MODEL + "s = tf.compat.v1.Session()\nprint(s.run(m.output))\n",
    ],
)
def test_reported(code: str, to: str) -> None:
    settings = Settings(to)
    result = upgrade(code.encode(), settings)
    assert isinstance(result, Upgraded)
    assert SWITCH in result.after.decode()
    assert {"TFM160", "TFM372"} & {each.code for each in result.findings}


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "code",
    [
        TF + SWITCH + "x = tf.compat.v1.placeholder(tf.float32)\ns = tf.compat.v1.Session()\n",
        TF + SWITCH + "from tensorflow.keras.utils import to_categorical\nprint(to_categorical([1]))\n",
        TF + "tf.compat.v1.enable_eager_execution()\n" + MODEL,
        TF + MODEL + "def disable_eager_execution(): pass\ndisable_eager_execution()\n",
        TF + SWITCH + MODEL.replace("tensorflow.keras", "tf_keras"),
        TF + SWITCH + MODEL + "e = tf.estimator.Estimator(f)\n",
    ],
)
def test_left_alone(code: str, to: str) -> None:
    result = run(code, to)
    assert "disable_eager_execution" not in code or "disable_eager_execution" in result.after.decode()
    assert not [each for each in result.findings if each.code == "TFM372"]
    assert not [each for each in result.changes if each.code == "TFM372"]


def test_keras_in_a_module_of_the_project(tmp_path: Path) -> None:
    code = TF + SWITCH + "import models\nmodels.m.fit(x, y)\n"
    (tmp_path / "models.py").write_text(MODEL)
    (tmp_path / "main.py").write_text(code)
    result = run(code, origin=tmp_path / "main.py")
    assert [each.code for each in result.findings] == ["TFM372"]
    (tmp_path / "models.py").write_text("m = 3\n")
    assert not run(code, origin=tmp_path / "main.py").findings


@pytest.mark.tensorflow
def test_the_numbers_of_a_graph_of_tensorflow_2_3(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tensorflow")
    np = pytest.importorskip("numpy")
    found = {"np": np}
    trains = (
        "loss = m.fit(np.ones((4, 4)), np.ones((4, 1)), verbose=0).history['loss']\nout = m.predict(np.ones((1, 4)))\n"
    )
    exec(compile(run(TF + SWITCH + MODEL + trains).after, "code", "exec"), found)
    assert found["loss"] == pytest.approx([9.0])
    assert found["out"].tolist() == [pytest.approx([3.7], abs=1e-5)]


GRAPH = TF + "from switch import swish\nx = tf.compat.v1.placeholder('float32', [1])\nprint(swish(x))\n"


@pytest.mark.parametrize(
    ("used", "is_said"),
    [
        ("tf.keras.activations.swish(x)", False),
        ("tf.keras.regularizers.L2(l2=x)", False),
        ("tf.keras.layers.Dense(x)", True),
    ],
)
def test_functions_of_keras_run_in_a_graph(used: str, is_said: bool) -> None:
    result = run(TF + SWITCH + f"def f(x):\n    return {used}\n")
    assert bool(result.changes or result.findings) is is_said


def test_a_module_that_imports_it_builds_a_graph(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "main.py").write_text(GRAPH)
    code = TF + SWITCH + "def swish(x):\n    return tf.keras.layers.Dense(1)(x)\n"
    (tmp_path / "switch.py").write_text(code)
    result = run(code, origin=tmp_path / "switch.py")
    assert result.before == result.after
    assert result.findings
    (tmp_path / "main.py").write_text("from switch import swish\nprint(swish(x))\n")
    module_paths._naming.cache_clear()
    module_paths._direct_importers.cache_clear()
    assert SWITCH.encode() not in run(code, origin=tmp_path / "switch.py").after


@pytest.mark.parametrize(("where", "is_finding"), [("if a:\n", True), ("class A:\n  def run(self):\n", False)])
def test_models_of_other_modules(tmp_path: Path, where: str, is_finding: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "nets.py").write_text(MODEL)
    result = run(f"{TF}import nets\n{where}    {SWITCH}", origin=tmp_path / "main.py")
    assert (len(result.findings), len(result.notes)) == (int(is_finding), int(not is_finding))


@pytest.mark.parametrize(
    ("body", "is_finding"),
    [
        ("with tf.compat.v1.Session(graph=graph) as s:\n        s.run(x)", False),
        ("tf.import_graph_def(graph)", False),
        ("nets.train(graph)", True),
        ("with tf.compat.v1.Session() as s:\n        s.run(x)", True),
    ],
)
def test_a_function_for_a_graph_that_it_is_given(tmp_path: Path, body: str, is_finding: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "nets.py").write_text(MODEL)
    (tmp_path / "other.py").write_text("import main\nimport tensorflow as tf\nx = tf.compat.v1.placeholder(tf.int32)\n")
    code = f"{TF}import nets\ndef run(graph, x):\n    {SWITCH}    {body}\n"
    result = run(code, origin=tmp_path / "main.py")
    found = [each for each in result.findings if each.code == "TFM372"]
    noted = [each for each in result.notes if each.code == "TFM372"]
    assert (len(found), len(noted)) == (int(is_finding), int(not is_finding))


@pytest.mark.parametrize(
    ("head", "is_mixed"),
    [
        ("import keras.backend as K\nimport nets\nsess = K.get_session()\n", True),
        ("import keras.backend as K\nimport nets\nsess = tf.Session()\nK.set_session(sess)\n", True),
        ("import keras.backend as K\nsess = K.get_session()\n", False),
        ("import nets\nsess = tf.Session()\n", False),
    ],
)
def test_a_graph_in_the_session_of_a_model_is_not_switched_on(tmp_path: Path, head: str, is_mixed: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "nets.py").write_text(MODEL)
    result = run(f"{TF}{head}x = tf.placeholder(tf.int32)\nprint(sess.run(x))\n", origin=tmp_path / "main.py")
    assert (b"disable_v2_behavior()" not in result.after) == is_mixed
    assert [each.code for each in result.findings if each.code == "TFM160"] == ["TFM160"] * is_mixed
    assert is_mixed is False or not [each for each in result.findings if each.code == "TFM372"]


BESIDE = """
import tensorflow as tf
def largest(a):
    return a.argmax(axis=-1)
def train():
    x = tf.placeholder(tf.float32, [None, 3])
    with tf.Session() as session:
        return session.run(tf.reduce_sum(x), {x: [[1, 2, 3]]})
"""


@pytest.mark.parametrize(
    ("importing", "is_finding"),
    [
        ("from keras.models import Sequential\nfrom graph import largest\nModel = Sequential()\n", True),
        ("import keras\nimport graph\nkeras.layers.Dense(2)\n", True),
        ("import numpy\nfrom graph import train\ntrain()\n", False),
        ("from keras.utils import to_categorical\nfrom graph import train\nto_categorical(train())\n", False),
        ("from keras.models import Sequential\nmodel = Sequential()\n", False),
    ],
)
@pytest.mark.parametrize("is_main", [False, True])
def test_a_graph_that_a_module_with_models_imports(
    tmp_path: Path, importing: str, *, is_finding: bool, is_main: bool
) -> None:
    call = "if __name__ == '__main__':\n    tf.disable_v2_behavior()\n"
    source = BESIDE.replace("import tensorflow", "import tensorflow.compat.v1") + call if is_main else BESIDE
    (tmp_path / "graph.py").write_text(source)
    (tmp_path / "main.py").write_text(importing)
    module_paths._naming.cache_clear()
    module_paths._direct_importers.cache_clear()
    result = upgrade(source.encode(), Settings(), project_of(tmp_path / "graph.py"))
    assert isinstance(result, Upgraded)
    found = [each for each in result.findings if each.code == "TFM372"]
    assert bool(found) is (is_finding and not is_main)


LAYERS = "import tensorflow as tf\ndef net(x):\n    return tf.keras.layers.Dense(1)(x)\n"
IN_SESSION = """import tensorflow as tf
from nets import net
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(net(x)))
with tf.Session() as session:
    print(session.run(loss, {x: [[1, 2, 3, 4]]}))
"""


@pytest.mark.parametrize(
    ("module", "more", "found"),
    [
        (LAYERS, "", []),
        (LAYERS.replace("tf.keras.layers.Dense(1)(x)", "tf.keras.Sequential([tf.keras.layers.Dense(1)])(x)"), "", []),
        (LAYERS, "model.fit(x, y)\n", ["TFM372"]),
        (f"{LAYERS}def run(model, x): return model.predict(x)\n", "", ["TFM372"]),
        (f"{LAYERS}def load(model): model.load_weights('a.h5')\n", "", ["TFM372"]),
        (LAYERS.replace("Dense", "GRU"), "", ["TFM372"]),
        (f"{LAYERS}big = tf.keras.applications.VGG16()\n", "", ["TFM372"]),
    ],
)
def test_layers_of_another_module_in_a_session(tmp_path: Path, module: str, more: str, found: list[str]) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "nets.py").write_text(module)
    (tmp_path / "main.py").write_text(IN_SESSION + more)
    result = upgrade((IN_SESSION + more).encode(), Settings(), project_of(tmp_path / "main.py"))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings] == found
    assert b"keras.ops" not in result.after
