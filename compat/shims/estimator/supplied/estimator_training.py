"""`tensorflow.python.distribute.estimator_training`: Estimator and the distribute coordinator.

Written after reading TensorFlow 2.15. `RunConfig` asks `init_run_config` how a job is distributed. A cluster trains
through TensorFlow's distribute coordinator, which calls one function for each task; that function trains or evaluates
a copy of the estimator.
"""

import copy
from typing import Any, Callable, Mapping, Optional, Sequence

from tensorflow.python.distribute import distribute_coordinator as dc
from tensorflow.python.distribute import distribute_coordinator_context as dc_context
from tensorflow.python.distribute import multi_worker_util
from tensorflow.python.platform import tf_logging as logging
from tensorflow.python.training import server_lib

CHIEF = "chief"
EVALUATOR = "evaluator"
PS = "ps"
WORKER = "worker"

_STANDALONE = dc.CoordinatorMode.STANDALONE_CLIENT
_INDEPENDENT = dc.CoordinatorMode.INDEPENDENT_WORKER


def init_run_config(config: Any, tf_config: Mapping[str, Any]) -> None:
    """Set the cluster options of a `RunConfig` that has distribution strategies.

    Raises:
        ValueError: a strategy, or the cluster, is given twice.

    """
    _take_strategies(config)
    cluster = server_lib.ClusterSpec(tf_config.get("cluster", {}))
    config._init_distributed_setting_from_environment_var({})
    remote = getattr(config._experimental_distribute, "remote_cluster", None)
    if config._train_distribute and remote:
        if cluster:
            raise ValueError('Cannot set both "cluster_spec" of TF_CONFIG and `experimental_distribute.remote_cluster`')
        config._distribute_coordinator_mode, config._cluster_spec = _STANDALONE, remote
        logging.info("RunConfig initialized for Distribute Coordinator with STANDALONE_CLIENT mode")
    elif not cluster or "master" in cluster.jobs or not config._train_distribute:
        config._distribute_coordinator_mode = None
        config._init_distributed_setting_from_environment_var(tf_config)
        config._maybe_overwrite_session_config_for_distributed_training()
        logging.info("Not using Distribute Coordinator.")
    else:
        config._distribute_coordinator_mode, config._cluster_spec = _INDEPENDENT, cluster
        logging.info("RunConfig initialized for Distribute Coordinator with INDEPENDENT_WORKER mode")


def _take_strategies(config: Any) -> None:
    """Take the strategies from `experimental_distribute`, if they are given there."""
    for each in ("train_distribute", "eval_distribute"):
        strategy = getattr(config._experimental_distribute, each, None)
        if not strategy:
            continue
        if getattr(config, f"_{each}"):
            raise ValueError(f"Either `{each}` or `experimental_distribute.{each}` can be set.")
        setattr(config, f"_{each}", strategy)


def should_run_distribute_coordinator(config: Any) -> bool:
    """True if `train_and_evaluate` goes through the distribute coordinator."""
    mode = getattr(config, "_distribute_coordinator_mode", None)
    if mode is None:
        logging.info("Not using Distribute Coordinator.")
        return False
    if mode not in {_STANDALONE, _INDEPENDENT}:
        logging.warning("Unexpected distribute_coordinator_mode: %r", mode)
        return False
    if not config.cluster_spec:
        logging.warning("Running `train_and_evaluate` locally, ignoring `experimental_distribute_coordinator_mode`.")
        return False
    return True


def train_and_evaluate(estimator: Any, train_spec: Any, eval_spec: Any, executor_cls: Callable[..., Any]) -> None:
    """Train on each worker, and evaluate on the evaluator if the cluster has one.

    Raises:
        ValueError: the `RunConfig` has no coordinator mode.

    """
    config = estimator.config
    mode = config._distribute_coordinator_mode
    if not mode:
        raise ValueError("Distribute coordinator mode is not specified in `RunConfig`.")

    def train(strategy: Any) -> None:
        local = _copy_for_task(estimator, "train", strategy)
        # A standalone client runs all tasks in one process, where a hook has only the chief's graph.
        hooks = list(train_spec.hooks) if mode == _INDEPENDENT or _is_chief() else []
        # Otherwise `train` would call the coordinator again.
        local._config._distribute_coordinator_mode = None
        local.train(input_fn=train_spec.input_fn, max_steps=train_spec.max_steps, hooks=hooks)

    def evaluate(strategy: Any) -> None:
        local = _copy_for_task(estimator, "eval", strategy)
        local._config._distribute_coordinator_mode = None
        executor_cls(local, train_spec, eval_spec)._start_continuous_evaluation()

    dc.run_distribute_coordinator(
        train,
        config.train_distribute,
        evaluate,
        config.eval_distribute,
        mode=mode,
        cluster_spec=config.cluster_spec if mode == _STANDALONE else None,
        session_config=config.session_config,
    )


