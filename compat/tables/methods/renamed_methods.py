"""Methods of strategies and metrics that live on under another name.

`tests/compat/tables/test_renamed_methods.py` looks for both names on the releases.
Recurrent layers keep `reset_states` in Keras 3, and models have neither name.
"""

from typing import Tuple

from compat.tables.rows import RenamedMethod

_STRATEGY = "https://www.tensorflow.org/api_docs/python/tf/distribute/Strategy"

STRATEGIES = ("tensorflow.distribute.Strategy", "tensorflow.compat.v1.distribute.Strategy")
METRICS = ("keras.metrics.Metric",)

RENAMED_METHODS: Tuple[RenamedMethod, ...] = (
    RenamedMethod("experimental_run_v2", "run", STRATEGIES, True, "tensorflow 2.2", _STRATEGY + "#run"),
    RenamedMethod(
        "experimental_distribute_datasets_from_function",
        "distribute_datasets_from_function",
        STRATEGIES,
        True,
        "tensorflow 2.4",
        _STRATEGY + "#distribute_datasets_from_function",
    ),
    RenamedMethod(
        "reset_states",
        "reset_state",
        METRICS,
        False,
        "keras 2.5",
        "https://keras.io/api/metrics/base_metric/#resetstate-method",
    ),
)
