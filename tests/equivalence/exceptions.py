"""The cells that are not within the goal, each with its cause and a bound. A cell that needs no exception must not have one."""

from typing import NamedTuple, Optional, Tuple


class Cell(NamedTuple):
    """One number of the table. `oracle` and `target` are TensorFlow releases, `versus` is the oracle's variant."""

    model: str
    variant: str
    replicas: int
    oracle: str
    versus: str
    target: str
    measure: str


class Expected(NamedTuple):
    """A deviation that is known: the cells it covers (None covers all), why, and how large it may be."""

    cause: str
    bound: float
    measures: Tuple[str, ...]
    models: Optional[Tuple[str, ...]] = None
    variants: Optional[Tuple[str, ...]] = None
    replicas: Optional[int] = None
    oracles: Optional[Tuple[str, ...]] = None
    versus: Optional[str] = None
    targets: Optional[Tuple[str, ...]] = None
    # A race may leave a cell within the goal by luck; everything else must exceed it, or the row is out of date.
    always: bool = True

    def covers(self, cell: Cell) -> bool:
        """True if the deviation covers the cell."""
        return (
            cell.measure in self.measures
            and (self.models is None or cell.model in self.models)
            and (self.variants is None or cell.variant in self.variants)
            and self.replicas in (None, cell.replicas)
            and (self.oracles is None or cell.oracle in self.oracles)
            and self.versus in (None, cell.versus)
            and (self.targets is None or cell.target in self.targets)
        )


_LOSSES = ("loss, even", "loss")
_RACE = "Keras 2.2.4 reads weights while it updates them, so its results do not repeat"
_DEBIAS = "Keras 2.2.4 removes the zero bias from its moving statistics, later releases do not"
_MEANS = "Keras 3 takes the mean of the replicas' means and cuts the batch in other places; legacy took one mean"
_ONCE = "Keras 3 updates moving statistics once a step and not once a replica, and does not correct the variance"
_KERNEL = "the fused kernel of TF 1 corrects the moving variance once more than Keras 2.3.1 on TF 2; shims follow TF 1"
_KERAS_MODELS = ("small", "minigooglenet")
_ESTIMATORS = ("fashion_mnist", "retinal_oct")
_TWICE = "TF 1.15 divides loss and gradients by the replicas once more than TF 1.13"
_POWERS = "tf.train.AdamOptimizer rounds its rates and powers of beta to float32, Keras 3 does not"
_BEFORE_2_11 = ("2.3.4", "2.10.1")
_FLOAT32 = "Adam keeps its rate and betas in float32 before Keras 2.11"
_LEFT_OUT = "modern.py leaves out the image of the validation that two replicas cannot share evenly"

EXPECTED: Tuple[Expected, ...] = (
    Expected(_RACE, 2.0, _LOSSES, models=_KERAS_MODELS, oracles=("1.13.2",), versus="legacy", always=False),
    Expected(_RACE, 2.0, _LOSSES, models=_KERAS_MODELS, variants=("legacy",), targets=("1.13.2",), always=False),
    Expected(
        _RACE, 10.0, ("weights", "moving"), models=_KERAS_MODELS, oracles=("1.13.2",), versus="legacy", always=False
    ),
    Expected(
        _RACE,
        10.0,
        ("weights", "moving"),
        models=_KERAS_MODELS,
        variants=("legacy",),
        targets=("1.13.2",),
        always=False,
    ),
    Expected(_DEBIAS, 10.0, ("moving",), oracles=("1.13.2",), versus="ordered"),
    Expected(_DEBIAS, 10.0, ("moving",), variants=("ordered",), oracles=("1.15.5",), targets=("1.13.2",)),
    Expected(_MEANS, 1.0, ("loss",), models=("small",), variants=("upgraded", "modern")),
    Expected(_MEANS, 5.0, ("weights",), models=("small",), variants=("upgraded", "modern")),
    Expected(_MEANS, 0.2, ("loss",), models=("minigooglenet",), variants=("modern",)),
    Expected(_MEANS, 1.0, ("weights",), models=("minigooglenet",), variants=("modern",)),
    Expected(_ONCE, 2.0, ("moving",), models=_KERAS_MODELS, variants=("upgraded", "modern", "exact")),
    Expected(
        _KERNEL, 2e-2, ("moving",), variants=("legacy",), oracles=("1.15.5",), versus="legacy", targets=("2.1.4",)
    ),
    Expected(_KERNEL, 2e-2, ("moving",), variants=("shim",), oracles=("2.1.4",)),
    Expected(_TWICE, 5.0, _LOSSES, models=_ESTIMATORS, oracles=("1.15.5",), versus="legacy"),
    Expected(_TWICE, 5.0, ("weights",), models=_ESTIMATORS, oracles=("1.15.5",), versus="legacy"),
    Expected(_TWICE, 0.2, ("evaluation",), models=_ESTIMATORS, oracles=("1.15.5",), versus="legacy", always=False),
    Expected(_POWERS, 0.5, (*_LOSSES, "evaluation"), models=("fashion_mnist",), variants=("modern", "upgraded")),
    Expected(_POWERS, 2.0, ("weights",), models=("fashion_mnist",), variants=("modern", "upgraded")),
    *(
        Expected(_FLOAT32, 3e-5, ("loss", "weights"), models=("mnist",), replicas=3, versus="legacy", **one_of)
        for one_of in ({"oracles": _BEFORE_2_11}, {"targets": _BEFORE_2_11})
    ),
    Expected(_LEFT_OUT, 5e-3, ("evaluation",), models=("mnist",), variants=("modern",), replicas=2),
)


def expected(cell: Cell) -> Optional[Expected]:
    """The first known deviation that covers the cell."""
    return next((row for row in EXPECTED if row.covers(cell)), None)
