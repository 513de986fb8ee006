"""`python -m tests.benchmarks.small_data SCRIPT [--replicas G] -- ARGS`: run a training script in a minute, without downloads.

Data sets of Keras become random arrays of the same shapes, and pretrained weights random ones; `get_file` raises,
and `plot_model` draws nothing.
Training sees the first rows, fifty epochs at most, and three steps of a generator. A script that trains batch by batch
ends, as if it were done, at its tenth. For Python 3.6, and TensorFlow 1.13 to 2.21.
"""

import argparse
import functools
import re
import sys
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

from compat.runner.devices import emulate_gpus
from compat.runner.scripts import after_import, run_script

_ROWS = 192
_TEXT_ROWS = 2000
_BATCHES = 10
_EPOCHS = 50
_IMAGES = {
    "mnist": (60000, (28, 28)),
    "fashion_mnist": (60000, (28, 28)),
    "cifar10": (50000, (32, 32, 3)),
    "cifar100": (50000, (32, 32, 3)),
}
_TEST_IMAGES = 10000
_TEXTS = {"imdb": 2, "reuters": 46}
_DATA_SETS = re.compile(r"(^|\.)keras\.(src\.)?datasets\.(\w+)$")
_FILES = re.compile(r"(^|\.)keras\.(src\.)?utils\.(data_utils|file_utils)$")
_DRAWINGS = re.compile(r"(^|\.)keras\.(src\.)?utils\.(vis_utils|model_visualization)$")
_APPLICATIONS = re.compile(r"(^|[._])(keras|keras_applications)\b.*\.applications?\b|^keras_applications\.")
_MODELS = re.compile(r"(^|\.)keras\.(engine\.training|src\.models\.model)$")
_METHODS = ("fit", "fit_generator", "evaluate", "evaluate_generator", "predict_generator")
_STEPS = ("steps_per_epoch", "validation_steps", "steps")


def install() -> None:
    """Put the small data in place as soon as the script imports what would download."""
    after_import(_DATA_SETS, _small_data_set)
    after_import(_FILES, _no_download)
    after_import(_DRAWINGS, _no_drawing)
    after_import(_APPLICATIONS, _without_pretrained_weights)
    after_import(_MODELS, lambda module: _short(module.Model))


def _small_data_set(module: Any) -> None:
    name = module.__name__.rpartition(".")[2]
    random = np.random.RandomState(0)
    if name in _IMAGES:
        module.load_data = lambda *_, **__: tuple(
            _images(random, name, rows) for rows in (_IMAGES[name][0], _TEST_IMAGES)
        )
    elif name in _TEXTS:
        module.load_data = lambda *_, **given: (_texts(random, name, given), _texts(random, name, given))
        module.get_word_index = lambda *_, **__: {f"word{index}": index for index in range(1, 2000)}


def _images(random: Any, name: str, rows: int) -> Tuple[Any, Any]:
    labels = (rows, 1) if name.startswith("cifar") else (rows,)
    classes = 100 if name == "cifar100" else 10
    images = random.randint(0, 256, (rows,) + _IMAGES[name][1], dtype="uint8")
    return images, random.randint(0, classes, labels, dtype="uint8")


def _texts(random: Any, name: str, given: Dict[str, Any]) -> Tuple[Any, Any]:
    words = min(given.get("num_words") or given.get("nb_words") or 2000, 2000)
    texts = np.empty(_TEXT_ROWS, dtype=object)
    for row in range(_TEXT_ROWS):
        texts[row] = random.randint(1, words, random.randint(5, 60)).tolist()
    return texts, np.arange(_TEXT_ROWS) % _TEXTS[name]


def _no_download(module: Any) -> None:
    def get_file(fname: str, *_: Any, **__: Any) -> str:
        raise FileNotFoundError(fname + " would be downloaded")

    if hasattr(module, "get_file"):
        module.get_file = get_file


def _no_drawing(module: Any) -> None:
    """Draw no graph of a model, which takes pydot and a program that it calls."""
    module.plot_model = lambda *_, **__: None


def _without_pretrained_weights(module: Any) -> None:
    for name, value in list(vars(module).items()):
        if name[:1].isupper() and callable(value) and not isinstance(value, type):
            setattr(module, name, _unpretrained(value))


def _unpretrained(network: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(network)
    def build(*args: Any, **kwargs: Any) -> Any:
        if kwargs.get("weights", "imagenet") == "imagenet" and len(args) < 2:
            kwargs["weights"] = None
        return network(*args, **kwargs)

    return build


def _short(model: Any) -> None:
    for name in _METHODS:
        if hasattr(model, name):
            setattr(model, name, _cut(getattr(model, name)))
    model.train_on_batch = _counted(model.train_on_batch)


def _cut(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def cut(model: Any, *args: Any, **kwargs: Any) -> Any:
        for name in ("epochs", "nb_epoch"):
            if kwargs.get(name):
                kwargs[name] = min(kwargs[name], kwargs.get("initial_epoch", 0) + _EPOCHS)
        for name in _STEPS:
            if kwargs.get(name):
                kwargs[name] = min(kwargs[name], 3)
        return method(model, *map(_first_rows, args), **{name: _first_rows(value) for name, value in kwargs.items()})

    return cut


def _first_rows(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.ndim:
        return value[:_ROWS]
    if type(value) in (list, tuple):
        return type(value)(map(_first_rows, value))
    if type(value) is dict:
        return {key: _first_rows(each) for key, each in value.items()}
    return value


def _counted(method: Callable[..., Any]) -> Callable[..., Any]:
    calls: List[None] = []

    @functools.wraps(method)
    def counted(*args: Any, **kwargs: Any) -> Any:
        if len(calls) == _BATCHES:
            raise SystemExit(0)
        calls.append(None)
        return method(*args, **kwargs)

    return counted


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.small_data", description=__doc__)
    parser.add_argument("script")
    parser.add_argument("--replicas", type=int, default=1)
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = parser.parse_args(sys.argv[1:cut])
    install()
    after_import(re.compile(r"^tensorflow$"), lambda _: emulate_gpus(options.replicas))
    return run_script(options.script, sys.argv[cut + 1 :])


if __name__ == "__main__":
    raise SystemExit(main())
