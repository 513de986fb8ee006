"""Writers of summaries of TensorFlow 1, where nothing else needs a graph."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "import os\nimport tensorflow as tf\nfrom keras.callbacks import Callback\nprint(Callback)\n\n\n"
BOARD = HEAD + "class Board(Callback):\n    def set_model(self, model):\n{}"
LEGACY = BOARD.format("        self.writer = tf.summary.FileWriter({})\n")
MODERN = BOARD.format(
    "        with tf.Graph().as_default():\n            self.writer = tf.compat.v1.summary.FileWriter({})\n"
)


@pytest.mark.parametrize(
    "path", ['"logs"', 'os.path.join(self.folder, "validation")', '"logs", flush_secs=5', "'{}/{}'.format(a, str(b))"]
)
def test_a_writer_is_made_in_a_graph(path: str) -> None:
    check_upgraded(LEGACY.format(path), MODERN.format(path))


def test_a_logger_without_keras() -> None:
    """Importing it must not take eager execution from the script that trains."""
    source = "import tensorflow as tf\n\n\nclass Logger:\n    def __init__(self, folder):\n        {}\n\n"
    source += "    def log(self, tag, value, step):\n        self.writer.add_summary({}, step)\n"
    made, row = "self.writer = tf{}.summary.FileWriter(folder)", "tf{}.Summary(value=[tf{}.Summary.Value(tag=tag)])"
    modern = f"with tf.Graph().as_default():\n            {made.format('.compat.v1')}"
    check_upgraded(
        source.format(made.format(""), row.format("", "")),
        source.format(modern, row.format(".compat.v1", ".compat.v1")),
    )


def test_on_the_shims() -> None:
    source = HEAD.replace("import tensorflow as tf", "from compat import tensorflow as tf") + "w = {}\n"
    made = "tf.summary.FileWriter('logs')"
    legacy, modern = source.format(made), source.replace("w = {}", f"with tf.Graph().as_default():\n    w = {made}")
    check_upgraded(legacy, modern, to="compat")


def test_a_comment_stays_above() -> None:
    check_upgraded(
        HEAD + "# losses\nwriter = tf.summary.FileWriter('logs')  # of the run\n",
        HEAD
        + "# losses\nwith tf.Graph().as_default():\n    writer = tf.compat.v1.summary.FileWriter('logs')  # of the run\n",
    )


@pytest.mark.parametrize(
    "line",
    [
        "writers = [tf.summary.FileWriter(folder_of(k)) for k in ('a', 'b')]",
        "use(tf.summary.FileWriter('logs'))",
        "writer = tf.summary.FileWriter(folder_of(run))",
    ],
)
def test_a_longer_line_is_reported(line: str) -> None:
    result = check_sound(f"{HEAD}{line}\n")
    assert [each.line for each in result.findings if each.code == "TFM399"] == [7]


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "with tf.Graph().as_default():\n    w = tf.compat.v1.summary.FileWriter('logs')\n",
        HEAD + "w = tf.summary.create_file_writer('logs')\n",
        HEAD + "w = other.summary.FileWriter('logs')\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert "TFM399" not in {each.code for each in check_sound(source).findings}
    assert check_sound(source).before == check_sound(source).after


def test_beside_a_graph_it_is_a_part_of_it() -> None:
    source = HEAD + "x = tf.placeholder(tf.float32)\nw = tf.summary.FileWriter('logs')\n"
    assert {each.code for each in check_sound(source).findings} >= {"TFM160"}
    assert b"as_default" not in check_sound(source).after


def test_a_writer_in_an_annotation_is_none() -> None:
    check_untouched(HEAD + "def write(writer: tf.compat.v1.summary.FileWriter): pass\n")
