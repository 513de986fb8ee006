"""A script in graph mode goes on as one; a mixed one is told which half is which."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

RUN = """
x = tf.placeholder(tf.float32)
y = tf.log(x) + tf.reduce_sum(x, keep_dims=True) + tf.nn.dropout(x, 0.5)
with tf.Session() as session:
    print(session.run(y, {x: 1}))
"""


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("import tensorflow as tf\n", "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n"),
        (
            "import os\nimport tensorflow as tf  # the library\nimport sys\n\nimport numpy as np\nprint(np)\n",
            (
                "import os\nimport tensorflow.compat.v1 as tf  # the library\nimport sys\n\nimport numpy as np\n"
                "tf.disable_v2_behavior()\nprint(np)\n"
            ),
        ),
        (
            "import os, tensorflow as tf\nfrom math import log\ntry:\n    import json\nexcept ImportError:\n    pass\n",
            (
                "import os, tensorflow.compat.v1 as tf\nfrom math import log\ntry:\n    import json\nexcept ImportError:\n"
                "    pass\ntf.disable_v2_behavior()\n"
            ),
        ),
        (
            '"""What it does."""\nfrom __future__ import print_function\nimport tensorflow as tf\n\nSIZE = 3\n',
            (
                '"""What it does."""\nfrom __future__ import print_function\nimport tensorflow.compat.v1 as tf\n'
                "tf.disable_v2_behavior()\n\nSIZE = 3\n"
            ),
        ),
        (
            "import tensorflow as tf\ndef more():\n    import tensorflow as tf\n    return tf.log\n",
            (
                "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\ndef more():\n"
                "    import tensorflow.compat.v1 as tf\n    return tf.log\n"
            ),
        ),
        (
            "import tensorflow as tf\nv = tf.compat.v1.get_variable('a', [1])\n",
            "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nv = tf.get_variable('a', [1])\n",
        ),
        (
            "import tensorflow as tf\nfrom tensorflow import gfile\ngfile.Exists('a')\n",
            ("import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\ntf.io.gfile.exists('a')\n"),
        ),
        (
            "import tensorflow as tf\nv = tf.Variable(0, False, ['a'])\n",
            "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nv = tf.Variable(0, False, collections=['a'])\n",
        ),
    ],
)
def test_the_import_stands_for_the_legacy_names(head: str, after: str) -> None:
    check_upgraded(head + RUN, after + RUN)


def test_the_name_of_the_package_itself() -> None:
    check_upgraded(
        "import tensorflow\nwith tensorflow.Session() as s: s.run(tensorflow.log(1.0))\n",
        "import tensorflow.compat.v1 as tensorflow\ntensorflow.disable_v2_behavior()\n"
        "with tensorflow.Session() as s: s.run(tensorflow.log(1.0))\n",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from tensorflow import placeholder, float32\nx = placeholder(float32)\n",
            (
                "import tensorflow as tf\nfrom tensorflow.compat.v1 import placeholder\nfrom tensorflow import float32\n"
                "tf.compat.v1.disable_v2_behavior()\nx = placeholder(float32)\n"
            ),
        ),
        (
            (
                "import tensorflow as tf\nimport tensorflow.contrib.nccl\nx = tf.placeholder(tf.float32)\n"
                "y = tensorflow.contrib.nccl.all_sum([x])\n"
            ),
            None,
        ),
        (
            "import tensorflow as tf\nx = tf.placeholder(tf.float32)\ny = tf.autodiff.GradientTape\n",
            (
                "import tensorflow as tf\ntf.compat.v1.disable_v2_behavior()\nx = tf.compat.v1.placeholder(tf.float32)\n"
                "y = tf.autodiff.GradientTape\n"
            ),
        ),
    ],
)
def test_names_one_by_one_where_the_import_cannot_stand_for_them(before: str, after: str | None) -> None:
    if after is None:
        assert b"tf.compat.v1.disable_v2_behavior()\nx = tf.compat.v1.placeholder" in check_sound(before).after
    else:
        check_upgraded(before, after)


@pytest.mark.parametrize(
    "source",
    [
        # Keras 3 runs in no graph
        "import tensorflow as tf\nfrom keras.layers import Dense\nx = Dense(2)(tf.placeholder(tf.float32))\n",
        # eager execution is asked for
        "import tensorflow as tf\ntf.enable_eager_execution()\nx = tf.train.batch([1], 2)\n",
        # the type of a parameter makes nothing
        "import tensorflow as tf\nFeed = dict[tf.compat.v1.placeholder, tf.keras.layers.Layer]\n",
        "import tensorflow as tf\ndef f(x: tf.placeholder) -> tf.compat.v1.placeholder: return tf.log(x)\n",
        # the library of a script says nothing of sessions
        "import tensorflow as tf\ndef f(x): return tf.layers.dense(tf.log(x), tf.get_variable('a', [1]))\n",
    ],
)
def test_behaviour_stays_enabled(source: str) -> None:
    result = check_sound(source)
    assert b"disable_v2_behavior" not in result.after
    assert b"import tensorflow as tf\n" in result.after
    assert b"tf.compat.v1." in result.after


def test_a_mixed_script_is_told_which_half_is_which() -> None:
    result = check_sound(
        """
        import tensorflow as tf
        from tensorflow import keras

        with tf.Session() as session:
            x = tf.placeholder(tf.float32, [None, 2])
            session.run(tf.global_variables_initializer())




        model = keras.Sequential([
            keras.layers.Dense(1)
        ])
        model.compile("sgd", "mse")
        """
    )
    finding = next(each for each in result.findings if each.code == "TFM160")
    assert finding.line == 4
    assert "this script has a graph (lines 4-6) and Keras (lines 11-12)" in finding.message
    assert b"disable_v2_behavior" not in result.after


def test_a_graph_of_its_own_disturbs_no_model() -> None:
    result = check_sound(
        """
        import tensorflow as tf
        from tensorflow import keras

        with tf.Graph().as_default(), tf.Session() as session:
            session.run(tf.placeholder(tf.float32), {})
        model = keras.Sequential([keras.layers.Dense(1)])
        """
    )
    assert result.findings == ()
    assert b"tf.Graph().as_default(), tf.compat.v1.Session() as session" in result.after


def test_a_session_for_keras_is_no_graph() -> None:
    source = """
        import tensorflow.compat.v1 as tf
        from keras import backend as K, layers
        K.set_session(tf.Session(config=options()))
        layers.Dense(1)
        """
    finding = check_declined(source, "TFM140", 3)
    assert "comes from elsewhere" in finding.message
    assert [each.code for each in check_sound(source).findings] == ["TFM140"]


MEMORY = """import tensorflow as tf
from absl import app
from tensorflow.compat.v1 import ConfigProto, InteractiveSession

