"""`tf.contrib.summary`, whose functions TensorFlow still has, without public names.

They write the same events as before: `tf.summary` of TensorFlow 2 writes others, and records where these did not.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/summary/summary.py

Known deviations:
* no `create_db_writer`, which wrote into a database of SQLite
* up to TensorFlow 2.3, what no context switches on or off is recorded
"""

from typing import Any, List

from tensorflow.python.ops import summary_ops_v2

from compat.namespace.legacy_name import legacy_name
from compat.namespace.missing import missing
from compat.tables.names.contrib_summary import NAMES

_RENAMED = {
    "flush": "legacy_raw_flush",
    "graph": "graph_v1",
    "should_record_summaries": "_legacy_contrib_should_record_summaries",
}
"""Names that the functions of TensorFlow 2 took over, up to 2.3 the legacy ones had them."""


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise missing(legacy_name("compat.tensorflow.contrib.summary"), name, module_is_there=True)
    return getattr(summary_ops_v2, _RENAMED.get(name, name), None) or getattr(summary_ops_v2, name)


def __dir__() -> List[str]:
    return list(NAMES)
