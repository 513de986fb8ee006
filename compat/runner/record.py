"""Record a training run under any TensorFlow from 1.12 to 2.21, so that releases can be compared number by number.

The recorder takes over at the training call (`fit`, `fit_generator`, `train_on_batch`), whatever the model's class.
It feeds the batches of the call one at a time to the model's own method, so the loss of each step is the loss of
exactly that batch. Callbacks run as they do in `fit`.
After the last step, training stops and the script goes on: the call returns a real `History` of the steps that ran, and
later training calls return at once.

Known deviations:
* validation, where the call asks for it, runs on its first batch only
* batches are read in the calling thread; `workers` and `use_multiprocessing` are not used
* `without_dropout` covers layers; dropout inside recurrent layers and `K.dropout` stays
"""

import functools
import importlib
import inspect
import itertools
import re
import types
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import numpy as np

from compat.runner import recording
from compat.runner.batches import Batch, UnreadableError, fed_by, leaves, rows, split_validation, validation_batch
from compat.runner.scripts import after_import

_MODEL_MODULES = re.compile(r"(^|\.)(keras|tf_keras)\.(.*\.)?(engine\.training|src\.models\.model)$")
_NOISE_MODULES = re.compile(r"(^|\.)(keras|tf_keras)\..*(layers\.core|noise|regularization)(\..*)?$")
_NOISE_LAYERS = re.compile(r"Dropout|GaussianNoise")
_BUILD_STEP = "_maybe_symbolic_build"
_TRAINING_CALLS = ("fit", "fit_generator", "train_on_batch")


class CannotRecord(SystemExit):
    """The run cannot be recorded; a script's `except Exception` does not catch this error."""


