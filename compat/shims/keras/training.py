"""Features of Keras 2 models that Keras 3 models lack: generator methods, log keys, file names.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/training.py

Known deviations:
* `use_multiprocessing` and `max_queue_size` are ignored for plain Python generators, as Keras 3 runs them in one thread
* the logs of a batch have no `size` if the batches come from a `Sequence`
* a `Sequence` is read ahead, so for validation more often than there are steps, and its length is asked once
* with a loss for one of several outputs, `metrics_names` and `evaluate` leave out the loss of that output
* `model.layers.pop()` leaves `weights` and `trainable_weights` of the model what they were
* `updates` is missing if layers of one's own have variables that training does not change
"""

import importlib
import inspect
from collections import deque
from contextlib import nullcontext
from typing import Any, Deque, Dict, List, Optional, Tuple

import keras
import numpy as np
import tensorflow as tf

from compat.namespace.legacy_warning import warn_legacy
from compat.shims.keras import (
    accuracy,
    added_metrics,
    additions,
    architectures,
    arrays,
    callback_data,
    channels_first,
    class_weights,
    compiled_trainable,
    crossentropies,
    distributed,
    explicit_training,
    files,
    learning_phases,
    legacy_classes,
    legacy_texts,
    loss_weights,
    made_variables,
    masked_losses,
    metric_order,
    metrics_going_on,
    mixed_precision_experimental,
    only_losses,
    optimizers,
    own_optimizers,
    random_seeds,
    reshaped_weights,
    sample_weights,
    shared_optimizers,
    steps_of_arrays,
    symbolic_losses,
    targets,
    tensor_notes,
    weight_arithmetic,
    whole_batches,
)
from compat.shims.keras.arrays import as_arrays
from compat.shims.keras.generated import generated, has_batches, with_whole_steps
from compat.shims.keras.layer_nodes import with_nodes
from compat.shims.keras.log_keys import LegacyEpochKeys, LegacyLogKeys
from compat.shims.keras.looped import looped
from compat.shims.keras.places import in_legacy_places
from compat.shims.keras.weights import LegacyWeights
from compat.tables.methods.generator_methods import KERAS_1_KEYWORDS, LOADING_DEFAULTS

_HALF = 0.5
PARALLEL_CLASS = "_parallel_class"
"""The attribute in which a parallel model keeps its class, so that a copy of its `__dict__` has it too."""
_LAYERS = "_legacy_layers"
_DROPPED = ("experimental_run_tf_function", "pickle_safe", "sample_weight_mode", "target_tensors")


