"""One recorded run, and the `.npz` file that holds it.

The file holds `meta` (JSON), which has the metrics of each step; `loss`, `epoch`, `call` and `model` with one entry per
step; `weights/initial/M/I` and `weights/final/M/I` for weight I of the Mth model that was trained; and `step/S/I` for
array I of the batch of step S.
"""

import json
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Tuple

import numpy as np

from compat.runner.batches import Batch


class Step(NamedTuple):
    """One training step: the batch that was fed, and the loss and the metrics of exactly this batch."""

    batch: Batch
    loss: float
    epoch: int
    call: int
    model: int
    metrics: Tuple[Tuple[str, float], ...] = ()


class Weights(NamedTuple):
    """The weights of one model, in the order of its template's layers; `final` is empty until training ends."""

    names: List[str]
    initial: List[Any]
    final: List[Any]


class Run:
    """The weights, batches and losses of one training run; `meta` says where they come from."""

    def __init__(self, meta: Dict[str, Any]) -> None:
        self.meta = meta
        self.steps: List[Step] = []
        self.models: List[Weights] = []

    @property
    def losses(self) -> Any:
        """The loss of every step."""
        return np.array([step.loss for step in self.steps], dtype=np.float64)


def save(run: Run, path: str) -> None:
    """Write the run to `path`, where an incomplete file never appears."""
    arrays: Dict[str, Any] = {"loss": run.losses}
    for field in ("epoch", "call", "model"):
        arrays[field] = np.array([getattr(step, field) for step in run.steps], dtype=np.int64)
    for number, weights in enumerate(run.models):
        _add(arrays, f"weights/initial/{number}", weights.initial)
        _add(arrays, f"weights/final/{number}", weights.final)
    specs = [_flatten(list(step.batch), arrays, f"step/{number}") for number, step in enumerate(run.steps)]
    metrics = [step.metrics for step in run.steps]
    meta = dict(run.meta, batches=specs, metrics=metrics, weights=[weights.names for weights in run.models])
    arrays["meta"] = np.array(json.dumps(meta, sort_keys=True))
    partial = Path(f"{path}.partial")
    try:
        with partial.open("wb") as file:
            np.savez_compressed(file, **arrays)
        partial.replace(path)
    finally:
        if partial.exists():
            partial.unlink()


def load(path: str) -> Run:
    """Read a run back; raise ValueError with the path if the file is missing or not a recorded run."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        meta = json.loads(str(arrays["meta"]))
        return _run(meta, arrays)
    except FileNotFoundError:
        raise ValueError(f"{path}: no such file") from None
    except (KeyError, ValueError, EOFError, OSError, TypeError) as error:
        raise ValueError(f"{path}: not a recorded run ({type(error).__name__}: {error})") from None


def _run(meta: Dict[str, Any], arrays: Dict[str, Any]) -> Run:
    specs, names = meta.pop("batches"), meta.pop("weights")
    metrics = meta.pop("metrics", [()] * len(specs))  # records of earlier releases have none
    run = Run(meta)
    for number, spec in enumerate(specs):
        batch = Batch(*_unflatten(spec, arrays))
        epoch, call, model = (int(arrays[field][number]) for field in ("epoch", "call", "model"))
        pairs = tuple((str(name), float(value)) for name, value in metrics[number])
        run.steps.append(Step(batch, float(arrays["loss"][number]), epoch, call, model, pairs))
    for number, model_names in enumerate(names):
        initial = [arrays[f"weights/initial/{number}/{index}"] for index in range(len(model_names))]
        ended = f"weights/final/{number}/0" in arrays
        final = [arrays[f"weights/final/{number}/{index}"] for index in range(len(model_names))] if ended else []
        run.models.append(Weights(model_names, initial, final))
    return run


def _add(arrays: Dict[str, Any], prefix: str, values: List[Any]) -> None:
    for index, value in enumerate(values):
        arrays[f"{prefix}/{index}"] = np.asarray(value)


def _flatten(tree: Any, arrays: Dict[str, Any], prefix: str) -> Any:
    """Put the leaves of `tree` into `arrays`; return its structure for JSON, with the leaves' names in place."""
    if tree is None:
        return None
    if isinstance(tree, dict):
        return {name: _flatten(tree[name], arrays, f"{prefix}/{name}") for name in sorted(tree)}
    if isinstance(tree, (list, tuple)):
        return [_flatten(branch, arrays, f"{prefix}/{index}") for index, branch in enumerate(tree)]
    arrays[prefix] = np.asarray(tree)
    return prefix


def _unflatten(spec: Any, arrays: Dict[str, Any]) -> Any:
    if spec is None:
        return None
    if isinstance(spec, dict):
        return {name: _unflatten(branch, arrays) for name, branch in spec.items()}
    if isinstance(spec, list):
        return [_unflatten(branch, arrays) for branch in spec]
    return arrays[spec]
