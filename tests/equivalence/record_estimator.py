"""`python -m tests.equivalence.record_estimator SCRIPT --replicas G --out RUN.npz -- ARGS`: record an Estimator script.

Or the modern form of one, whose Keras model is trained by `fit`. The script begins at weights that come from a seed,
reads its own data in order (`shuffle` does nothing) and computes in double precision; VGG16 has a sixteenth of its
filters. What is kept is the loss of each step, the final weights, and the loss and accuracy of the evaluation.
"""

import importlib
import re
import sys
from typing import Any, Callable, Dict

import numpy as np

from compat.runner import recording
from compat.runner.devices import emulate_gpus
from compat.runner.float64 import in_float64
from compat.runner.scripts import after_import
from tests.equivalence.cases import initial_weights
from tests.equivalence.recorder import Recorder, main, replace

_MODELS = re.compile(r"(^|\.)keras\.(engine\.training|src\.models\.model)$")
_ESTIMATOR = re.compile(r"^tensorflow_estimator\.python\.estimator\.estimator$")
_REPLICA = re.compile(r"/replica_\d+")


class ScriptRecorder(Recorder):
    """Records an Estimator, or the Keras model that took its place."""

    def __init__(self) -> None:
        super().__init__()
        # variables that the Estimator did not start from the weights of the model
        self.lost = 0

    def install(self, replicas: int) -> None:
        """Take over at TensorFlow and at Keras as soon as the script has imported them."""
        in_float64()
        after_import(re.compile(r"^tensorflow$"), lambda tf: self._take_tensorflow(tf, replicas))
        after_import(_MODELS, lambda module: self._take_model(module.Model))
        after_import(re.compile(r"^keras$"), narrow_vgg16)
        after_import(_ESTIMATOR, self._take_package)

    def _take_tensorflow(self, tf: Any, replicas: int) -> None:
        emulate_gpus(replicas)
        datasets = importlib.import_module("tensorflow.python.data.ops.dataset_ops")
        for name in ("Dataset", "DatasetV1", "DatasetV2"):
            if hasattr(datasets, name):
                getattr(datasets, name).shuffle = lambda dataset, *_, **__: dataset
                getattr(datasets, name).prefetch = lambda dataset, *_, **__: dataset.map(in_doubles(tf))
        if is_tensorflow_1():
            narrow_vgg16(tf.keras)
            self._take_estimator(tf.estimator.Estimator)

    def _take_package(self, module: Any) -> None:
        """The package that the shims import; TensorFlow 1 imports it while it is not there itself yet."""
        if hasattr(sys.modules["tensorflow"], "__version__") and not is_tensorflow_1():
            self._take_estimator(module.Estimator)

    def _take_model(self, model_class: Any) -> None:
        # where it is defined: a model of Keras 3 with a `compile` of its own is not compiled as it is loaded
        owner = next(base for base in model_class.__mro__ if "compile" in vars(base))
        replace(owner, "compile", self._compile)
        if model_class.__module__.startswith("keras.src"):
            replace(model_class, "fit", self._fit)
            replace(model_class, "evaluate", self._evaluate_model)

    def _compile(self, original: Callable[..., Any], model: Any, *args: Any, **kwargs: Any) -> None:
        self._start(model, lambda named: initial_weights([shape for _, shape in named]))
        original(model, *args, **kwargs)

    def _fit(self, original: Callable[..., Any], model: Any, *args: Any, **kwargs: Any) -> Any:
        keras = importlib.import_module("keras")

        def record(_: int, logs: Dict[str, Any]) -> None:
            self.losses.append(float(logs["loss"]))
            model.reset_metrics()  # the log is the mean since then

        callback = keras.callbacks.LambdaCallback(on_train_batch_end=record)
        kwargs["callbacks"] = [*kwargs.get("callbacks", []), callback]
        history = original(model, *args, **kwargs)
        self.final = [value for layer in model.layers for value in layer.get_weights()]
        return history

    def _evaluate_model(self, original: Callable[..., Any], model: Any, *args: Any, **kwargs: Any) -> Any:
        result = original(model, *args, **kwargs)
        self._keep(result)
        return result

    def _take_estimator(self, estimator_class: Any) -> None:
        tf = v1()

        class Losses(tf.train.SessionRunHook):  # type: ignore[misc]
            """The loss that the Estimator logs, and the initial weights in every replica."""

            def begin(hook) -> None:  # noqa: N805
                hook.loss = tf.get_collection(tf.GraphKeys.LOSSES)[-1]
                values = dict(zip(self.names, self.initial))
                hook.starts = []
                # the shim starts from the weights of the model
                for variable in tf.global_variables() if is_tensorflow_1() else ():
                    name = _REPLICA.sub("", variable.op.name)
                    if name in values:
                        value = tf.placeholder(variable.dtype.base_dtype, variable.shape)
                        hook.starts.append((tf.identity(variable), variable.assign(value).op, value, values[name]))

            def after_create_session(hook, session: Any, coord: Any) -> None:  # noqa: N805
                for read, assign, value, initial in hook.starts:
                    self.lost += not np.array_equal(session.run(read), initial)
                    session.run(assign, {value: initial})

            def before_run(hook, context: Any) -> Any:  # noqa: N805
                return tf.train.SessionRunArgs(hook.loss)

            def after_run(hook, context: Any, values: Any) -> None:  # noqa: N805
                self.losses.append(float(np.ravel(values.results)[0]))

        def train(original: Callable[..., Any], estimator: Any, input_fn: Any, hooks: Any = None, **kwargs: Any) -> Any:
            result = original(estimator, input_fn, hooks=[*(hooks or []), Losses()], **kwargs)
            self.final = [estimator.get_variable_value(name) for name in self.names]
            return result

        def evaluate(original: Callable[..., Any], estimator: Any, *args: Any, **kwargs: Any) -> Any:
            result = original(estimator, *args, **kwargs)
            self._keep(result)
            return result

        replace(estimator_class, "train", train)
        replace(estimator_class, "evaluate", evaluate)

    def _keep(self, result: Dict[str, Any]) -> None:
        """The loss and the accuracy, whatever this release calls it."""
        accuracy = next(value for name, value in sorted(result.items()) if "acc" in name)
        self.evaluation = [float(result["loss"]), float(accuracy)]

    def record(self, **more: Any) -> recording.Run:
        """Return the recorded run, and the number of variables that were lost."""
        return super().record(lost=self.lost, **more)


