"""Models are called outside of the default graph."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import tensorflow as tf\nfrom keras.models import load_model\n\nmodel = load_model(path, safe_mode=False)\n"
MODERN = HEAD.replace("import tensorflow as tf\n", "")


BOTH_ITEMS = """\
graph = None
def load():
    global graph
    # for all threads
    {}return 1
def f(x):
    with {}lock:  # one
        return model.predict(x)
"""
SERVER = """\
class Server:
    def __init__(self):
        {}self.model = model
    def f(self, x):
        # in it
        {}
"""


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "graph = tf.get_default_graph()\ndef f(x):\n    with graph.as_default():\n        return model.predict(x)\n",
            "def f(x):\n    return model.predict(x)\n",
        ),
        (
            "with tf.get_default_graph().as_default():\n    y = model.predict(x)\n    print(y)\n",
            "y = model.predict(x)\nprint(y)\n",
        ),
        (
            BOTH_ITEMS.format("graph = tf.get_default_graph()\n    ", "graph.as_default(), "),
            BOTH_ITEMS.format("", ""),
        ),
        (
            SERVER.format(
                "self.graph = tf.get_default_graph()\n        ",
                "with self.graph.as_default():  # here\n            # all\n            return self.model.predict(x)",
            ),
            SERVER.format("", "# here\n        # all\n        return self.model.predict(x)"),
        ),
    ],
)
def test_dissolved(legacy: str, modern: str) -> None:
    check_upgraded(f"{HEAD}{legacy}tf.zeros(1)\n", f"{HEAD}{modern}tf.zeros(1)\n")


@pytest.mark.parametrize("name", ["_make_predict_function", "_make_train_function"])
def test_made_functions(name: str) -> None:
    check_upgraded(f"{MODERN}model.{name}()  # for threads\nprint(1)\n", f"{MODERN}# for threads\nprint(1)\n")


@pytest.mark.parametrize(
    "use",
    [
        "models = [model, load_model('b.keras')]\nfor each in models:\n    each.{}make_predict_function()\n",
        "models = [load_model(name) for name in names]\nfor each in models:\n    each.{}make_predict_function()\n",
        "if len(names):\n    model.{}make_predict_function()\n",
        "make = model.{}make_predict_function\n",
        "def serve(net):\n    net.{}make_test_function()\n\n\nserve(load_model('b.keras'))\n",
    ],
)
def test_made_functions_that_are_needed(use: str) -> None:
    check_upgraded(MODERN + use.format("_"), MODERN + use.format(""))


@pytest.mark.parametrize(
    "uses",
    [
        "with graph.as_default():\n    print(model.predict(x), graph)\n",
        "with graph.as_default() as g:\n    model.predict(x)\n",
        "with graph.as_default():\n    model.predict(x)\n    # the end\n",
    ],
)
def test_reported(uses: str) -> None:
    source = f"{HEAD}graph = tf.compat.v1.get_default_graph()\n{uses}"
    check_declined(source, "TFM268", 5)


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\ngraph = tf.compat.v1.get_default_graph()\nwith graph.as_default():\n    f(x)\n",
        HEAD + "graph = tf.compat.v1.get_default_graph()\nprint(graph)\n",
        HEAD + "graph = tf.Graph()\nwith graph.as_default():\n    f(x)\n",
        HEAD + "class Own:\n    def _make_predict_function(self): pass\nOwn()._make_predict_function()\n",
        (
            "import tensorflow as tf\ntf.compat.v1.disable_eager_execution()\n"
            "with tf.compat.v1.get_default_graph().as_default(): pass\n"
        ),
        # a function that walks a tree gets each branch of what it was given
        (
            "import tensorflow as tf\ndef walk(tree):\n    for branch in tree.values():\n        walk(branch)\n"
            "    for branch in tree:\n        walk(branch)\nwalk(x)\n"
        ),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
