"""Star imports of the project below an import that has become another one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

OPS = "import tensorflow as tf\ndef f(x):\n    return tf.nn.relu(x)\n"
V1 = "import tensorflow.compat.v1 as tf"
RUNS = "x = tf.placeholder(tf.float32)\nwith tf.Session() as s:\n    print(s.run(f(x), dict([(x, 1)])))\n"
GRAPH = f"import numpy as np\n{{}}from ops import *\n{{}}import os\n{RUNS}"
TOWERS = "tf.contrib.distribute.MirroredStrategy(num_gpus=2)\n"


def upgraded(folder: Path, main: str, ops: str = OPS, to: str = "native") -> Upgraded:
    """What becomes of a script beside its module `ops`; a second run finds nothing to do."""
    (folder / "ops.py").write_text(ops)
    (folder / "main.py").write_text(main)
    project = project_of(folder / "main.py")
    result = upgrade(main.encode(), Settings(to), project)
    assert isinstance(result, Upgraded)
    again = upgrade(result.after, Settings(to), project)
    assert isinstance(again, Upgraded)
    assert not again.changes
    return result


def test_a_graph_goes_on_with_its_own_tensorflow(tmp_path: Path) -> None:
    result = upgraded(tmp_path, GRAPH.format("import tensorflow as tf  # 1.4\n", ""))
    assert result.after.decode() == GRAPH.format("", f"{V1}  # 1.4\n").replace(
        "import os\n", "import os\ntf.disable_v2_behavior()\n"
    )


def test_the_shims_come_below(tmp_path: Path) -> None:
    head = "import tensorflow as tf\nfrom tensorflow import keras\nfrom ops import *\n"
    ops = "import tensorflow as tf\nfrom tensorflow import keras\n"
    result = upgraded(tmp_path, head + TOWERS + "keras.layers.Dense(1)\n", ops, to="compat")
    assert result.after.decode() == (
        "from ops import *\nfrom compat import tensorflow as tf\nfrom compat.tensorflow import keras\n"
        + TOWERS
        + "keras.layers.Dense(1)\n"
    )


@pytest.mark.parametrize(
    ("head", "after"),
    [
        (
            "import tensorflow as tf\nprint(tf.nn)\nfrom ops import *\n",
            "from compat import tensorflow as tf\nprint(tf.nn)\nfrom ops import *\nfrom compat import tensorflow as tf\n",
        ),
        (
            "import os\n# TensorFlow\nimport tensorflow as tf\nfrom ops import *\n",
            (
                "import os\n# TensorFlow\nfrom compat import tensorflow as tf\nfrom ops import *\n"
                "from compat import tensorflow as tf\n"
            ),
        ),
    ],
)
def test_twice_where_it_cannot_move(tmp_path: Path, head: str, after: str) -> None:
    result = upgraded(tmp_path, head + TOWERS, to="compat")
    assert result.after.decode() == after + TOWERS


@pytest.mark.parametrize(
    ("main", "ops"),
    [
        (GRAPH.format("", "import tensorflow as tf\n"), OPS),
        (GRAPH.format("import tensorflow as tf\n", ""), "import numpy as np\n"),
        (GRAPH.format("import tensorflow as tf\n", ""), "__all__ = ['f']\n" + OPS),
        (GRAPH.format("import tensorflow as tf\n", ""), "import tensorflow\n"),
        (GRAPH.format("import tensorflow as tf\n", ""), "import tensorflow as _tf\n"),
        (GRAPH.format("import tensorflow as tf\n", ""), V1 + "\n"),
        (GRAPH.format("import tensorflow as tf\n", "").replace("import *", "import f"), OPS),
        ("import tensorflow as tf\nfrom ops import *\nimport tensorflow as tf\n" + RUNS, OPS),
    ],
)
def test_left_in_its_place(tmp_path: Path, main: str, ops: str) -> None:
    result = upgraded(tmp_path, main, ops)
    assert "TFM371" not in {each.code for each in result.changes}
    assert V1 in result.after.decode()


def test_nothing_that_did_not_change(tmp_path: Path) -> None:
    main = "import tensorflow as tf\nfrom ops import *\nprint(tf.reduce_sum(f(1.0)))\n"
    assert upgraded(tmp_path, main).after.decode() == main


@pytest.mark.tensorflow
def test_it_runs(tmp_path: Path) -> None:
    pytest.importorskip("tensorflow")
    result = upgraded(tmp_path, GRAPH.format("import tensorflow as tf\n", ""))
    (tmp_path / "main.py").write_bytes(result.after)
    done = subprocess.run([sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "1.0\n", done.stderr
