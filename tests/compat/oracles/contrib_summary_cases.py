"""Events that the functions of `tf.contrib.summary` write, eagerly or in a graph, the same on both releases."""

import glob
import hashlib
import tempfile

import numpy as np

IMAGE = np.arange(18, dtype="float32").reshape(2, 3, 3, 1)


def _all_kinds(tf, summary):
    with tf.name_scope("outer"):
        summary.scalar("loss", 0.42)
    summary.scalar("loss", 0.5, family="training", step=7)
    summary.histogram("weights", np.arange(5.0), step=3)
    summary.image("image", IMAGE, max_images=1)
    summary.audio("sound", np.zeros((1, 8), "float32"), 8, 1, step=2)
    summary.generic("tensor", np.arange(3), step=4)


def eagerly(tf, v1, summary):
    """Return the events; nothing is recorded but where a context says so."""
    folder = tempfile.mkdtemp()
    step = v1.train.get_or_create_global_step()
    with summary.create_file_writer(folder, flush_millis=1000).as_default():
        _all_kinds(tf, summary)
        assert not bool(summary.should_record_summaries())
        with summary.always_record_summaries():
            _all_kinds(tf, summary)
            with summary.never_record_summaries():
                summary.scalar("never", 1.0)
            assert bool(summary.should_record_summaries())
        with summary.record_summaries_every_n_global_steps(2):
            for number in range(4):
                step.assign(number)
                summary.scalar("every second", float(number))
        summary.flush()
    return _events(v1, folder)


def in_a_graph(tf, v1, summary, all_summary_ops, initialize):
    """Return the events of four steps."""
    folder = tempfile.mkdtemp()
    with v1.Graph().as_default() as graph, v1.Session() as session:
        step = v1.train.get_or_create_global_step()
        with summary.create_file_writer(folder, flush_millis=1000).as_default():
            with summary.record_summaries_every_n_global_steps(2):
                _all_kinds(tf, summary)
            following = v1.assign_add(step, 1)
            session.run(v1.global_variables_initializer())
            initialize(graph=graph, session=session)
            for _ in range(4):
                session.run(all_summary_ops())
                session.run(following)
            session.run(summary.flush())
    return _events(v1, folder)


def _events(v1, folder):
    found = []
    for path in glob.glob(folder + "/*"):
        found.append(path.rpartition(".")[2])
        for event in v1.train.summary_iterator(path):
            if event.HasField("graph_def"):
                found.append("graph")
            for value in event.summary.value:
                content = hashlib.sha256(value.SerializeToString()).hexdigest()[:16]
                found.append(" ".join([str(event.step), value.tag, value.WhichOneof("value"), content]))
    return sorted(found)
