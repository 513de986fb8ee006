"""What the recorders of whole scripts share."""

import argparse
import functools
import importlib
import sys
from typing import Any, Callable, List, Tuple

from compat.runner import recording
from compat.runner.batches import Batch
from compat.runner.scripts import run_script

NamedShape = Tuple[str, Tuple[int, ...]]


class Recorder:
    """Records the training of one script: the first model that it compiles, and its steps."""

    def __init__(self) -> None:
        self.names: List[str] = []
        self.initial: List[Any] = []
        self.final: List[Any] = []
        self.losses: List[float] = []
        self.evaluation: List[float] = []

    def install(self, replicas: int) -> None:
        """Take over at TensorFlow and at Keras as soon as the script has imported them."""
        raise NotImplementedError

    def _start(self, model: Any, values_of: Callable[[List[NamedShape]], List[Any]]) -> None:
        """Set the initial weights of the first model; nothing yet if it has none, because `fit` builds it."""
        if self.names:
            return
        weights = [weight for layer in model.layers for weight in layer.weights]
        self.names = [getattr(weight, "path", weight.name.split(":")[0]) for weight in weights]
        self.initial = values_of([(name, tuple(each.shape)) for name, each in zip(self.names, weights)])
        values = iter(self.initial)
        for layer in model.layers:
            layer.set_weights([next(values) for _ in layer.weights])

    def record(self, **more: Any) -> recording.Run:
        """Return the recorded run, and what else there is to say of it."""
        tf = importlib.import_module("tensorflow")
        run = recording.Run({"tensorflow": tf.__version__, "evaluation": self.evaluation, **more})
        run.models.append(recording.Weights(self.names, self.initial, self.final))
        nothing = Batch((), (), None)
        run.steps.extend(recording.Step(nothing, loss, epoch=0, call=0, model=0) for loss in self.losses)
        return run


def replace(owner: Any, name: str, replacement: Callable[..., Any]) -> None:
    """Put `replacement(original, self, ...)` in place of a method."""
    original = getattr(owner, name)

    @functools.wraps(original)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return replacement(original, self, *args, **kwargs)

    setattr(owner, name, method)


def main(recorder: Recorder, module: str, description: str) -> int:
    """Record the script of the command line, and return its exit status."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=description)
    parser.add_argument("script")
    parser.add_argument("--replicas", type=int, required=True)
    parser.add_argument("--out", required=True, metavar="RUN.npz")
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:cut])
    recorder.install(options.replicas)
    status = run_script(options.script, sys.argv[cut + 1 :])
    if not status:
        recording.save(recorder.record(), options.out)
    return status
