"""The strategies of TensorFlow and what goes with them: each spelling since 1.12, its name today, and what was run.

What the shims do differently is in `deviations.py`, which names moved in `names`, and what a person does instead of a
name that is gone in `removed`.
"""

from typing import Tuple

from compat.tables.rows import KEPT, ON_SHIMS, RENAMED, REPORTED, Strategy

_GUIDE = "https://www.tensorflow.org/guide/distributed_training"
_SERVERS = "https://www.tensorflow.org/tutorials/distribute/parameter_server_training"
_WORKERS = "https://www.tensorflow.org/guide/migrate/multi_worker_cpu_gpu_training"
_RESOLVERS = "https://www.tensorflow.org/api_docs/python/tf/distribute/cluster_resolver"

_API_ONLY = "Not run: there was no TPU. The names and parameters were compared with those of 2.21."


def _spelled(stem: str, *modules: str) -> Tuple[str, ...]:
    return tuple(f"{module}.{stem}" for module in modules)


_V1 = "tensorflow.compat.v1.distribute"
_V1_EXPERIMENTAL = "tensorflow.compat.v1.distribute.experimental"

STRATEGIES: Tuple[Strategy, ...] = (
    Strategy(
        ("tensorflow.contrib.distribute.MirroredStrategy",),
        "tensorflow.distribute.MirroredStrategy",
        ON_SHIMS,
        "Estimators and `fit`, two and three replicas: the numbers of 1.13.2 and 1.15.5, 1e-5. A batch was that "
        "of one replica.",
        _GUIDE,
        "TFM172",
    ),
    Strategy(
        _spelled("MirroredStrategy", "tensorflow.distribute", _V1),
        "tensorflow.distribute.MirroredStrategy",
        KEPT,
        "`fit`, `evaluate`, `predict` of Keras 3: the numbers of one device if each batch divides by the "
        "replicas, with `compat.distribute.exact` in any case, 3e-7.",
        _GUIDE,
    ),
    Strategy(
        ("tensorflow.contrib.distribute.CollectiveAllReduceStrategy",),
        "tensorflow.distribute.MultiWorkerMirroredStrategy",
        ON_SHIMS,
        "`train_and_evaluate`: two workers have the numbers of 1.15.5; a chief, a worker and an evaluator run.",
        _WORKERS,
        "TFM172",
    ),
    Strategy(
        (
            "tensorflow.distribute.MultiWorkerMirroredStrategy",
            *_spelled("MultiWorkerMirroredStrategy", "tensorflow.distribute.experimental", _V1_EXPERIMENTAL),
        ),
        "tensorflow.distribute.MultiWorkerMirroredStrategy",
        KEPT,
        "Two processes reduce, also on 1.15.5 and after a restart. `fit` of plain Keras 3 raises; with "
        "`compat.distribute.exact`, two and three workers have the numbers of one process, 2e-6. "
        "`communication=` of the `experimental` class is `communication_options=` of the other.",
        _WORKERS,
    ),
    Strategy(
        (
            "tensorflow.distribute.experimental.CollectiveCommunication",
            "tensorflow.distribute.experimental.CommunicationImplementation",
        ),
        "tensorflow.distribute.experimental.CommunicationImplementation",
        KEPT,
        "One object under two names.",
        _WORKERS,
    ),
    Strategy(
        (
            "tensorflow.distribute.experimental.CollectiveHints",
            "tensorflow.distribute.experimental.CommunicationOptions",
        ),
        "tensorflow.distribute.experimental.CommunicationOptions",
        KEPT,
        "The first makes an object of the second, with a warning.",
        _WORKERS,
    ),
    Strategy(
        ("tensorflow.contrib.distribute.ParameterServerStrategy",),
        _V1_EXPERIMENTAL + ".ParameterServerStrategy",
        ON_SHIMS,
        "`train_and_evaluate` as chief, worker, server and evaluator: 200 steps, to the solution. For graphs only.",
        _SERVERS,
        "TFM172",
    ),
    Strategy(
        (_V1_EXPERIMENTAL + ".ParameterServerStrategy",),
        _V1_EXPERIMENTAL + ".ParameterServerStrategy",
        KEPT,
        "The same run. `tf.distribute.experimental.ParameterServerStrategy` of 2.0 to 2.3 is this class: without "
        "a resolver, or beside Estimators, `upgrade` writes so (TFM176).",
        _SERVERS,
    ),
    Strategy(
        _spelled("ParameterServerStrategy", "tensorflow.distribute", "tensorflow.distribute.experimental"),
        "tensorflow.distribute.ParameterServerStrategy",
        KEPT,
        "A custom loop under a coordinator trains a Keras 3 model: with one worker and one server to the weights "
        "of one process, 1e-5; with two workers to the solution, but `optimizer.iterations` misses up to 18 of "
        "100 steps. `fit` raises ValueError, and is reported.",
        _SERVERS,
        "TFM176",
    ),
    Strategy(
        _spelled("coordinator.ClusterCoordinator", "tensorflow.distribute", "tensorflow.distribute.experimental"),
        "tensorflow.distribute.coordinator.ClusterCoordinator",
        KEPT,
        "As above. One object under two names.",
        _SERVERS,
    ),
    Strategy(
        ("tensorflow.contrib.distribute.OneDeviceStrategy",),
        "tensorflow.distribute.OneDeviceStrategy",
        ON_SHIMS,
        "`compile(distribute=)` trains, with the steps of one replica.",
        _GUIDE,
        "TFM172",
    ),
    Strategy(
        _spelled("OneDeviceStrategy", "tensorflow.distribute", _V1),
        "tensorflow.distribute.OneDeviceStrategy",
        KEPT,
        "`fit`, `evaluate`, `predict` of Keras 3: the numbers without a strategy, 1e-5.",
        _GUIDE,
    ),
    Strategy(
        _spelled("CentralStorageStrategy", "tensorflow.distribute.experimental", _V1_EXPERIMENTAL),
        "tensorflow.distribute.experimental.CentralStorageStrategy",
        KEPT,
        "`fit`, `evaluate`, `predict` of Keras 3 on one device: the numbers without a strategy, 1e-5. On two, the "
        "weights and predictions are too, but the loss that `fit` shows is not: 7.28 for 6.28.",
        _GUIDE,
    ),
    Strategy(
        ("tensorflow.contrib.distribute.TPUStrategy",),
        "tensorflow.distribute.TPUStrategy",
        ON_SHIMS,
        _API_ONLY,
        _GUIDE,
        "TFM172",
    ),
    Strategy(
        _spelled("TPUStrategy", "tensorflow.distribute", "tensorflow.distribute.experimental", _V1_EXPERIMENTAL),
        "tensorflow.distribute.TPUStrategy",
        KEPT,
        _API_ONLY,
        _GUIDE,
    ),
    Strategy(
        ("tensorflow.contrib.cluster_resolver.TPUClusterResolver",),
        "tensorflow.distribute.cluster_resolver.TPUClusterResolver",
        RENAMED,
        _API_ONLY,
        _RESOLVERS,
        "TFM103",
    ),
    Strategy(
        _spelled("TFConfigClusterResolver", "tensorflow.contrib.cluster_resolver"),
        "tensorflow.distribute.cluster_resolver.TFConfigClusterResolver",
        RENAMED,
        "In every run with several processes.",
        _RESOLVERS,
        "TFM103",
    ),
    Strategy(
        _spelled("SlurmClusterResolver", "tensorflow.contrib.cluster_resolver"),
        "tensorflow.distribute.cluster_resolver.SlurmClusterResolver",
        RENAMED,
        "With the variables of `srun` set, and no SLURM: two processes find each other and reduce. Without GPUs "
        "it has to be given `gpus_per_node=` (the tasks of a node), `gpus_per_task=1` and `auto_set_gpu=False`, "
        "or raises.",
        _RESOLVERS,
        "TFM103",
    ),
    Strategy(
        _spelled("KubernetesClusterResolver", "tensorflow.contrib.cluster_resolver"),
        "tensorflow.distribute.cluster_resolver.KubernetesClusterResolver",
        RENAMED,
        "Not run: it asks a cluster, through the package `kubernetes`. The parameters were compared.",
        _RESOLVERS,
        "TFM103",
    ),
    Strategy(
        ("tensorflow.contrib.cluster_resolver.GceClusterResolver",),
        "tensorflow.distribute.cluster_resolver.GCEClusterResolver",
        RENAMED,
        "Not run: it asks a cloud.",
        _RESOLVERS,
        "TFM103",
    ),
    Strategy(
        ("tensorflow.contrib.cluster_resolver.UnionClusterResolver",),
        "tensorflow.distribute.cluster_resolver.UnionResolver",
        RENAMED,
        "Made of two resolvers.",
        _RESOLVERS,
        "TFM103",
    ),
    Strategy(
        ("tensorflow.contrib.distribute.run_standard_tensorflow_server",),
        "tensorflow.distribute.Server",
        ON_SHIMS,
        "The shim is TensorFlow's own function.",
        _WORKERS,
        "TFM172",
    ),
    Strategy(
        (
            "tensorflow.contrib.distribute.AllReduceCrossTowerOps",
            "tensorflow.contrib.distribute.AllReduceCrossDeviceOps",
        ),
        "tensorflow.distribute.NcclAllReduce",
        ON_SHIMS,
        'Without GPUs "nccl" adds up on one device. `cross_tower_ops=` is `cross_device_ops=` today.',
        _GUIDE,
        "TFM172",
    ),
    Strategy(
        ("tensorflow.train.Server",),
        "tensorflow.distribute.Server",
        RENAMED,
        "The workers and servers of the runs above.",
        _SERVERS,
        "TFM103",
    ),
    Strategy(
        ("tensorflow.keras.experimental.SidecarEvaluator",),
        "",
        REPORTED,
        "Gone in 2.16. The evaluator of `train_and_evaluate` runs.",
        "https://www.tensorflow.org/guide/migrate/evaluator",
        "TFM190",
    ),
)