class Recorder:
    """Takes over the training calls of every Keras model in this process, for a number of steps."""

    def __init__(
        self, steps: int, save: Callable[[recording.Run], None], start: Optional[recording.Run], nudge: float = 0.0
    ) -> None:
        self.run = recording.Run({})
        self.error: Optional[str] = None
        self.finished = False
        self._save = save
        self._start = start
        self._nudge = nudge
        self._left = steps
        self._busy = False
        self._calls = 0
        self._models: List[Any] = []
        self._result: Any = None

    def install(self) -> None:
        """Take over the training calls of model classes that are loaded, and of those loaded from now on."""
        after_import(_MODEL_MODULES, self._take_over)

    def finish(self) -> None:
        """Stop recording and write the record; do nothing if already finished, or if nothing was trained."""
        if self.finished or not self._models:
            return
        self.finished = True
        for number, model in enumerate(self._models):
            final = [weight for layer in _layers(model) for weight in layer.get_weights()]
            self.run.models[number] = self.run.models[number]._replace(final=final)
        self.run.meta.update(_releases(self._models[0]), steps=len(self.run.steps))
        self._save(self.run)

    def _take_over(self, module: types.ModuleType) -> None:
        model_class = getattr(module, "Model", None)
        if model_class is None or "_recorded" in vars(model_class):
            return
        get = model_class.__getattribute__

        def taken_over(model: Any, name: str) -> Any:
            value = get(model, name)
            return functools.partial(self._train, model, name, value) if self._wants(name) else value

        model_class.__getattribute__ = taken_over
        model_class._recorded = True  # noqa: SLF001

    def _wants(self, name: str) -> bool:
        return name in _TRAINING_CALLS and not self._busy

    def _train(self, model: Any, name: str, original: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self.finished:
            return self._result
        self._busy = True
        try:
            call = _bind(original, args, kwargs)
            if name == "train_on_batch":
                self._result = self._train_on_batch(model, original, call)
            else:
                self._result = self._fit(model, call)
            self._calls += 1
        except (CannotRecord, UnreadableError) as error:
            self.error = str(error)
            raise CannotRecord(2) from None
        finally:
            self._busy = False
        if not self._left:
            self.finish()
        return self._result

    def _fed(self, model: Any, call: Dict[str, Any]) -> Tuple[int, Iterator[Tuple[int, Batch]]]:
        """The number of a model, and its batches; one that is built from its data is built from the first batch."""
        number = next((number for number, known in enumerate(self._models) if known is model), len(self._models))
        batches = self._batches(model, number, call)
        if number == len(self._models):
            if not model.built:
                pair = next(batches, None)
                if pair is None:
                    return number, batches
                model.predict_on_batch(pair[1].x)
                batches = itertools.chain([pair], batches)
            self._add_model(model, number)
        return number, batches

    def _add_model(self, model: Any, number: int) -> None:
        layers = _layers(model)
        if self._start is not None:
            _set_weights(layers, self._start, number)
        if self._nudge:
            _nudge(layers, self._nudge)
        initial = [weight for layer in layers for weight in layer.get_weights()]
        names = [str(weight.name) for layer in layers for weight in layer.weights]
        self._models.append(model)
        self.run.models.append(recording.Weights(names, initial, []))

    def _train_on_batch(self, model: Any, original: Callable[..., Any], call: Dict[str, Any]) -> Any:
        number, batches = self._fed(model, {**call, "batch_size": 2**62, "shuffle": False})
        batch = next((step for _, step in batches), None)
        if batch is None:
            return self._result
        call.update(batch._asdict())
        result = original(**call)
        values = np.ravel(list(result.values()) if isinstance(result, dict) else result)
        names = list(result) if isinstance(result, dict) else _metric_names(model, len(values))
        self._add(batch, dict(zip(["loss", *names[1:]], map(float, values))), 0, number)
        return result

    def _fit(self, model: Any, call: Dict[str, Any]) -> Any:
        split_validation(call)
        number, batches = self._fed(model, call)
        history = importlib.import_module(_keras_of(model) + ".callbacks").History()
        callbacks = _Callbacks(model, call, history)
        callbacks("on_train_begin")
        for epoch, group in itertools.groupby(batches, key=lambda pair: pair[0]):
            callbacks("on_epoch_begin", epoch)
            logs = self._epoch(number, call, callbacks, epoch, (batch for _, batch in group))
            logs.update(_validate(model, call))
            callbacks("on_epoch_end", epoch, logs)
            if getattr(model, "stop_training", False):
                break
        vars(model).pop(_BUILD_STEP, None)
        callbacks("on_train_end")
        model.history = history
        return history

    def _epoch(
        self, number: int, call: Dict[str, Any], callbacks: "_Callbacks", epoch: int, batches: Iterator[Batch]
    ) -> Dict[str, Any]:
        model = self._models[number]
        totals: Dict[str, float] = {}
        seen = 0
        for index, batch in enumerate(batches):
            size = rows(batch)
            callbacks.batch("begin", index, {"batch": index, "size": size})
            logs = _step(model, batch, call.get("class_weight"))
            self._add(batch, logs, epoch, number)
            callbacks.batch("end", index, dict(logs, batch=index, size=size))
            seen += size
            for name, value in logs.items():
                totals[name] = totals.get(name, 0.0) + value * size
        return {name: total / seen for name, total in totals.items()}

    def _batches(self, model: Any, number: int, call: Dict[str, Any]) -> Iterator[Tuple[int, Batch]]:
        """Yield `(epoch, batch)` for one call; with `--start`, recorded batches replace the script's own."""
        source = fed_by(call) if self._start is None else self._recorded(model, number)
        while self._left:
            pair = next(source, None)
            if pair is None:
                return
            self._left -= 1
            yield pair

    def _recorded(self, model: Any, number: int) -> Iterator[Tuple[int, Batch]]:
        steps = self._start.steps if self._start is not None else []
        for step in steps:
            if (step.call, step.model) == (self._calls, number):
                _check_inputs(model, step.batch)
                yield step.epoch, step.batch

    def _add(self, batch: Batch, logs: Dict[str, float], epoch: int, model: int) -> None:
        metrics = tuple((name, value) for name, value in logs.items() if name != "loss")
        self.run.steps.append(recording.Step(batch, logs["loss"], epoch, self._calls, model, metrics))


class _Callbacks:
    """The callbacks of one training call, called by the hook names of any Keras release."""

    def __init__(self, model: Any, call: Dict[str, Any], history: Any) -> None:
        given = call.get("callbacks")
        listed = list(given) if isinstance(given, (list, tuple)) else [given] if given is not None else []
        self._callbacks = [*listed, history]
        self._model = getattr(model, "callback_model", None) or model
        params: Dict[str, Any] = {
            "epochs": call.get("epochs"),
            "steps": call.get("steps_per_epoch"),
            "verbose": 0,
            "metrics": [],
        }
        model.stop_training = False
        for callback in self._callbacks:
            callback.set_params(params)
            callback.set_model(self._model)

    def __call__(self, hook: str, *args: Any) -> None:
        logs: Tuple[Any, ...] = () if args and isinstance(args[-1], dict) else ({},)
        for callback in self._callbacks:
            getattr(callback, hook)(*args, *logs)

    def batch(self, moment: str, index: int, logs: Dict[str, Any]) -> None:
        for callback in self._callbacks:
            hook = getattr(callback, "on_train_batch_" + moment, None) or getattr(callback, "on_batch_" + moment)
            hook(index, logs)


def without_dropout(layers: List[str]) -> None:
    """Run dropout and noise layers as identity from now on; add the class names of those called to `layers`."""

    def call(self: Any, inputs: Any, training: Any = None) -> Any:
        del training
        if type(self).__name__ not in layers:
            layers.append(type(self).__name__)
        return inputs

    def silence(module: types.ModuleType) -> None:
        for name, value in list(vars(module).items()):
            if isinstance(value, type) and _NOISE_LAYERS.search(name) and "call" in vars(value):
                value.call = call  # type: ignore[attr-defined]

    after_import(_NOISE_MODULES, silence)


def _bind(original: Callable[..., Any], args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Dict[str, Any]:
    if "nb_epoch" in kwargs:
        kwargs["epochs"] = kwargs.pop("nb_epoch")
    try:
        bound = inspect.signature(original).bind(*args, **kwargs)
    except TypeError as error:
        raise CannotRecord(f"cannot read the arguments of the training call: {error}") from None
    bound.apply_defaults()
    call = dict(bound.arguments)
    call.update(call.pop("kwargs", {}))
    return call


def _keras_of(model: Any) -> str:
    """Return the package that the model's class comes from, for example `keras` or `tensorflow.python.keras`."""
    for base in type(model).__mro__:
        if _MODEL_MODULES.search(base.__module__):
            return re.split(r"\.(?:engine|models)\.", base.__module__)[0]
    raise CannotRecord(f"{type(model).__name__} is not a Keras model")


def _releases(model: Any) -> Dict[str, str]:
    root = _keras_of(model).split(".")[0]
    keras = importlib.import_module(root)
    tf = importlib.import_module("tensorflow")
    version = getattr(tf.keras if root.startswith("tensorflow") else keras, "__version__", "")
    return {"tensorflow": tf.__version__, "keras": version, "keras_package": _keras_of(model)}


class _OwnWeights:
    """The weights of a layer that are none of the layers in it."""

    def __init__(self, weights: List[Any], backend: Any) -> None:
        self.weights = weights
        self._backend = backend

    def get_weights(self) -> List[Any]:
        return [_value(weight, self._backend) for weight in self.weights]

    def set_weights(self, values: List[Any]) -> None:
        for weight, value in zip(self.weights, values):
            if _is_eager(weight):
                weight.assign(value)
            else:
                self._backend.set_value(weight, value)


def _is_eager(weight: Any) -> bool:
    try:
        weight.numpy()
    except (AttributeError, NotImplementedError):
        return False
    return True


def _value(weight: Any, backend: Any) -> Any:
    return weight.numpy() if _is_eager(weight) else backend.get_value(weight)


def _layers(model: Any) -> List[Any]:
    """Return the layers that hold the weights, in the order of the template, even if a parallel model wraps it.

    Keras 2 lists the trained weights of a layer before the others, Keras 3 those of one inner layer after the other: a
    layer of the script's own is taken apart, so that the order is that of its layers.
    """
    inner = [layer for layer in _parts(model) if layer.weights]
    found: List[Any] = []
    for layer in inner:
        found.extend(part for part in _layers(layer) if not any(part is known for known in found))
    held = {id(weight) for layer in inner for weight in layer.weights}
    own = [weight for weight in model.weights if id(weight) not in held] if inner else []
    if own and not _is_of_keras(model):
        return [_OwnWeights(own, _backend_of(model)), *found]
    return found or ([model] if model.weights and not inner else [])


def _parts(layer: Any) -> List[Any]:
    """Return the layers in a model, or in a layer of the script's own."""
    if getattr(layer, "layers", None):
        return list(layer.layers)
    if _is_of_keras(layer):
        return []
    if hasattr(layer, "_flatten_layers"):
        return list(layer._flatten_layers(recursive=False, include_self=False))  # noqa: SLF001
    return [each for each in getattr(layer, "_layers", None) or [] if hasattr(each, "weights")]


def _is_of_keras(layer: Any) -> bool:
    return type(layer).__module__.split(".")[0] in ("keras", "tensorflow", "tensorflow_core", "tf_keras")


def _backend_of(layer: Any) -> Any:
    """Return the backend of the Keras that a layer's class derives from."""
    roots = [base.__module__.split(".")[0] for base in type(layer).__mro__]
    standalone = next((root for root in roots if root in ("keras", "tf_keras")), None)
    if standalone is not None:
        return importlib.import_module(standalone + ".backend")
    return importlib.import_module("tensorflow").keras.backend


def _nudge(layers: List[Any], share: float) -> None:
    """Move each weight by up to this share of itself."""
    random = np.random.RandomState(0)
    for layer in layers:
        found = layer.get_weights()
        moves = [share * random.uniform(-1, 1, weight.shape) for weight in found]
        layer.set_weights(
            [
                (weight * (1 + move)).astype(weight.dtype) if weight.dtype.kind == "f" else weight
                for weight, move in zip(found, moves)
            ]
        )


def _set_weights(layers: List[Any], start: recording.Run, number: int) -> None:
    if number >= len(start.models):
        raise CannotRecord(f"--start has {len(start.models)} trained models, this script trains more")
    recorded = start.models[number].initial
    shapes = [weight.shape for layer in layers for weight in layer.get_weights()]
    if shapes != [weight.shape for weight in recorded]:
        raise CannotRecord(_mismatch(start.models[number].names, [weight.shape for weight in recorded], shapes))
    position = 0
    for layer in layers:
        count = len(layer.get_weights())
        layer.set_weights(recorded[position : position + count])
        position += count


def _mismatch(names: List[str], recorded: List[Any], shapes: List[Any]) -> str:
    for index, (name, old, new) in enumerate(zip(names, recorded, shapes)):
        if old != new:
            return f"the weights do not match --start: weight {index} ({name}) is {new} here and {old} there"
    return f"the weights do not match --start: {len(shapes)} here and {len(recorded)} there"


def _check_inputs(model: Any, batch: Batch) -> None:
    wanted = [[getattr(size, "value", size) for size in tensor.shape][1:] for tensor in getattr(model, "inputs", [])]
    given = [list(array.shape[1:]) for array in _in_order_of_inputs(batch.x, model)]
    if wanted and (
        len(wanted) != len(given)
        or any(
            len(left) != len(right) or any(a not in (None, b) for a, b in zip(left, right))
            for left, right in zip(wanted, given)
        )
    ):
        raise CannotRecord(f"the batches do not match --start: the model takes {wanted}, the recorded ones are {given}")


def _step(model: Any, batch: Batch, class_weight: Any) -> Dict[str, float]:
    """Train one step on one global batch and return the logs of exactly this batch."""
    options = {"sample_weight": batch.sample_weight, "class_weight": class_weight}
    if not _trains_in_fit(model):
        if hasattr(model, "reset_metrics"):
            model.reset_metrics()
        values = np.ravel(model.train_on_batch(batch.x, batch.y, **options))
        return dict(zip(model.metrics_names, (float(value) for value in values)))
    history = model.fit(batch.x, batch.y, batch_size=rows(batch), epochs=1, shuffle=False, verbose=0, **options)
    if hasattr(model, _BUILD_STEP):
        # Keras 3 builds the model from the first batch of each `fit`, which the number of replicas must divide. All
        # steps here belong to one `fit` of the script, so only the first batch may be used.
        vars(model)[_BUILD_STEP] = _built_already
    return {name: float(values[-1]) for name, values in history.history.items()}


def _built_already(*args: Any, **kwargs: Any) -> None:
    del args, kwargs


def _trains_in_fit(model: Any) -> bool:
    """True in Keras 3, and under a strategy, where only `fit` distributes the batch or is allowed at all."""
    strategy = getattr(model, "distribute_strategy", None) or getattr(model, "_distribution_strategy", None)
    return getattr(strategy, "num_replicas_in_sync", 1) > 1 or ".src" in _keras_of(model)


def _validate(model: Any, call: Dict[str, Any]) -> Dict[str, float]:
    batch = validation_batch(call)
    if batch is None:
        return {}
    values = model.evaluate(batch.x, batch.y, batch_size=rows(batch), sample_weight=batch.sample_weight, verbose=0)
    names = _metric_names(model, len(np.ravel(values)))
    return {"val_" + name: float(value) for name, value in zip(names, np.ravel(values))}


def _metric_names(model: Any, count: int) -> List[str]:
    names = list(model.metrics_names)
    if len(names) == count and "compile_metrics" not in names:
        return names
    return [metric for metric in model.get_metrics_result() if metric][:count]


def _in_order_of_inputs(x: Any, model: Any) -> List[Any]:
    """The arrays of a batch; those of a dictionary in the order of the model's inputs, if it has their names."""
    names = [tensor.name.split(":")[0].split("/")[0] for tensor in getattr(model, "inputs", None) or []]
    if isinstance(x, dict) and set(names) == set(x):
        return [x[name] for name in names]
    return leaves(x)