def estimator_train(estimator: Any, train_distributed_fn: Callable[..., Any], hooks: Sequence[Any]) -> Any:
    """Run `Estimator.train` on the cluster of a standalone client.

    Raises:
        ValueError: `train` cannot use the mode, the cluster or the strategy.

    """

    def train(strategy: Any) -> Any:
        local = _copy_for_task(estimator, "train", strategy)
        train_distributed_fn(local, strategy, hooks if _is_chief() else [])
        return local

    return _run_standalone(estimator._config, "train", train)


def estimator_evaluate(estimator: Any, evaluate_distributed_fn: Callable[..., Any], hooks: Sequence[Any]) -> Any:
    """Run `Estimator.evaluate` on the cluster of a standalone client.

    Raises:
        ValueError: `evaluate` cannot use the mode, the cluster or the strategy.

    """

    def evaluate(strategy: Any) -> Any:
        local = _copy_for_task(estimator, "eval", strategy)
        return evaluate_distributed_fn(local, strategy, hooks if _is_chief() else [])

    return _run_standalone(estimator._config, "eval", evaluate)


def _run_standalone(config: Any, purpose: str, task: Callable[[Any], Any]) -> Any:
    method = {"train": "train", "eval": "evaluate"}[purpose]
    strategy = getattr(config, f"_{purpose}_distribute")
    cluster = multi_worker_util.normalize_cluster_spec(config.cluster_spec)
    if EVALUATOR in cluster.jobs:
        raise ValueError("'evaluator' job is not supported if you don't use `train_and_evaluate`")
    if config._distribute_coordinator_mode != _STANDALONE:
        raise ValueError(f"Only `STANDALONE_CLIENT` mode is supported when you call `Estimator.{method}`")
    if strategy.extended.experimental_between_graph:
        raise ValueError(
            f"`Estimator.{method}` API is not supported for {type(strategy).__name__} with `STANDALONE_CLIENT` mode."
        )
    return dc.run_distribute_coordinator(
        task, strategy, mode=_STANDALONE, cluster_spec=cluster, session_config=config.session_config
    )


def _is_chief() -> bool:
    return bool(dc_context.get_current_worker_context().is_chief)


def _copy_for_task(estimator: Any, purpose: str, strategy: Any) -> Any:
    """Return a copy of the estimator for one task of the cluster."""
    local = copy.deepcopy(estimator)
    setattr(local._config, f"_{purpose}_distribute", strategy)
    _take_worker_context(local._config, dc_context.get_current_worker_context())
    logging.info("Updated config: %s", vars(local._config))
    setattr(local, f"_{purpose}_distribution", strategy)
    return local


def _take_worker_context(config: Any, context: Any) -> None:
    """Set the task options of a `RunConfig` from the coordinator's context."""
    config._service = None
    config._cluster_spec = context.cluster_spec
    config._task_type = context.task_type
    config._task_id = context.task_id
    config._evaluation_master = config._master = context.master_target
    config._is_chief = context.is_chief
    if not config._cluster_spec:
        config._global_id_in_cluster, config._num_ps_replicas, config._num_worker_replicas = 0, 0, 1
    elif config._task_type == EVALUATOR:
        # An evaluator is not aware of the other tasks.
        config._cluster_spec = server_lib.ClusterSpec({})
        config._global_id_in_cluster, config._num_ps_replicas, config._num_worker_replicas = None, 0, 0
    else:
        tasks = config._cluster_spec.as_dict()
        config._num_ps_replicas = len(tasks.get(PS, []))
        config._num_worker_replicas = len(tasks.get(WORKER, [])) + len(tasks.get(CHIEF, []))
        config._global_id_in_cluster = _global_id(config._cluster_spec, context.task_type, context.task_id)


def _global_id(cluster: Any, task_type: Optional[str], task_id: int) -> int:
    """Return the number of a task: the chief comes first, then the other types by name, parameter servers last."""
    if not task_type:
        return 0
    types = sorted(cluster.jobs, key=lambda each: (each == PS, each != CHIEF, each))
    before = types[: types.index(task_type)]
    return sum(len(cluster.job_tasks(each)) for each in before) + task_id