class LegacyTraining(LegacyWeights):
    """The methods of `keras.engine.training.Model` under their Keras 2 names and keywords."""

    @in_legacy_places
    def compile(self, optimizer: Any = "rmsprop", loss: Any = None, metrics: Any = None, **kwargs: Any) -> None:
        """Compile; an optimizer given by name has the defaults of Keras 2, and `distribute=` is a strategy."""
        _become_parallel(self)
        for each in additions.taken(self):
            self.add_loss(each)
        kwargs = _modern(kwargs)
        weights = kwargs.get("loss_weights")
        loss = targets.in_order(self, legacy_texts.losses(loss)) if isinstance(self, keras.Sequential) else loss
        loss, kwargs["loss_weights"] = loss_weights.for_outputs(self, legacy_texts.losses(loss), weights)
        metrics = _for_each_output(legacy_texts.metrics(_listed(metrics)), getattr(self, "outputs", None))
        metrics = self._accuracy(loss_weights.of_lossy_outputs(self, metrics, loss), loss)
        if "weighted_metrics" in kwargs:
            weighted = legacy_texts.metrics(_listed(kwargs["weighted_metrics"]))
            kwargs["weighted_metrics"] = _for_each_output(weighted, getattr(self, "outputs", None))
        with distributed.compiled_for(self, kwargs.pop("distribute", None), optimizer, metrics):
            made = shared_optimizers.for_one_model(own_optimizers.adapted(self._optimizer(optimizer), self))
            if kwargs.get("auto_scale_loss", True):
                made = mixed_precision_experimental.scaled(made, getattr(self, "dtype_policy", None))
                kwargs["auto_scale_loss"] = False
            kwargs.setdefault("jit_compile", False)  # XLA compiles no tf.py_function, and Keras 2 did not use it
            self._compile_metrics = None  # Keras 3 keeps those of the last compile if this one has none
            _base(self).compile(made, loss=loss, metrics=metrics, **kwargs)
        only_losses.told(self)
        compiled_trainable.note(self)
        callback_data.keep_loss(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the outputs for tensors or arrays."""
        channels_first.turn_layers(self)
        training = kwargs.get("training")
        called = explicit_training.called(self, training)
        with called, explicit_training.noted(self, training), made_variables.kept(self):
            outputs = _single(_base(self).__call__(*tensor_notes.shapes_of(args), **kwargs))
        return tensor_notes.of_call(self, args, outputs, training)

    def _optimizer(self, identifier: Any) -> Any:
        """The optimizer that `compile` was given, perhaps by name."""
        return optimizers.get(identifier)

    @staticmethod
    def loadable_optimizers(given: Dict[str, Any]) -> Dict[str, Any]:
        """Return the classes of optimizers in files of such models; those in `given` are a script's."""
        return optimizers.loadable(given)

    def _accuracy(self, metrics: Any, loss: Any) -> Any:
        """The metrics of `compile`, with the accuracy that the losses ask for."""
        return accuracy.by_losses(self, metrics, loss)

    def _for_steps(self, given: Dict[str, Any]) -> Dict[str, Any]:
        """The arguments of `fit`, `evaluate` or `predict`, as the number of steps makes them."""
        return steps_of_arrays.repeated(given)

    @in_legacy_places
    def fit(self, x: Any = None, y: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Train; logs and history have `acc` beside `accuracy` and `lr` beside `learning_rate`."""
        learning_phases.refuse(self, training=True)
        distributed.join_scope(self)
        loading, kwargs = _loading(_modern(kwargs))
        given = inspect.signature(_base(self).fit).bind(as_arrays(x), as_arrays(y), *args, **kwargs).arguments
        given["validation_data"] = arrays.parts(given.get("validation_data"))
        whole_batches.compare(self, given)
        given = self._for_steps(with_whole_steps(distributed.fit_arguments(self, given)))
        x = given["x"]
        given["callbacks"], sizes = _with_legacy_data(self, given)
        given["x"] = looped(x, given.get("steps_per_epoch"), loading, shuffle=given.get("shuffle", True))
        if given["x"] is not x:
            given["shuffle"] = False
        given.update(_in_order(self, given))
        if has_batches(x):
            counted = given["x"] if sizes is None else callback_data.counted(given["x"], sizes)
            given["x"] = generated(counted, class_weights.for_batches(self, given.pop("class_weight", None)))
        elif given.get("y") is not None:
            given = class_weights.without(self, given)
        validation = looped(given.get("validation_data"), given.get("validation_steps"), loading)
        given["validation_data"] = generated(validation)
        compiled_trainable.compare(self)
        shuffled = not has_batches(x) and given.get("shuffle", True)
        with compiled_trainable.as_compiled(self), random_seeds.shuffled_anew() if shuffled else nullcontext():
            return _base(self).fit(**given)

    @in_legacy_places
    def evaluate(self, x: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return the loss and metrics over `x`."""
        learning_phases.refuse(self, training=False)
        loading, kwargs = _loading(_modern(kwargs))
        given = inspect.signature(_base(self).evaluate).bind(as_arrays(x), *args, **kwargs).arguments
        given.update({"y": as_arrays(given["y"])} if "y" in given else {})
        whole_batches.compare(self, given)
        given = with_whole_steps(distributed.loop_arguments(self, {**given.pop("kwargs", {}), **given}))
        given = self._for_steps(given)
        given.update(_in_order(self, given))
        given["x"] = generated(looped(given["x"], given.get("steps"), loading))
        return _base(self).evaluate(**given)

    @in_legacy_places
    def predict(self, x: Any, batch_size: Optional[int] = None, verbose: Any = 0, **kwargs: Any) -> Any:
        """Return the outputs for `x`, silently as in Keras 2."""
        learning_phases.refuse(self, training=False)
        loading, kwargs = _loading(_modern(kwargs))
        given = {"x": as_arrays(x), "batch_size": batch_size, "verbose": verbose, **kwargs}
        whole_batches.compare(self, given, predicting=True)
        given = self._for_steps(with_whole_steps(distributed.loop_arguments(self, given)))
        if isinstance(given["x"], np.ndarray) and not len(given["x"]):
            return []  # no batch says what the outputs are
        given["x"] = generated(looped(given["x"], given.get("steps"), loading), predicting=True)
        return _base(self).predict(**given)

    @in_legacy_places
    def fit_generator(
        self,
        generator: Any,
        steps_per_epoch: Optional[int] = None,
        epochs: int = 1,
        verbose: Any = 1,
        callbacks: Any = None,
        validation_data: Any = None,
        validation_steps: Optional[int] = None,
        validation_freq: Any = 1,
        class_weight: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        shuffle: bool = True,
        initial_epoch: int = 0,
        **kwargs: Any,
    ) -> Any:
        """Train on the batches of `generator`: `(inputs, targets)` or `(inputs, targets, sample_weights)`."""
        warn_legacy("TFM120", "model.fit_generator", "fit takes generators")
        return self.fit(
            generator,
            steps_per_epoch=_steps(generator, steps_per_epoch, kwargs),
            epochs=kwargs.pop("nb_epoch", epochs),
            verbose=verbose,
            callbacks=callbacks,
            validation_data=validation_data,
            validation_steps=validation_steps,
            validation_freq=validation_freq,
            class_weight=class_weight,
            max_queue_size=max_queue_size,
            workers=workers,
            use_multiprocessing=use_multiprocessing,
            shuffle=shuffle,
            initial_epoch=initial_epoch,
            **kwargs,
        )

    @in_legacy_places
    def evaluate_generator(
        self,
        generator: Any,
        steps: Optional[int] = None,
        callbacks: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        verbose: Any = 0,
        **kwargs: Any,
    ) -> Any:
        """Return the loss and metrics over the batches of `generator`."""
        warn_legacy("TFM120", "model.evaluate_generator", "evaluate takes generators")
        loading = {"max_queue_size": max_queue_size, "workers": workers, "use_multiprocessing": use_multiprocessing}
        loading.update(_modern(kwargs))
        return self.evaluate(generator, steps=steps, callbacks=callbacks, verbose=verbose, **loading)

    @in_legacy_places
    def predict_generator(
        self,
        generator: Any,
        steps: Optional[int] = None,
        callbacks: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        verbose: Any = 0,
        **kwargs: Any,
    ) -> Any:
        """Return the outputs for the batches of `generator`."""
        warn_legacy("TFM120", "model.predict_generator", "predict takes generators")
        loading = {"max_queue_size": max_queue_size, "workers": workers, "use_multiprocessing": use_multiprocessing}
        loading.update(_modern(kwargs))
        return self.predict(generator, steps=steps, callbacks=callbacks, verbose=verbose, **loading)

    @in_legacy_places
    def train_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        class_weight: Any = None,
        reset_metrics: bool = True,
        **kwargs: Any,
    ) -> Any:
        """Update once on the batch and return its loss and metrics."""
        learning_phases.refuse(self, training=True)
        distributed.refuse(self, "train_on_batch")
        weigh = class_weights.for_batches(self, class_weight)
        sample_weight = sample_weights.for_outputs(self, y, sample_weight)
        if weigh is not None:
            sample_weight = weigh(y, sample_weight)
        compiled_trainable.compare(self)
        y = targets.in_order(self, as_arrays(y))
        with compiled_trainable.as_compiled(self), metrics_going_on.unless(self, reset_metrics):
            return _base(self).train_on_batch(as_arrays(x), y, sample_weight, None, **kwargs)

    @in_legacy_places
    def test_on_batch(
        self, x: Any, y: Any = None, sample_weight: Any = None, reset_metrics: bool = True, **kwargs: Any
    ) -> Any:
        """Return the loss and metrics of the batch."""
        learning_phases.refuse(self, training=False)
        distributed.refuse(self, "test_on_batch")
        with metrics_going_on.unless(self, reset_metrics):
            weights = sample_weights.for_outputs(self, y, sample_weight)
            y = targets.in_order(self, as_arrays(y))
            return _base(self).test_on_batch(as_arrays(x), y, weights, **kwargs)

    def predict_on_batch(self, x: Any) -> Any:
        """Return the outputs for the batch."""
        return _base(self).predict_on_batch(as_arrays(x))

    def _make_predict_function(self) -> None:
        """Make the function of `predict`, as servers did before they started threads."""
        self.make_predict_function()  # type: ignore[attr-defined]

    def _make_test_function(self) -> None:
        self.make_test_function()  # type: ignore[attr-defined]

    def _make_train_function(self) -> None:
        """Make the function of `fit`, and the variables of the optimizer."""
        self._assert_compile_called()
        self.make_train_function()  # type: ignore[attr-defined]
        self.optimizer.build(self.trainable_variables)  # type: ignore[attr-defined]

    def _assert_compile_called(self, method_name: Any = None) -> None:
        if not self.compiled:  # type: ignore[attr-defined]
            del method_name
            message = "You must compile a model before training/testing. Use `model.compile(optimizer, loss)`."
            raise RuntimeError(message)

    @property
    def weights(self) -> List[Any]:
        """The weights, which can be computed with as those of Keras 2."""
        return weight_arithmetic.marked(_base(self).weights)  # type: ignore[no-any-return]

    @property
    def trainable_weights(self) -> List[Any]:
        """The weights that training changes."""
        return weight_arithmetic.marked(_base(self).trainable_weights)  # type: ignore[no-any-return]

    @property
    def uses_learning_phase(self) -> bool:
        """True if there are layers that do something else in training, such as `Dropout`."""
        return tensor_notes.is_used(self)

    @property
    def updates(self) -> List[Any]:
        """The updates that the layers make in training, for `keras.backend.function`.

        Raises:
            AttributeError: there are layers of one's own that set variables.

        """
        return additions.updates_of(self)

    @property
    def state_updates(self) -> List[Any]:
        """The updates of the layers that keep states."""
        return [each for each in self.updates if getattr(each.layer, "stateful", False)]

    @property
    def losses(self) -> List[Any]:
        """The losses of the layers; Keras 3 leaves out what regularizers say of frozen weights."""
        model: Any = super()
        frozen = [each for each in model.non_trainable_weights if getattr(each, "regularizer", None) is not None]
        found = [*model.losses, *(each.regularizer(each) for each in frozen)]
        has_values = any(each._get_own_losses() for each in self._flatten_layers())  # type: ignore[attr-defined]  # noqa: SLF001
        return found if additions.is_computing() or has_values else [*additions.of_model(self), *found]

    def compute_loss(
        self, x: Any = None, y: Any = None, y_pred: Any = None, sample_weight: Any = None, **kwargs: Any
    ) -> Any:
        """Return the loss; targets are cast to the precision of the model, as Keras 2 fed them."""
        crossentropies.of_outputs(y_pred)
        y = targets.for_outputs(self, loss_weights.for_all_outputs(self, y), y_pred)
        sample_weight = sample_weights.for_outputs(self, y, sample_weight)
        counted = masked_losses.counted(y_pred, sample_weight)
        with counted as weights, additions.computing(), made_variables.kept(self):
            loss = _base(self).compute_loss(x, _in_floatx(y), y_pred, weights, **kwargs)
        callback_data.note_loss(self, loss)
        return loss

    def compute_metrics(self, x: Any, y: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        """Update the metrics; targets are cast to the precision of the model."""
        y = targets.for_outputs(self, loss_weights.for_all_outputs(self, y), y_pred)
        sample_weight = sample_weights.for_outputs(self, y, sample_weight)
        with made_variables.kept(self):
            return _base(self).compute_metrics(x, _in_floatx(y), y_pred, sample_weight)

    @classmethod
    @explicit_training.remaking
    def from_config(cls, config: Any, custom_objects: Any = None) -> Any:
        """Make a model of its configuration; as in Keras 2, the functions of `Lambda` layers are read."""
        is_safe = bool(keras.src.saving.serialization_lib.in_safe_mode())
        safety = keras.src.saving.serialization_lib.SafeModeScope(safe_mode=is_safe)
        with safety, legacy_classes.known(custom_objects):
            made: Any = super()
            return made.from_config(legacy_classes.marked(config), custom_objects=custom_objects)

    def __reduce__(self) -> Any:
        """Pickle the model with its weights and its optimizer, as an HDF5 file has them."""
        return importlib.import_module("compat.shims.keras.models").unpickled, (files.pickled(self),)

    def add_loss(self, loss: Any, inputs: Any = None) -> None:
        """Add to the loss, outside of `call` a tensor of the model, which tells by itself what it depends on."""
        del inputs
        losses = loss if isinstance(loss, (list, tuple)) else [loss]
        known = (symbolic_losses.is_symbolic, symbolic_losses.is_number)
        if losses and all(any(is_known(self, each) for is_known in known) for each in losses):
            for each in losses:
                symbolic_losses.add(self, each)
        else:
            _base(self).add_loss(loss)

    def add_metric(self, value: Any, name: Any = None, aggregation: Any = None) -> None:
        """Note a value under its name in the logs, outside of `call` a tensor of the model."""
        del aggregation
        if symbolic_losses.is_symbolic(self, value):
            symbolic_losses.add_metric(self, value, name)
        else:
            added_metrics.add(self, value, name)

    def predict_proba(self, x: Any, batch_size: int = 32, verbose: Any = 0) -> Any:
        """Return the outputs for `x`; `Sequential` of Keras 2 had this name for `predict`."""
        return self.predict(x, batch_size, verbose)

    def predict_classes(self, x: Any, batch_size: int = 32, verbose: Any = 0) -> Any:
        """Return the most likely class of each row of `x`, shape `(rows,)`, or `(rows, 1)` for one sigmoid."""
        outputs = self.predict(x, batch_size, verbose)
        return outputs.argmax(axis=-1) if outputs.shape[-1] > 1 else (outputs > _HALF).astype("int32")

    def reset_states(self) -> None:
        """Forget the states of all recurrent layers that keep them."""
        for layer in self._flatten_layers(include_self=False):  # type: ignore[attr-defined]
            if getattr(layer, "stateful", False) and hasattr(layer, "reset_state"):
                layer.reset_state()

    @property
    def input(self) -> Any:
        """The input tensor, or a list of several; a `Sequential` of Keras 3 has it only after a call."""
        return _end(self, "input")

    @property
    def output(self) -> Any:
        """The output tensor, or a list of several."""
        return _end(self, "output")

    @property
    def layers(self) -> List[Any]:
        """The layers, which tell of their calls as those of Keras 2 do.

        Of a functional model it is one list, so that `model.layers.pop()` leaves its layers without the last.
        """
        weight_arithmetic.marked(_base(self).weights)
        found = [with_nodes(layer) for layer in _base(self).layers]
        if isinstance(self, keras.Sequential):
            return found
        known, listed = vars(self).get(_LAYERS, ((), []))
        if known != tuple(map(id, found)):
            listed = found
            vars(self)[_LAYERS] = tuple(map(id, found)), listed
        return listed  # type: ignore[no-any-return]

    def get_layer(self, name: Optional[str] = None, index: Optional[int] = None) -> Any:
        """Return the layer of that name, or at that place."""
        return with_nodes(_base(self).get_layer(name, index))

    @property
    def metrics_names(self) -> List[str]:
        """The names of the values that `evaluate` and `train_on_batch` return."""
        return metric_order.names_of(self)

    def _flatten_metrics_in_order(self, logs: Dict[str, Any]) -> Any:
        return metric_order.in_order(self, logs)

    def summary(self, *args: Any, **kwargs: Any) -> None:
        """Print the layers; `line_length`, `positions` and `print_fn` as in Keras 2."""
        compiled_trainable.compare(self)
        _base(self).summary(*args, **kwargs)

    def to_json(self, **kwargs: Any) -> str:
        """Return the architecture as JSON."""
        with architectures.uncompiled(self):
            return str(_base(self).to_json(**kwargs))

    def to_yaml(self, **kwargs: Any) -> str:
        """Return the architecture as YAML."""
        return architectures.to_yaml(self, **kwargs)

    @in_legacy_places
    def save(self, filepath: Any, overwrite: bool = True, **kwargs: Any) -> None:
        """Save to the file `filepath`, HDF5 unless it ends in `.keras`."""
        files.save_model(_base(self).save, filepath, overwrite=overwrite, **kwargs)

    def save_weights(self, filepath: Any, overwrite: bool = True) -> None:
        """Save the weights to the file `filepath`, whatever its suffix."""
        if str(filepath).endswith(".weights.h5"):
            _base(self).save_weights(filepath, overwrite=overwrite)
        else:
            files.save_weights(self, filepath)

    def load_weights(self, filepath: Any, by_name: bool = False, skip_mismatch: bool = False, **kwargs: Any) -> None:
        """Load weights saved by Keras 2 or 3 under any suffix; `reshape=True` fits the first of each layer to it."""
        layers = _base(self).layers if kwargs.pop("reshape", False) else []
        with files.readable(filepath) as found, reshaped_weights.fitting(found, layers, by_name=by_name) as path:
            kwargs.update({"by_name": True} if by_name else {})
            _base(self).load_weights(path, skip_mismatch=skip_mismatch, **kwargs)


def _end(model: Any, name: str) -> Any:
    try:
        found = getattr(_base(model), name)
    except AttributeError:
        tensors = getattr(model, f"{name}s", None)
        if not tensors:
            raise
        found = tensors[0] if len(tensors) == 1 else tensors
    return tensor_notes.shapes_of(_single(found))


def _single(tensors: Any) -> Any:
    """The tensor in a list of one of a functional model: `Model([x], [y])` had one input and one output."""
    is_one = isinstance(tensors, (list, tuple)) and len(tensors) == 1 and isinstance(tensors[0], keras.KerasTensor)
    return tensors[0] if is_one else tensors


def _in_floatx(y: Any) -> Any:
    def cast(target: Any) -> Any:
        wide = keras.backend.standardize_dtype(target.dtype) == "float64"
        return keras.ops.cast(target, keras.config.floatx()) if wide else target

    return tf.nest.map_structure(lambda target: None if target is None else cast(target), y)


def _loading(kwargs: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """Separate the keywords about data loading from the others; Keras 3 has them on the `PyDataset`."""
    loading = {name: kwargs[name] for name, usual in LOADING_DEFAULTS.items() if kwargs.get(name, usual) != usual}
    return loading, {name: value for name, value in kwargs.items() if name not in LOADING_DEFAULTS}


def _base(model: Any) -> Any:
    return super(LegacyTraining, model)


def _become_parallel(model: Any) -> None:
    """Adopt the class of a parallel model whose `__dict__` was copied into this one, a widespread legacy idiom."""
    cls, parallel = type(model), vars(model).get(PARALLEL_CLASS)
    if parallel is not None and not isinstance(model, parallel):
        object.__setattr__(model, "__class__", type(cls.__name__, (cls, parallel), {}))


def _modern(kwargs: Dict[str, Any]) -> Dict[str, Any]:
    for legacy, modern in KERAS_1_KEYWORDS.items():
        if legacy in kwargs:
            warn_legacy("TFM102", legacy + "=", "the keyword is " + modern)
    return {KERAS_1_KEYWORDS.get(name, name): value for name, value in kwargs.items() if name not in _DROPPED}


def _steps(generator: Any, steps: Optional[int], kwargs: Dict[str, Any]) -> Optional[int]:
    """Return the steps of an epoch; Keras 1 counted samples, which Keras 2 divided by the batches of the generator.

    Raises:
        TypeError: the generator does not tell its `batch_size`. Keras 2 took the samples for steps then.

    """
    if "samples_per_epoch" not in kwargs:
        return steps
    samples = kwargs.pop("samples_per_epoch")
    if not hasattr(generator, "batch_size"):
        message = "samples_per_epoch= of Keras 1 counts samples; pass steps_per_epoch=, the number of batches"
        raise TypeError(message)
    warn_legacy("TFM120", "samples_per_epoch=", "the keyword is steps_per_epoch, which counts batches")
    return int(samples // generator.batch_size)


def _listed(metrics: Any) -> Any:
    """Put a single metric into a list, as `tf.keras` 2.2 to 2.15 did; Keras 3 raises ValueError for it."""
    return metrics if metrics is None or isinstance(metrics, (list, tuple, dict)) else [metrics]


def _for_each_output(metrics: Any, outputs: Any) -> Any:
    """Repeat a plain list of metrics for every output; Keras 3 would take the first for the first output, and so on."""
    several = isinstance(outputs, (list, tuple)) and len(outputs) > 1
    if (
        not several
        or not isinstance(metrics, (list, tuple))
        or any(isinstance(each, (list, tuple, dict)) for each in metrics)
    ):
        return metrics
    return [list(metrics), *([_another(each) for each in metrics] for _ in outputs[1:])]


def _another(metric: Any) -> Any:
    """A metric of the same kind with values of its own."""
    return type(metric).from_config(metric.get_config()) if isinstance(metric, keras.metrics.Metric) else metric


def _in_order(model: Any, given: Dict[str, Any]) -> Dict[str, Any]:
    """The targets and their weights in the order of the outputs, of what has any."""
    found = {"y": targets.in_order(model, given["y"])} if given.get("y") is not None else {}
    if given.get("sample_weight") is not None:
        found["sample_weight"] = sample_weights.for_outputs(model, given.get("y"), given["sample_weight"])
    return found


def _with_legacy_data(model: Any, given: Dict[str, Any]) -> Tuple[Any, Optional[Deque[int]]]:
    """The callbacks of a training with those before and after them, and what takes the sizes of the batches of `x`."""
    callbacks, x = given.get("callbacks"), given["x"]
    listed = list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks] if callbacks else []
    told, validation_data = callback_data.told(model, x, given), callback_data.validation(given)
    if isinstance(callbacks, keras.callbacks.CallbackList):
        return callbacks, None
    if validation_data is not None:
        for callback in listed:
            callback.validation_data = validation_data
    if not callback_data.hear_batches(listed):
        return [callback_data.LegacyParams(told), LegacyEpochKeys(), *listed, LegacyEpochKeys()], None
    sizes: Optional[Deque[int]] = deque() if hasattr(x, "__next__") else None
    data = callback_data.LegacyData(told, sizes)
    return [data, LegacyLogKeys(), *listed, LegacyLogKeys(), callback_data.LegacyDataEnd(data)], sizes