def v1() -> Any:
    """The names of TensorFlow 1."""
    tf = importlib.import_module("tensorflow")
    return tf if is_tensorflow_1() else tf.compat.v1


def is_tensorflow_1() -> bool:
    return importlib.import_module("tensorflow").__version__.startswith("1.")


def narrow_vgg16(keras: Any) -> None:
    """Put a network with the layers of VGG16, but 4 to 32 filters, in its place."""

    def vgg16(input_shape: Any, **_: Any) -> Any:
        x = inputs = keras.layers.Input(input_shape)
        for block, (convolutions, filters) in enumerate(((2, 4), (2, 8), (3, 16), (3, 32), (3, 32)), 1):
            for number in range(1, convolutions + 1):
                name = f"block{block}_conv{number}"
                x = keras.layers.Conv2D(filters, (3, 3), activation="relu", padding="same", name=name)(x)
            x = keras.layers.MaxPooling2D((2, 2), strides=(2, 2), name=f"block{block}_pool")(x)
        return keras.models.Model(inputs, x)

    keras.applications.VGG16 = vgg16


def in_doubles(tf: Any) -> Callable[..., Any]:
    """Images and labels in double precision, as the model computes; the indices of Keras 3 as they are."""

    def cast(*arrays: Any) -> Any:
        wide = tuple(tf.cast(array, tf.float64) if array.dtype == tf.float32 else array for array in arrays)
        return wide if len(wide) > 1 else wide[0]

    return cast


if __name__ == "__main__":
    raise SystemExit(main(ScriptRecorder(), "tests.equivalence.record_estimator", __doc__ or ""))
