"""The names of `tf.contrib.summary` that the shims have.

`all_summary_ops` and `initialize` are public in `tf.compat.v1.summary` (`compat.tables.names.contrib`).
"""

from typing import Tuple

from compat.tables.rows import Shim

PACKAGE = "tensorflow.contrib.summary"
NAMES: Tuple[str, ...] = (
    "SummaryWriter",
    "always_record_summaries",
    "audio",
    "create_file_writer",
    "create_summary_file_writer",
    "eval_dir",
    "flush",
    "generic",
    "graph",
    "histogram",
    "image",
    "import_event",
    "never_record_summaries",
    "record_summaries_every_n_global_steps",
    "scalar",
    "should_record_summaries",
    "summary_writer_initializer_op",
)
ROW = Shim("compat.shims.contrib.summary", tuple(f"{PACKAGE}.{name}" for name in NAMES))
