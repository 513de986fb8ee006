"""The strategies of contrib, in graphs and eagerly; only the shims have the methods of both 1.12 and 1.13."""

from contextlib import suppress

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

from tests.compat.releases import TENSORFLOW

modern_only = pytest.mark.skipif(TENSORFLOW < (2, 0), reason="1.15 has its own strategies")


@pytest.fixture
def contrib(tf):
    return tf.contrib.distribute


def values(v1, make):
    """Return the values of tensors made in a graph, step after step, until the input ends."""
    with tensorflow.Graph().as_default(), v1.Session() as session:
        tensors, initial = make()
        session.run(initial)
        found = []
        with suppress(tensorflow.errors.OutOfRangeError):
            while True:
                found.append([np.asarray(value).tolist() for value in session.run(list(tensors))])
        return found


def number(value):
    return float(value.numpy())


def pairs():
    return tensorflow.data.Dataset.range(8).batch(2)


def test_batch_is_that_of_one_replica(contrib, v1):
    def make():
        strategy = contrib.MirroredStrategy(num_gpus=2)
        with strategy.scope():
            iterator = strategy.make_dataset_iterator(pairs())
            return strategy.unwrap(iterator.get_next()), iterator.initialize()

    assert values(v1, make) == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]


def test_input_fn_and_experimental_run(contrib, v1):
    def make():
        strategy = contrib.MirroredStrategy(num_gpus_per_worker=2)
        iterator = strategy.make_input_fn_iterator(lambda context: pairs())
        doubled = strategy.experimental_run(lambda x: 2 * x, iterator)
        return strategy.unwrap(doubled), iterator.initialize()

    assert values(v1, make) == [[[0, 2], [4, 6]], [[8, 10], [12, 14]]]


@pytest.mark.parametrize("name", ["ParameterServerStrategy", "MirroredStrategy"])
def test_replicas(contrib, name):
    strategy = getattr(contrib, name)(num_gpus_per_worker=3)
    assert strategy.num_replicas_in_sync == 3
    assert isinstance(strategy, contrib.DistributionStrategy)
    assert strategy.extended._global_batch_size is False


def test_cpu(contrib):
    for strategy in (contrib.MirroredStrategy(num_gpus=0), contrib.CollectiveAllReduceStrategy()):
        assert strategy.num_replicas_in_sync == 1
        assert strategy.extended.worker_devices[0].endswith("CPU:0")


def test_all_gpus(contrib):
    assert contrib.MirroredStrategy().num_replicas_in_sync == 3


def test_devices_given_twice(contrib):
    with pytest.raises(ValueError, match="both `num_gpus` and `num_gpus_per_worker`"):
        contrib.MirroredStrategy(num_gpus=2, num_gpus_per_worker=2)
    with pytest.raises(ValueError, match="only specify one of `devices` and `num_gpus_per_worker`"):
        contrib.MirroredStrategy(["/gpu:0"], num_gpus=1)


def test_unknown_keyword(contrib):
    with pytest.raises(TypeError, match="unexpected keyword argument 'gpus'"):
        contrib.MirroredStrategy(gpus=2)


@modern_only
@pytest.mark.parametrize("name", ["MirroredStrategy", "CollectiveAllReduceStrategy", "ParameterServerStrategy"])
def test_more_gpus_than_there_are(contrib, name):
    with pytest.raises(ValueError, match=f"{name} is to run on 4 GPUs, and TensorFlow sees 3 here"):
        getattr(contrib, name)(num_gpus_per_worker=4)


def test_no_tpu(tf, contrib):
    with pytest.raises(ValueError, match="Please provide a TPU Name to connect to"):
        contrib.TPUStrategy(tf.contrib.cluster_resolver.TPUClusterResolver(), steps_per_run=1)


@modern_only
def test_nccl_on_cpus(contrib):
    strategy = contrib.MirroredStrategy(num_gpus=2, cross_tower_ops=contrib.AllReduceCrossTowerOps("nccl", num_packs=2))
    with strategy.scope():
        variable = tensorflow.Variable(1.0)
        ones = strategy.call_for_each_replica(lambda: tensorflow.constant(1.5))
        (total,) = strategy.batch_reduce("sum", [(ones, variable)])
    assert [number(value) for value in strategy.unwrap(total)] == [3.0, 3.0]


@modern_only
def test_names_of_towers(contrib, v1):
    def make():
        strategy = contrib.MirroredStrategy(
            num_gpus=2, cross_tower_ops=contrib.AllReduceCrossTowerOps("hierarchical_copy", num_packs=2)
        )
        assert strategy.num_towers == 2
        assert not strategy.is_single_tower
        iterator = strategy.distribute_dataset(pairs).make_one_shot_iterator()

        def tower(x):
            context = contrib.get_tower_context()
            contrib.require_tower_context(context)
            assert contrib.get_cross_tower_context() is None
            assert context.distribution_strategy is contrib.get_distribution_strategy() is strategy
            assert context.num_towers == 2
            assert context.device.endswith(f"CPU:{context.tower_id}")
            total = context.merge_call(lambda distribution, value: distribution.reduce("sum", value), x)
            return 10 * x + context.tower_id, total

        with strategy.scope():
            assert contrib.get_tower_context() is None
            assert contrib.get_cross_tower_context() is strategy
            each, total = strategy.call_for_each_tower(tower, iterator.get_next(), run_concurrently=False)
        return [*strategy.unwrap(each), strategy.unwrap(total)[0]], []

    assert values(v1, make) == [[[0, 10], [21, 31], [2, 4]], [[40, 50], [61, 71], [10, 12]]]


