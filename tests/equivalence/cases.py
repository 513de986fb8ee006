"""The cases to run: models, the batches they are fed, and the variants of their scripts."""

from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Tuple

import numpy as np

from compat.runner import recording
from compat.runner.batches import Batch

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
REPLICAS = (2, 3)


class Model(NamedTuple):
    """One script in its legacy and modern form, and the 20 global batches it is fed."""

    legacy: str
    modern: str
    args: Tuple[str, ...]
    options: Tuple[str, ...]
    input_shape: Tuple[int, ...]
    classes: int
    weighted: bool
    sizes: Tuple[int, ...]


# The first ten batches divide by two and by three, so the even part of a run ends before step 10.
EVEN_STEPS = 10
_LARGE = (12,) * EVEN_STEPS + (16, 12, 11, 16, 13, 16, 7, 12, 17, 16)
_SMALL = (6,) * EVEN_STEPS + (7, 6, 6, 7, 7, 6, 7, 6, 6, 7)

MODELS: Dict[str, Model] = {
    "small": Model(
        "tests/equivalence/scripts/small_legacy.py",
        "tests/equivalence/scripts/small_modern.py",
        (),
        (),
        (8, 8, 1),
        3,
        weighted=True,
        sizes=_LARGE,
    ),
    "minigooglenet": Model(
        "reference_impls/minigooglenet_cifar10/legacy.py",
        "reference_impls/minigooglenet_cifar10/modern.py",
        ("--output", "plot.png", "--epochs", "2", "--batch-size", "3"),
        ("--no-dropout", "--float64"),
        (32, 32, 3),
        10,
        weighted=False,
        sizes=_SMALL,
    ),
}


class EstimatorModel(NamedTuple):
    """An Estimator script in its legacy and modern form, which reads its own data."""

    legacy: str
    modern: str
    args: Tuple[str, ...]


# 69 batches, the last one partial: 34 steps on two replicas and one batch too many, 23 on three. 64 batches: 32, 21.
ESTIMATORS: Dict[str, EstimatorModel] = {
    "fashion_mnist": EstimatorModel(
        "reference_impls/fashion_mnist_estimator/legacy.py",
        "reference_impls/fashion_mnist_estimator/modern.py",
        ("--epochs", "1", "--batch-size", "21"),
    ),
    "retinal_oct": EstimatorModel(
        "reference_impls/retinal_oct_estimator/legacy.py",
        "reference_impls/retinal_oct_estimator/modern.py",
        ("--epochs", "1", "--batch-size", "9"),
    ),
}


class Workflow(NamedTuple):
    """A script of `tf.keras` in its legacy and modern form, which reads its own data and calls `fit`.

    `since` is the first TensorFlow that runs the legacy form, `until` the last that runs it on several replicas.
    """

    legacy: str
    modern: str
    args: Tuple[str, ...]
    since: Tuple[int, int]
    until: Tuple[int, int] = (2, 15)
    replicas: Tuple[int, ...] = REPLICAS


# 18 steps an epoch on two replicas, 12 on three; 25 on two; 45 and 30
WORKFLOWS: Dict[str, Workflow] = {
    "efficientnet": Workflow(
        "reference_impls/efficientnet_ai_or_not/legacy.py",
        "reference_impls/efficientnet_ai_or_not/modern.py",
        ("--epochs", "2", "--batch-size", "8"),
        since=(2, 8),
    ),
    "flowers": Workflow(
        "reference_impls/flowers_standard_loop/legacy.py",
        "reference_impls/flowers_standard_loop/modern.py",
        ("--epochs", "2", "--batch-size", "14"),
        since=(2, 3),
        until=(2, 10),
        # modern.py drops a partial batch, and 700 images do not divide by three
        replicas=(2,),
    ),
    "mnist": Workflow(
        "reference_impls/mnist_fault_tolerant/legacy.py",
        "reference_impls/mnist_fault_tolerant/modern.py",
        ("--epochs", "2", "--batch-size", "16", "--save-every", "1000"),
        since=(2, 3),
    ),
}


def start(model: Model, shapes: List[Tuple[str, List[int]]]) -> recording.Run:
    """The weights and batches that every run of the model begins with, from NumPy and a seed alone."""
    rng = np.random.RandomState(0)
    run = recording.Run({})
    names = [name for name, _ in shapes]
    run.models.append(recording.Weights(names, [_weight(rng, name, shape) for name, shape in shapes], []))
    patterns = rng.randn(model.classes, *model.input_shape)
    for number, size in enumerate(model.sizes):
        batch = _batch(rng, model, patterns, size)
        run.steps.append(recording.Step(batch, 0.0, epoch=number // EVEN_STEPS, call=0, model=0))
    return run


def _weight(rng: Any, name: str, shape: List[int]) -> Any:
    if "moving" in name:
        return np.full(shape, "variance" in name, dtype="float32")
    if "gamma" in name:
        return (1 + 0.1 * rng.randn(*shape)).astype("float32")
    if len(shape) == 1:
        return (0.1 * rng.randn(*shape)).astype("float32")
    return (rng.randn(*shape) * np.sqrt(2.0 / np.prod(shape[:-1]))).astype("float32")


def _batch(rng: Any, model: Model, patterns: Any, size: int) -> Batch:
    labels = rng.randint(0, model.classes, size)
    x = (rng.randn(size, *model.input_shape) + 0.5 * patterns[labels]).astype("float32")
    y = np.eye(model.classes, dtype="float32")[labels]
    return Batch(x, y, rng.uniform(0.5, 1.5, size).astype("float32") if model.weighted else None)


def initial_weights(shapes: List[Tuple[int, ...]]) -> List[Any]:
    """Weights that a training may begin with, from NumPy and a seed alone: kernels as He drew them, small biases."""
    rng = np.random.RandomState(0)
    return [_weight(rng, "", [int(size) for size in shape]) for shape in shapes]


def named_weights(shapes: List[Tuple[str, Tuple[int, ...]]]) -> List[Any]:
    """The same for weights whose names tell what they are, such as moving variances."""
    rng = np.random.RandomState(0)
    return [_weight(rng, name, list(shape)) for name, shape in shapes]
