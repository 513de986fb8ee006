"""The session of Keras holds nothing on the shims: what needs it is reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

K = "from compat.keras import backend as K\n"


@pytest.mark.parametrize(
    ("use", "line"),
    [
        ("K.get_session().run(x)\n", 2),
        ("s = K.get_session()\ns.run(x)\n", 2),
        ("with K.get_session().as_default():\n    pass\n", 2),
        ("saver.save(K.get_session(), 'x')\n", 2),
        ("K.get_session().graph.as_graph_def()\n", 2),
        ("get = K.get_session\n", 2),
        ("def f():\n    return K.get_session()\n", 3),
        ("s = t = K.get_session()\n", 2),
    ],
)
def test_reported(use: str, line: int) -> None:
    check_declined(K + use, "TFM179", line, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        K + "K.get_session()\n",
        K + "K.get_session().close()\n",
        K + "s = K.get_session()\ns.close()\nK.clear_session()\n",
        K + "s = K.get_session()\nK.set_session(s)\n",
        K + "K.set_session(K.get_session())\n",
        K + "import compat.tensorflow as tf\ntf.disable_v2_behavior()\nK.get_session().run(x)\n",
        "from mylib import backend as K\nK.get_session().run(x)\n",
        "from compat.keras.backend import clear_session\nclear_session()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source, to="compat")