def main(argv):
    config = ConfigProto()
    session = InteractiveSession(config=config)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    print(model.predict(x))
{more}
{run}
"""


@pytest.mark.parametrize("run", ["app.run(main)", "import subprocess\nsubprocess.run(['ls'])", "main([])"])
def test_a_session_that_runs_nothing_beside_keras(run: str) -> None:
    assert "TFM160" not in {each.code for each in check_sound(MEMORY.format(more="", run=run)).findings}


@pytest.mark.parametrize("call", ["session.run(x)", "keep().run(x)"])
def test_a_session_that_runs_beside_keras_is_reported(call: str) -> None:
    source = MEMORY.format(more=f"    {call}", run="app.run(main)")
    assert "TFM160" in {each.code for each in check_sound(source).findings}


def test_what_tf_compat_v1_lacks_is_reported() -> None:
    source = (
        RUN + "a = tf.contrib.layers.embed_sequence(x)\nb = tf.layers.dense(x, 3)\nc = tf.nn.rnn_cell.LSTMCell(2)\n"
    )
    result = check_sound("import tensorflow as tf\n" + source)
    assert [finding.line for finding in result.findings] == [10]
    assert all(
        "contrib" in each.symbol or "layers" in each.symbol or "rnn_cell" in each.symbol for each in result.findings
    )


def test_a_graph_whose_tensorflow_is_imported_in_a_function_only() -> None:
    source = "def f():\n    import tensorflow as tf\n    return tf.placeholder(tf.float32) + tf.log(1.0)\n"
    result = check_sound(source)
    assert b"tf.placeholder(tf.float32) + tf.math.log(1.0)" in result.after
    assert [(each.code, each.line) for each in result.findings] == [("TFM160", 3)]


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n" + RUN,
        "import tensorflow.compat.v1 as tf\ntf.disable_eager_execution()\n" + RUN,
        "import tensorflow as tf\nwith tf.Graph().as_default(), tf.compat.v1.Session() as s:\n    s.run(tf.constant(1))\n",
        "import tensorflow as tf\ndef f(tf):\n    return tf.placeholder(tf.float32), tf.Session()\n",
        (
            "import tensorflow as tf\nclass T(tf.test.TestCase):\n  def test(self):\n    x = tf.keras.layers.Dense(1)(tf.ones((1, 1)))\n"
            "    self.evaluate(tf.compat.v1.global_variables_initializer())\n"
            "    self.evaluate([x, (tf.compat.v1.global_variables_initializer(),)])\n"
        ),
        "import mylib as tf\n" + RUN,
        "from mylib import tensorflow as tf\n" + RUN,
        "import tensorflow as tf\ntext = 'tf.Session() and tf.placeholder'\n",
        "import tensorflow as tf\nx = [tf.Session() for tf in modules]\n",
        "import tensorflow as tf\nself.tf.Session()\nother.placeholder(1)\n",
        "import tensorflow as tf\n@tf.function\ndef f(placeholder): return tf.math.log(placeholder)\n",
        "from keras import layers\nclass Session: pass\nlayers.Dense(1)(Session())\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_graph_of_compat_v1_at_the_top() -> None:
    """A script that follows the warnings of TensorFlow 1.14, which no TensorFlow 2 runs."""
    check_upgraded(
        """
        import tensorflow as tf
        a = tf.constant(2.0)
        b = a * a
        with tf.compat.v1.Session() as session:
            print(session.run(b))
        """,
        """
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        a = tf.constant(2.0)
        b = a * a
        with tf.Session() as session:
            print(session.run(b))
        """,
    )


def test_a_placeholder_that_is_imported_from_compat_v1() -> None:
    check_upgraded(
        """
        from tensorflow.compat.v1 import Session, placeholder
        x = placeholder('float32')
        Session().run(x, {x: 1})
        """,
        """
        import tensorflow as tf
        from tensorflow.compat.v1 import Session, placeholder
        tf.compat.v1.disable_v2_behavior()
        x = placeholder('float32')
        Session().run(x, {x: 1})
        """,
    )


def test_a_choice_between_releases_is_no_graph_mode() -> None:
    result = check_sound(
        """
        import tensorflow as tf
        if hasattr(tf, "Session"):
            session = tf.Session()
        else:
            session = None
        """
    )
    assert b"disable_v2_behavior" not in result.after
    assert b"import tensorflow as tf" in result.after


def test_shims_leave_the_script_as_it_is() -> None:
    after = "from compat import tensorflow as tf\ntf.disable_v2_behavior()\n" + RUN
    check_upgraded("import tensorflow as tf\n" + RUN, after, to="compat")


NET = "import tensorflow as tf\n\ndef linear(x):\n    return tf.matmul(x, tf.get_variable('w', [4, 2]))\n"
STARRED = """from net import *
x = tf.placeholder(tf.float32, [None, 4])
sess = tf.Session()
print(sess.run(linear(x), feed_dict={x: rows}))
"""
SWITCH = "tf.compat.v1.disable_v2_behavior()\n"


def of_project(folder: Path, main: str, **modules: str) -> Upgraded:
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source)
    path = folder / "main.py"
    path.write_text(main)
    result = upgrade(path.read_bytes(), Settings(select=("TFM160",)), project_of(path))
    assert isinstance(result, Upgraded)
    path.write_bytes(result.after)
    again = upgrade(result.after, Settings(select=("TFM160",)), project_of(path))
    assert isinstance(again, Upgraded)
    assert not again.changes
    return result


@pytest.mark.parametrize(
    ("main", "modules"),
    [
        (STARRED, {"net": NET}),
        ("import os\n" + STARRED.replace("import *\n", "import *\nimport sys\n"), {"net": NET}),
        (STARRED, {"net": "from base import *\n" + NET.replace("import tensorflow as tf\n", ""), "base": NET}),
        (STARRED.replace("sess = ", "def train():\n    sess = ").replace("\nprint", "\n    print"), {"net": NET}),
    ],
)
def test_a_star_import_brings_tensorflow(main: str, modules: dict[str, str], tmp_path: Path) -> None:
    result = of_project(tmp_path, main, **modules)
    assert not result.findings
    assert SWITCH.encode() + b"x = tf.placeholder" in result.after


GRAPH = NET + "\ndef inputs():\n    return tf.placeholder(tf.float32)\n"


@pytest.mark.parametrize(
    ("main", "modules"),
    [
        (STARRED, {"net": GRAPH}),
        ("import graph\n" + STARRED, {"net": NET, "graph": GRAPH}),
        (STARRED, {"net": NET.replace("\n\n", f"\n{SWITCH}\n", 1)}),
        (STARRED, {"net": NET.replace("import tensorflow as tf\n", "import tensorflow.compat.v1 as tf\n" + SWITCH)}),
        (STARRED.replace("tf.placeholder", "tf.zeros").replace("sess = tf.Session()\n", ""), {"net": NET}),
        (STARRED.replace("sess = ", "with tf.Graph().as_default():\n  sess = ").split("print")[0], {"net": GRAPH}),
        (STARRED, {"other": NET}),
    ],
)
def test_star_imports_left_alone(main: str, modules: dict[str, str], tmp_path: Path) -> None:
    result = of_project(tmp_path, main, **modules)
    assert not result.changes
    assert not result.findings


def test_a_star_import_below_the_top_level(tmp_path: Path) -> None:
    main = "try:\n    from net import *\nexcept ImportError:\n    pass\n" + STARRED.partition("\n")[2]
    result = of_project(tmp_path, main, net=NET)
    assert not result.changes
    assert [each.code for each in result.findings] == ["TFM160"]
