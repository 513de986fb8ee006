import numpy as np
import pytest

from compat.__main__ import main
from compat.runner import recording
from compat.runner.batches import Batch
from compat.runner.comparing import compare

KERAS_2 = {"keras": "2.3.1", "keras_package": "keras", "no_dropout": []}


def run(losses, start=1.0, end=2.0, batch=3.0, **meta):
    """A run of one model with two weights, one of them a moving average."""
    found = recording.Run({"no_dropout": [], "script": "train.py", **meta})
    for number, loss in enumerate(losses):
        fed = Batch(np.full((4, 2), batch + number), np.ones(4), None)
        found.steps.append(recording.Step(fed, loss, 0, 0, 0, (("acc", 0.5),)))
    names = ["dense/kernel", "batch_normalization/moving_mean"]
    weights = recording.Weights(names, [np.full(2, start), np.zeros(2)], [np.full(2, 5.0), np.array([1.0, end])])
    found.models.append(weights)
    return found


def cause(first, second, **options):
    return compare(first, second, **options).cause or ""


def rows(first, second):
    return {row.what: (row.difference, row.where) for row in compare(first, second).rows}


def test_runs_that_agree():
    found = compare(run([0.5, 0.4]), run([0.5, 0.4]))
    assert found.cause is None
    assert [row.what for row in found.rows] == [
        "weights at the start",
        "batches",
        "losses",
        "weights at the end",
        "accuracy",
    ]
    assert all(row == (row.what, 0.0, "", None) for row in found.rows)


def test_rounding_is_no_difference():
    assert not cause(run([0.5, 0.4]), run([0.500001, 0.40001], end=2.00001))
    assert cause(run([0.5, 0.4]), run([0.500001, 0.40001], end=2.00001), tolerance=1e-6)


@pytest.mark.parametrize("losses", [[float("nan"), 0.4], [0.0, 0.4], [float("inf"), 0.4]])
def test_equal_numbers_of_every_kind(losses):
    assert not cause(run(losses), run(losses))
    assert "first loss differs" in cause(run(losses), run([1.0, 0.4]))


def test_the_step_tells_the_cause():
    assert "first loss differs" in cause(run([0.5, 0.4]), run([0.6, 0.4]))
    assert "optimizer" in cause(run([0.5, 0.4, 0.3]), run([0.5, 0.5, 0.3]))
    assert "grows" in cause(run([0.5, 0.4, 0.3]), run([0.5, 0.4, 0.4]))
    assert "moving variances" in cause(run([0.5]), run([0.5], end=2.1)).lower()
    assert rows(run([0.5, 0.4]), run([0.5, 0.5]))["losses"] == (pytest.approx(0.2), "step 2")
    assert rows(run([0.5]), run([0.5], end=2.5))["weights at the end"] == (
        pytest.approx(0.2),
        "batch_normalization/moving_mean",
    )


def test_dropout_may_be_the_cause_unless_it_was_left_out():
    assert "--no-dropout" not in cause(run([0.5]), run([0.6]))
    assert "--no-dropout" in cause(run([0.5]), run([0.6], no_dropout=None))


def test_standalone_keras_2_leaves_its_order_to_chance():
    first, second = [0.5, 0.4, 0.3], [0.5, 0.5, 0.3]
    assert "--in-order" in cause(run(first, **KERAS_2), run(second))
    assert "--in-order" not in cause(run(first, in_order=True, **KERAS_2), run(second))
    assert "--in-order" not in cause(run(first, **{**KERAS_2, "keras_package": "tensorflow.python.keras"}), run(second))
    assert "--in-order" not in cause(run(first, **{**KERAS_2, "keras": "3.15.1"}), run(second))
    assert "--in-order" not in cause(run(first, **KERAS_2), run([0.9, 0.5, 0.3]))


def test_other_starts_are_no_comparison():
    assert "--start" in cause(run([0.5]), run([0.6], start=1.5))
    assert "that of step 1 differs" in cause(run([0.5]), run([0.6], batch=3.5))
    assert not cause(run([0.5]), run([0.5], start=1.0 + 1e-8, batch=np.float32(3.0)))


def test_other_networks_are_no_comparison():
    larger, more, none = run([0.5]), run([0.5]), run([])
    larger.models[0].initial[0] = np.zeros(3)
    more.models.append(more.models[0])
    assert cause(run([0.5]), larger) == "dense/kernel has the shape (2,) in the first run, (3,) in the second."
    assert cause(run([0.5]), more) == "The first run trains 1 models, the second 2."
    assert cause(run([0.5]), none) == "One of the runs has no steps."
    larger.models[0].initial.append(np.zeros(1))
    assert cause(run([0.5]), larger) == "A model has 2 weights in the first run, 3 in the second."