@modern_only
@pytest.mark.parametrize("star", [True, False])
def test_run_steps_on_dataset(contrib, v1, star):
    """1.12 passed the parts of an element one by one, 1.13 as one argument."""

    def make():
        strategy = contrib.MirroredStrategy(num_gpus=2)
        iterator = strategy.make_dataset_iterator(tensorflow.data.Dataset.zip((pairs(), pairs())))
        with strategy.scope():
            total = v1.get_variable("total", initializer=0, dtype="int32", use_resource=True)
            add = lambda a, b: total.assign_add(tensorflow.cast(tensorflow.reduce_sum(a + b), "int32"))  # noqa: E731

            def step(x, y):
                return strategy.group(strategy.call_for_each_replica(_summed(strategy, add), x, y))

            given = (lambda context, x, y: step(x, y)) if star else (lambda context, inputs: step(*inputs))
            context = strategy.run_steps_on_dataset(given, iterator, iterations=2)
        return context, total, [iterator.initialize(), v1.global_variables_initializer()]

    with tensorflow.Graph().as_default(), v1.Session() as session:
        context, total, initial = make()
        session.run(initial)
        session.run(context.run_op)
        assert session.run(total) == 2 * sum(range(8))


@modern_only
def test_losses_are_divided_in_run_steps_on_dataset(contrib, v1):
    """One step with a mean loss moves a weight by 10.6 on two replicas, as on 1.13.2: the loss is that of all rows."""
    with tensorflow.Graph().as_default(), v1.Session() as session:
        strategy = contrib.MirroredStrategy(num_gpus=2)
        with strategy.scope():
            rows = tensorflow.data.Dataset.from_tensors(([[2.0], [7.0]], [[6.0], [21.0]])).repeat()
            iterator = strategy.distribute_dataset(lambda: rows).make_initializable_iterator()

            def replica(x, y):
                weight = v1.get_variable("weight", initializer=[[2.0]])
                loss = v1.losses.mean_squared_error(y, tensorflow.matmul(x, weight))
                return v1.train.GradientDescentOptimizer(0.2).minimize(loss), weight

            def step(context, inputs):
                done, weight = strategy.extended.call_for_each_replica(replica, inputs)
                context.set_non_tensor_output("weight", weight)
                return strategy.group(done)

            context = strategy.run_steps_on_dataset(step, iterator)
            session.run([iterator.initialize(), v1.global_variables_initializer()])
            session.run(context.run_op)
            (weight, *_) = session.graph.get_collection("trainable_variables")
            assert session.run(weight) == pytest.approx(2 + 10.6)


def _summed(strategy, add):
    def merge(distribution, x, y):
        x, y = (sum(distribution.unwrap(value)) for value in (x, y))
        variable_update = add(x, y)
        return distribution.group(variable_update)

    return lambda x, y: tensorflow.distribute.get_replica_context().merge_call(merge, (x, y))


@modern_only
def test_variables(contrib, tf):
    strategy = contrib.MirroredStrategy(num_gpus=2)
    with strategy.scope():
        variable = tensorflow.Variable(1.0)
        strategy.update(variable, lambda v, x: v.assign_add(x), 2.0, grouped=False)
        strategy.update(variable, lambda v, x: v.assign_add(x), args=(2.0,))
        assert [number(value) for value in strategy.unwrap(variable)] == [5.0, 5.0]
        assert number(strategy.read_var(variable)) == 5.0
        assert strategy.value_container(strategy.unwrap(variable)[0]) is variable
        ones = strategy.call_for_each_replica(lambda: tensorflow.constant(1.5))
        assert number(strategy.reduce(tf.VariableAggregation.SUM, ones, destinations="/cpu:0")) == 3.0
        assert number(strategy.reduce(tensorflow.distribute.ReduceOp.MEAN, ones)) == 1.5
        (total,) = strategy.batch_reduce(tf.VariableAggregation.SUM, [(ones, variable)])
        assert [number(value) for value in strategy.unwrap(total)] == [3.0, 3.0]
        copies = strategy.unwrap(strategy.broadcast(tensorflow.constant(4.0)))
        assert [number(value) for value in copies] == [4.0, 4.0]
        with pytest.raises(ValueError, match="their sum or their mean"):
            strategy.reduce(tf.VariableAggregation.ONLY_FIRST_REPLICA, ones)
    with pytest.raises(TypeError, match="unexpected keyword argument 'devices'"):
        strategy.reduce("sum", ones, devices=["/cpu:0"])
    assert strategy.worker_devices == strategy.parameter_devices == tuple(strategy.extended.worker_devices)
    assert strategy.should_init
    assert strategy.should_checkpoint
    assert strategy.should_save_summary
    assert not strategy.between_graph
    assert strategy.initialize() == strategy.finalize() == []


def test_monitor_runs_steps(contrib, v1):
    """The gradients of the replicas are added up, as TensorFlow 1.15.5 does."""
    with tensorflow.Graph().as_default(), v1.Session() as session:
        strategy = contrib.MirroredStrategy(num_gpus=2)
        with strategy.scope():
            weight = v1.get_variable("w", initializer=1.0, use_resource=True)
            step = contrib.StandardSingleLossStep(
                lambda: tensorflow.data.Dataset.from_tensors([1.0]).repeat(8),
                lambda context, x: tensorflow.reduce_mean((weight * x) ** 2),
                v1.train.GradientDescentOptimizer(0.1),
                strategy,
            )
            monitor = contrib.Monitor(step, session)
            monitor.run_steps(2)
            np.testing.assert_allclose(session.run(strategy.unwrap(weight)[0]), 0.6**2, rtol=1e-6)
            monitor.run_steps()
            np.testing.assert_allclose(session.run(strategy.unwrap(weight)[0]), 0.6**4, rtol=1e-6)
            with pytest.raises(ValueError, match="Should provide a `session` in Graph mode"):
                contrib.Monitor(step)
