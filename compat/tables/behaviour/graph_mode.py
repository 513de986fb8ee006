"""Names that need a graph: TensorFlow 2 runs eagerly until `tf.compat.v1.disable_v2_behavior()`.

https://www.tensorflow.org/guide/migrate/tf1_vs_tf2
"""

from typing import FrozenSet

from compat.tables.names.makers import SESSIONS

GRAPH_ONLY: FrozenSet[str] = frozenset(SESSIONS) | frozenset(
    "tensorflow." + name
    for name in [
        "TFRecordReader",
        "TextLineReader",
        "WholeFileReader",
        "contrib.slim.evaluation.evaluate_once",
        "contrib.slim.evaluation.evaluation_loop",
        "contrib.slim.learning.train",
        "contrib.slim.python.slim.learning.train",
        "contrib.training.train",
        "global_variables_initializer",
        "initialize_all_variables",
        "placeholder",
        "sparse_placeholder",
        "summary.FileWriter",
        "summary.merge_all",
        "train.MonitoredSession",
        "train.MonitoredTrainingSession",
        "train.QueueRunner",
        "train.SingularMonitoredSession",
        "train.Supervisor",
        "train.batch",
        "train.batch_join",
        "train.input_producer",
        "train.range_input_producer",
        "train.shuffle_batch",
        "train.shuffle_batch_join",
        "train.slice_input_producer",
        "train.start_queue_runners",
        "train.string_input_producer",
    ]
)
"""Names that show that a script builds a graph and runs it."""