def test_a_run_that_ended_before():
    assert cause(run([0.5, 0.4]), run([0.5])).startswith("The first run has 2 steps, the second 1")
    assert "first loss differs" in cause(run([0.5, 0.4]), run([0.6]))


def test_what_rounding_alone_makes():
    """A weight without a gradient goes anywhere; that of an array counts for that array alone."""
    first, second = run([0.5, 0.4]), run([0.5, 0.4], end=2.3)
    found = compare(first, second, nudged=run([0.5, 0.4], end=2.2))
    assert (found.cause, found.is_rounded) == (None, True)
    assert [row.rounding for row in found.rows] == [None, None, 0.0, pytest.approx(0.1 / 2.3), 0.0]
    assert "All losses are the same" in compare(first, second, nudged=run([0.5, 0.4], end=2.301)).cause
    nudged = run([0.5, 0.4], end=2.2)
    for each in (second, nudged):
        each.models[0].final[0][0] = 5.5
    assert "All losses are the same" in compare(first, second, nudged=nudged).cause


def test_losses_that_rounding_parts_are_not_the_same():
    first, second = run([0.5, 0.4]), run([0.5, 0.45])
    assert "Rounding alone makes as much" in cause(first, second, nudged=run([0.5, 0.46]))
    assert "the second is not" in cause(first, second, nudged=run([0.5, 0.4501]))
    assert "the second is not" in cause(first, second, nudged=run([0.5]))


def test_words_are_compared_as_they_are():
    first, second = run([0.5]), run([0.5])
    for each, words in ((first, ["a", "b"]), (second, ["a", "b"])):
        each.steps[0] = each.steps[0]._replace(batch=Batch(np.array(words), np.ones(2), None))
    assert not cause(first, second)
    second.steps[0] = second.steps[0]._replace(batch=Batch(np.array(["a", "c"]), np.ones(2), None))
    assert "--start" in cause(first, second)


def test_metrics_by_their_names_of_today():
    first, second = run([0.5, 0.4]), run([0.5, 0.4])
    for each, names, value in ((first, ("acc", "out_mean_squared_error"), 0.5), (second, ("accuracy", "out_mse"), 0.6)):
        pairs = ((names[0], value), (names[1], 0.1), (names[0] + "_own", value))
        each.steps[1] = each.steps[1]._replace(metrics=pairs)
    found = compare(first, second)
    assert [row.what for row in found.rows[4:]] == ["accuracy", "out_mse"]
    assert found.rows[4][:3] == ("accuracy", pytest.approx(1 / 6), "step 2")
    assert found.cause == "The training is the same; what is reported of it is not."


def saved(tmpdir, name, found):
    path = str(tmpdir.join(name))
    recording.save(found, path)
    return path


def test_command(tmpdir, capsys):
    first = saved(tmpdir, "a.npz", run([0.5, 0.4], tensorflow="1.15.5", keras="2.3.1"))
    second = saved(tmpdir, "b.npz", run([0.5, 0.4], tensorflow="2.21.0", keras="3.15.1"))
    other = saved(tmpdir, "c.npz", run([0.5, 0.5]))
    assert main(["compare", first, second]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == first + ": train.py, TensorFlow 1.15.5, Keras 2.3.1, 2 steps"
    assert lines[5].split() == ["losses", "0"]
    assert lines[-1] == "The same: no number differs by more than 1e-04 of its size."
    assert main(["compare", first, other]) == 1
    assert "Not the same. The first loss is the same, the second is not" in capsys.readouterr().out
    assert main(["compare", "--tolerance", "0.3", first, other]) == 0
    capsys.readouterr()
    moved = saved(tmpdir, "d.npz", run([0.5, 0.4], end=2.3))
    assert main(["compare", "--rounding", saved(tmpdir, "e.npz", run([0.5, 0.4])), first, moved]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[6].split() == [
        "weights",
        "at",
        "the",
        "end",
        "0.1",
        "(by",
        "rounding",
        "0.1)",
        "batch_normalization/moving_mean",
    ]
    assert lines[-1] == "The same: what differs by more than 1e-04 of its size does so by rounding alone."


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["missing.npz", "missing.npz"], "error: missing.npz: no such file"),
        ([__file__, __file__], "not a recorded run"),
        (["--tolerance", "two", "a.npz", "b.npz"], "takes a number from 0 to 1, such as 1e-4, not 'two'"),
    ],
)
def test_bad_input(args, said, capsys):
    with pytest.raises(SystemExit) as left:
        main(["compare", *args])
    assert left.value.code == 2
    assert said in capsys.readouterr().err
