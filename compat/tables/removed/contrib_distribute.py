"""`tf.contrib.distribute` and the other parts of contrib that spread work over devices.

Contrib strategies took one batch of the input for each replica, `tf.distribute` splits one batch between replicas:
multiply the batch size by their number, or feed `tf.distribute.Strategy.distribute_datasets_from_function`.
"""

from compat.tables.removed.area import area

_STRATEGIES = "https://www.tensorflow.org/guide/distributed_training"
_MIRRORED = "https://www.tensorflow.org/guide/migrate/mirrored_strategy"
_WORKERS = "https://www.tensorflow.org/guide/migrate/multi_worker_cpu_gpu_training"
_SUNSET = "https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md"

_BATCH = "; the batch is that of all replicas, contrib's was that of one"

_DISTRIBUTE = {
    "": "use tf.distribute; a batch is that of all replicas there, contrib's was that of one",
    "MirroredStrategy": "use tf.distribute.MirroredStrategy(devices=['/gpu:0', '/gpu:1']) for num_gpus=2, and "
    "cross_device_ops= for cross_tower_ops=" + _BATCH,
    "CollectiveAllReduceStrategy": "use tf.distribute.MultiWorkerMirroredStrategy: it takes all GPUs of the worker, "
    "and cluster and task from TF_CONFIG" + _BATCH,
    "ParameterServerStrategy": "use tf.distribute.ParameterServerStrategy(cluster_resolver) with "
    "tf.distribute.coordinator.ClusterCoordinator in a training loop of your own; in graph mode "
    "tf.compat.v1.distribute.experimental.ParameterServerStrategy",
    "AllReduceCrossDeviceOps": "use tf.distribute.NcclAllReduce(num_packs=1) for 'nccl', "
    "tf.distribute.HierarchicalCopyAllReduce() for 'hierarchical_copy'",
    "MultiWorkerAllReduce": "use tf.distribute.MultiWorkerMirroredStrategy, which brings its own all-reduce",
    "DistributeConfig": "train under the scope of the strategy, and evaluate under that of another one if need be",
    "run_standard_tensorflow_server": "use tf.distribute.Server(cluster_spec, job_name, task_index).join(), filled "
    "from tf.distribute.cluster_resolver.TFConfigClusterResolver",
    "get_cross_replica_context": "use tf.distribute.get_strategy() when tf.distribute.in_cross_replica_context()",
    "require_replica_context": "assert not tf.distribute.in_cross_replica_context()",
    "UpdateContext": "use tf.distribute.StrategyExtended.update",
    "Step StandardInputStep StandardSingleLossStep Monitor": "write the training step as a function and run it with "
    "tf.distribute.Strategy.run",
}

_TOWERS = {
    "AllReduceCrossTowerOps": "use tf.distribute.NcclAllReduce(num_packs=1) for 'nccl', "
    "tf.distribute.HierarchicalCopyAllReduce() for 'hierarchical_copy'",
    "CrossTowerOps": "subclass tf.distribute.CrossDeviceOps",
    "ReductionToOneDeviceCrossTowerOps": "use tf.distribute.ReductionToOneDevice(reduce_to_device, accumulation_fn)",
    "TowerContext": "use tf.distribute.ReplicaContext, which tf.distribute.get_replica_context returns",
    "get_tower_context": "use tf.distribute.get_replica_context",
    "get_cross_tower_context": "use tf.distribute.get_strategy() when tf.distribute.in_cross_replica_context()",
    "require_tower_context": "assert not tf.distribute.in_cross_replica_context()",
}

_ONE_DEVICE = {
    "ReductionToOneDeviceCrossDeviceOps": "use tf.distribute.ReductionToOneDevice(reduce_to_device, accumulation_fn)",
}

_PRIVATE_DISTRIBUTE = {
    "python": "a private path: the public names were those of the package, and are in tf.distribute",
    "python.mirrored_strategy": "use tf.distribute.MirroredStrategy" + _BATCH,
    "python.mirrored_strategy.MirroredStrategy": "use tf.distribute.MirroredStrategy" + _BATCH,
    "python.parameter_server_strategy": "use tf.distribute.ParameterServerStrategy, or the extended attribute of "
    "tf.compat.v1.distribute.experimental.ParameterServerStrategy in graph mode",
}

_STEP = {"python.step_fn": "write the training step as a function and run it with tf.distribute.Strategy.run"}

_COLLECTIVES = {
    "": "use tf.distribute.ReplicaContext.all_reduce in a function that tf.distribute.MirroredStrategy runs",
    "all_sum": "use tf.distribute.ReplicaContext.all_reduce(tf.distribute.ReduceOp.SUM, value)",
    "broadcast": "create the variable in the scope of tf.distribute.MirroredStrategy: it starts equal everywhere",
    "all_min all_max all_prod reduce_sum": "gather with tf.distribute.ReplicaContext.all_gather and reduce the result",
}

_2_0 = "tensorflow 2.0"

ROWS = (
    *area("tensorflow.contrib.distribute", _2_0, _STRATEGIES, _DISTRIBUTE),
    *area("tensorflow.contrib.distribute", "tensorflow 1.13", _MIRRORED, _TOWERS),
    *area(
        "tensorflow.contrib.distribute tensorflow.python.distribute.cross_device_ops",
        "tensorflow 1.14",
        _MIRRORED,
        _ONE_DEVICE,
    ),
    *area("tensorflow.contrib.distribute", _2_0, _STRATEGIES, _PRIVATE_DISTRIBUTE),
    *area("tensorflow.contrib.distribute", "tensorflow 1.14", _STRATEGIES, _STEP),
    *area(
        "tensorflow.contrib",
        _2_0,
        _WORKERS,
        {
            "cluster_resolver": "use tf.distribute.cluster_resolver: the resolvers have the same names there",
            "all_reduce": "use tf.distribute.NcclAllReduce or tf.distribute.HierarchicalCopyAllReduce, which the "
            "strategies take as cross_device_ops=",
        },
    ),
    *area(
        "tensorflow.contrib.cluster_resolver",
        "tensorflow 1.14",
        _WORKERS,
        {"GceClusterResolver": "use tf.distribute.cluster_resolver.GCEClusterResolver"},
    ),
    *area("tensorflow.contrib.nccl", "tensorflow 1.13", _SUNSET, _COLLECTIVES),
)
"""Removed names, as `compat.tables.removed` gathers them."""
