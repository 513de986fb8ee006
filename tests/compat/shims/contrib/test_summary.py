"""`tf.contrib.summary` on the shims writes the events of TensorFlow 1.15.5 to the byte."""

import json

import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from compat.tables.names.contrib_summary import NAMES
from tests.compat.oracles.contrib_summary_cases import eagerly, in_a_graph
from tests.compat.paths import ORACLES

RECORDED = json.loads(ORACLES.joinpath("contrib_summary.json").read_text(encoding="utf-8"))


def test_eagerly(tf, v1):
    v1.reset_default_graph()  # a step that another test has left there is in no scope here
    assert eagerly(tensorflow, v1, tf.contrib.summary) == RECORDED["eagerly"]


def test_in_a_graph(tf, v1):
    summary = tf.contrib.summary
    found = in_a_graph(tensorflow, v1, summary, summary.all_summary_ops, summary.initialize)
    assert found == RECORDED["in_a_graph"]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_there(tf, name):
    assert callable(getattr(tf.contrib.summary, name))


def test_folders(tf):
    assert tf.contrib.summary.eval_dir("model") == "model/eval"
    assert tf.contrib.summary.eval_dir("model", "test") == "model/eval_test"


def test_the_graph_and_raw_events(tf, v1, tmp_path):
    summary = tf.contrib.summary
    writer = summary.create_file_writer(str(tmp_path))
    event = v1.Event(step=9, summary=v1.Summary(value=[v1.Summary.Value(tag="made", simple_value=2.0)]))
    with writer.as_default():
        summary.graph(v1.GraphDef(), step=0)
        summary.import_event(event.SerializeToString())
        summary.flush(writer)
    assert isinstance(writer, summary.SummaryWriter)
    (path,) = tmp_path.iterdir()
    events = list(v1.train.summary_iterator(str(path)))
    assert any(each.HasField("graph_def") for each in events)
    assert (events[-1].step, events[-1].summary.value[0].tag) == (9, "made")


def test_no_database(tf):
    with pytest.raises(AttributeError, match="create_db_writer"):
        tf.contrib.summary.create_db_writer  # noqa: B018 - the name is gone
