import numpy as np
import pytest

from tests.equivalence.cases import ESTIMATORS, EVEN_STEPS, MODELS, REPLICAS, WORKFLOWS, start
from tests.equivalence.compare import RECORDED, Result, cells, difference, judge, read
from tests.equivalence.exceptions import EXPECTED, Cell
from tests.equivalence.run_case import shapes

CELL = Cell("small", "shim", 2, "1.15.5", "legacy", "2.21.0", "loss")


def result(tensorflow, variant, loss=1.0):
    return Result(tensorflow, "small", variant, 2, np.full(20, loss), {"000:kernel": np.full(3, loss)})


def test_small_values_are_measured_against_a_hundredth():
    assert difference([np.array([1e-6])], [np.array([2e-6])]) == pytest.approx(1e-4)
    assert difference([np.array([2.0, 100.0])], [np.array([2.0, 101.0])]) == pytest.approx(0.01)


def test_nan_is_never_equal():
    assert difference([np.array([1.0])], [np.array([np.nan])]) == float("inf")


def test_within_the_goal():
    assert not judge(CELL, 9e-6).failed


def test_above_the_goal_without_a_cause():
    assert "above the goal" in judge(CELL, 2e-5).verdict
    assert judge(CELL, float("inf")).failed


def test_exception_that_is_not_needed_fails():
    judged = judge(CELL._replace(variant="modern"), 1e-7)
    assert judged.failed
    assert "remove the exception" in judged.verdict


def test_exception_has_a_bound():
    assert not judge(CELL._replace(variant="modern"), 0.5).failed
    assert "above the bound" in judge(CELL._replace(variant="modern"), 1.5).verdict


def test_exceptions_never_cover_the_even_steps_of_a_release_that_repeats():
    for row in EXPECTED:
        assert not row.covers(CELL._replace(measure="loss, even"))


def test_modern_is_compared_with_every_oracle_and_legacy_with_one():
    live = [result("2.21.0", "shim"), result("1.15.5", "legacy"), result("2.1.4", "legacy")]
    pairs = {(cell.target, cell.oracle) for cell, _ in cells(live, [])}
    assert pairs == {("2.21.0", "1.15.5"), ("2.21.0", "2.1.4"), ("2.1.4", "1.15.5")}


def test_recorded_oracle_stands_in_only_where_nothing_ran():
    live, recorded = [result("2.21.0", "shim"), result("1.15.5", "legacy")], [result("1.15.5", "legacy", 2.0)]
    versus = {(cell.target, cell.oracle, cell.versus) for cell, _ in cells(live, recorded)}
    assert versus == {("2.21.0", "1.15.5", "legacy"), ("1.15.5", "1.15.5", "recorded")}
    alone = {(cell.target, cell.oracle, cell.versus) for cell, _ in cells(live[:1], recorded)}
    assert alone == {("2.21.0", "1.15.5", "legacy")}


@pytest.mark.parametrize("name", sorted(MODELS))
def test_start_is_the_same_everywhere(name):
    model = MODELS[name]
    run, again = start(model, shapes(name)), start(model, shapes(name))
    assert len(run.steps) >= 20
    assert all(size % replicas == 0 for size in model.sizes[:EVEN_STEPS] for replicas in REPLICAS)
    assert any(size % replicas for size in model.sizes[EVEN_STEPS:] for replicas in REPLICAS)
    assert [weight.shape for weight in run.models[0].initial] == [tuple(shape) for _, shape in shapes(name)]
    assert (run.steps[-1].batch.x == again.steps[-1].batch.x).all()


def test_estimators_train_twenty_steps_and_more():
    for oracle in (each for each in read(RECORDED) if each.model in ESTIMATORS):
        batches = {"fashion_mnist": 69, "retinal_oct": 64}[oracle.model]
        assert len(oracle.losses) == batches // oracle.replicas >= 20
        assert oracle.evaluation.shape == (2,)


def test_another_number_of_steps_is_never_equal():
    assert difference([np.ones(20)], [np.ones(19)]) == float("inf")


def test_recorded_oracles_are_complete_and_small():
    recorded = {result[:4] for result in read(RECORDED)}
    legacy = {(tf, model, "legacy", g) for tf in ("1.13.2", "1.15.5", "2.1.4") for model in MODELS for g in REPLICAS}
    ordered = {("1.13.2", model, "ordered", g) for model in MODELS for g in REPLICAS}
    estimators = {(tf, model, "legacy", g) for tf in ("1.13.2", "1.15.5") for model in ESTIMATORS for g in REPLICAS}
    undivided = {("1.15.5", model, "undivided", g) for model in ESTIMATORS for g in REPLICAS}
    workflows = {
        (tf, model, "legacy", g)
        for tf in ("2.3.4", "2.10.1", "2.15.1")
        for model, workflow in WORKFLOWS.items()
        for g in workflow.replicas
        if workflow.since <= tuple(int(part) for part in tf.split(".")[:2]) <= workflow.until
    }
    assert recorded == legacy | ordered | estimators | undivided | workflows
    assert sum(path.stat().st_size for path in RECORDED.glob("*.npz")) < 3e6
