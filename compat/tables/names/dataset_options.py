"""Attributes of `tf.data.Options` and its parts that TensorFlow 2.21 lacks: setting one raises AttributeError.

Listed by setting each on TensorFlow 1.13.2, 1.15.5, 2.3.4 and 2.21.0; `tests/compat/tables/test_dataset_options.py`
looks them up on the TensorFlow that is installed. Source: `tensorflow/python/data/ops/options.py`.
"""

from typing import Dict, FrozenSet, Tuple

OPTIONS = "tensorflow.data.Options"

_OPTIMIZATION = "experimental_optimization."

MOVED_OPTIONS: Dict[str, str] = {
    "experimental_autotune": "autotune.enabled",
    _OPTIMIZATION + "autotune": "autotune.enabled",
    _OPTIMIZATION + "autotune_cpu_budget": "autotune.cpu_budget",
    _OPTIMIZATION + "autotune_ram_budget": "autotune.ram_budget",
}
"""The same setting under another name."""

SPEED_OPTIONS: FrozenSet[str] = frozenset(
    {
        "experimental_numa_aware",
        _OPTIMIZATION + "autotune_algorithm",
        _OPTIMIZATION + "autotune_buffers",
        _OPTIMIZATION + "enable_gradient_descent",
        _OPTIMIZATION + "filter_with_random_uniform_fusion",
        _OPTIMIZATION + "hoist_random_uniform",
        _OPTIMIZATION + "map_vectorization",
        _OPTIMIZATION + "map_vectorization.enabled",
        _OPTIMIZATION + "map_vectorization.use_choose_fastest",
        _OPTIMIZATION + "reorder_data_discarding_ops",
    }
)
"""Settings of how fast a dataset is, which no element depends on. What they switched on is gone."""

LOST_OPTIONS: Dict[str, str] = {
    "experimental_stateful_whitelist": "drop it; experimental_external_state_policy says what becomes of state",
    "experimental_stats": "measure the pipeline with the TensorFlow profiler, and drop this line",
}
"""Settings, and all below them, whose effect a script may need, and what to do instead."""

AUTO_SHARD = "experimental_distribute.auto_shard"
SHARD_POLICY = "experimental_distribute.auto_shard_policy"
SHARD_POLICIES: Dict[bool, str] = {
    True: "data.experimental.AutoShardPolicy.AUTO",
    False: "data.experimental.AutoShardPolicy.OFF",
}
"""The policies below `tensorflow` that `auto_shard` of TensorFlow 1.14 and 1.15 asked for."""

READING_AHEAD: Tuple[str, ...] = (_OPTIMIZATION + "inject_prefetch", _OPTIMIZATION + "map_parallelization")
"""What asks a dataset for elements before they are wanted, unless it is off: since TensorFlow 2.15, and 2.10."""
