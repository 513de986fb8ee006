"""Small trainings, run on one device, on plain Keras under a strategy, and with `exact`.

Prints a line of JSON for each case: the largest difference from one device, or the error.
Each training runs in a process of its own, forked after TensorFlow is imported: strategies of one process can stop
each other.
"""

import contextlib
import json
import os
import signal
import sys
from types import MappingProxyType
from typing import Any, Callable, List, Mapping, NamedTuple, Optional

import keras
import numpy as np
import tensorflow as tf

from compat.distribute import exact
from compat.runner.devices import emulate_gpus

ROWS, FEATURES, CLASSES = 23, 6, 3
layers = keras.layers


class Data(NamedTuple):
    x: Any
    y: Any
    weights: Any


def arrays(rows: int = ROWS) -> Data:
    random = np.random.RandomState(0)
    x = random.rand(rows, FEATURES).astype("float32")
    return Data(x, random.randint(0, CLASSES, rows), random.rand(rows).astype("float32"))


def dense(**kwargs: Any) -> Any:
    first = layers.Dense(5, activation="tanh", **kwargs)
    return keras.Sequential([keras.Input((FEATURES,)), first, layers.Dense(CLASSES, activation="softmax")])


def embedding() -> Any:
    parts = [layers.Embedding(10, 4), layers.Flatten(), layers.Dense(CLASSES, activation="softmax")]
    return keras.Sequential([keras.Input((FEATURES,)), *parts])


def masked() -> Any:
    parts = [layers.Embedding(10, 4, mask_zero=True), layers.LSTM(5, return_sequences=True)]
    return keras.Sequential([keras.Input((FEATURES,)), *parts, layers.Dense(CLASSES, activation="softmax")])


def normalized() -> Any:
    parts = [layers.Dense(5), layers.BatchNormalization(synchronized=True), layers.Dense(CLASSES, activation="softmax")]
    return keras.Sequential([keras.Input((FEATURES,)), *parts])


def two_outputs() -> Any:
    inputs = keras.Input((FEATURES,))
    hidden = layers.Dense(5, activation="tanh")(inputs)
    classes = layers.Dense(CLASSES, activation="softmax", name="classes")(hidden)
    return keras.Model(inputs, {"classes": classes, "number": layers.Dense(1, name="number")(hidden)})


class MeanActivity(layers.Layer):
    def call(self, inputs: Any) -> Any:
        self.add_loss(keras.ops.mean(keras.ops.square(inputs)))
        return inputs


def with_added_loss() -> Any:
    return keras.Sequential(
        [keras.Input((FEATURES,)), layers.Dense(5), MeanActivity(), layers.Dense(CLASSES, activation="softmax")]
    )


def scalar_loss(y: Any, y_pred: Any) -> Any:
    return keras.ops.mean(keras.losses.sparse_categorical_crossentropy(y, y_pred))


def share_of_first_class(y: Any, y_pred: Any) -> Any:
    del y
    return keras.ops.mean(y_pred[:, 0])


def compiled(model: Any, optimizer: Any = None, loss: Any = "sparse_categorical_crossentropy", **kwargs: Any) -> Any:
    model.compile(optimizer or keras.optimizers.Adam(0.05), loss, metrics=kwargs.pop("metrics", ["accuracy"]), **kwargs)
    return model


def fitted(model: Any, data: Optional[Data] = None, batch_size: int = 8, **kwargs: Any) -> List[Any]:
    x, y, _ = data or arrays()
    history = model.fit(x, y, batch_size=batch_size, epochs=2, shuffle=False, verbose=0, **kwargs).history
    return [np.asarray(values) for _, values in sorted(history.items())]


def fitted_sure(model: Any) -> List[Any]:
    """The probability of some classes rounds to 0: their gradients come from the logits."""
    x, y, weights = arrays()
    model.set_weights([weight * 60 for weight in model.get_weights()])
    return fitted(model, Data(x * 10, y, weights))


def fitted_words(model: Any) -> List[Any]:
    x, y, _ = arrays()
    return fitted(model, Data((x * 10).astype("int32"), y, None))


def fitted_sequences(model: Any) -> List[Any]:
    x, y, _ = arrays()
    return fitted(model, Data((x * 10).astype("int32"), np.repeat(y[:, None], FEATURES, axis=1), None))


def fitted_two(model: Any) -> List[Any]:
    x, y, weights = arrays()
    history = model.fit(x, {"classes": y, "number": weights[:, None]}, batch_size=8, epochs=2, shuffle=False, verbose=0)
    return [np.asarray(values) for _, values in sorted(history.history.items())]


def fitted_generator(model: Any) -> List[Any]:
    x, y, _ = arrays(24)

    def batches() -> Any:
        for start in range(0, 24, 4):
            yield x[start : start + 4], y[start : start + 4]

    return [np.asarray(model.fit(batches(), steps_per_epoch=6, epochs=1, verbose=0).history["loss"])]


def validated(model: Any) -> List[Any]:
    x, y, _ = arrays()
    results = fitted(model, validation_data=(x[:5], y[:5]))
    return [*results, model.evaluate(x[:7], y[:7], verbose=0), model.predict(x[:7], verbose=0)]


def on_batches(model: Any) -> List[Any]:
    x, y, weights = arrays()
    trained = [model.train_on_batch(x[:rows], y[:rows]) for rows in (8, 3, 1)]
    weighted = model.train_on_batch(x[:5], y[:5], class_weight={0: 1.0, 1: 3.0, 2: 0.5})
    return [*trained, weighted, model.test_on_batch(x[:5], y[:5], weights[:5]), model.predict_on_batch(x[:3])]


def finite(model: Any) -> List[Any]:
    """Moving statistics of one replica's rows differ from those of the batch; what counts is that they are numbers."""
    fitted(model, arrays(9))
    return [[np.isfinite(weight).all() for weight in model.get_weights()]]


def rows_differ(y: Any, y_pred: Any) -> Any:
    """Whether the first and the last of some equal rows were dropped out in other places."""
    del y
    return keras.ops.cast(keras.ops.any(y_pred[0] != y_pred[-1]), "float32")


def dropped_out(model: Any) -> List[Any]:
    x = np.ones((2, 64), "float32")
    return [model.fit(x, x[:, :1], batch_size=2, epochs=1, verbose=0).history["rows_differ"]]


class Case(NamedTuple):
    """A training: `run(prepare, scope)` returns its numbers; `prepare` is `exact` or does nothing."""

    build: Callable[[], Any] = dense
    compile: Mapping[str, Any] = MappingProxyType({})
    fit: Callable[[Any], List[Any]] = fitted
    compile_in_scope: bool = True
    compare_weights: bool = True

    def run(self, prepare: Callable[[Any], Any], scope: Any) -> List[Any]:
        keras.utils.set_random_seed(3)
        with scope():
            model = prepare(self.build())
        with scope() if self.compile_in_scope else contextlib.nullcontext():
            arguments = dict(self.compile)
            if "optimizer" in arguments:
                arguments["optimizer"] = arguments["optimizer"]()
            compiled(model, **arguments)
        return [*self.fit(model), *(model.get_weights() if self.compare_weights else [])]


def momentum(**kwargs: Any) -> Any:
    return keras.optimizers.SGD(0.5, momentum=0.9, **kwargs)


OPTIMIZERS = ("SGD", "Adam", "RMSprop", "Nadam")
CASES = {
    "batches that divide": Case(fit=lambda model: fitted(model, arrays(16))),
    "a last batch that does not divide": Case(),
    "validation, evaluate, predict": Case(fit=validated),
    "a first batch that does not divide": Case(fit=lambda model: fitted(model, batch_size=7)),
    "fewer rows than replicas": Case(fit=lambda model: fitted(model, arrays(9))),
    "sample weights": Case(fit=lambda model: fitted(model, sample_weight=arrays().weights)),
    "weighted metrics": Case(
        compile={"weighted_metrics": ["accuracy"]}, fit=lambda model: fitted(model, sample_weight=arrays().weights)
    ),
    "class weights": Case(fit=lambda model: fitted(model, class_weight={0: 1.0, 1: 3.0, 2: 0.5})),
    "outputs that are sure": Case(fit=fitted_sure),
    "a mask": Case(masked, fit=fitted_sequences),
    "weight regularizers": Case(lambda: dense(kernel_regularizer=keras.regularizers.L2(0.1))),
    "activity regularizers": Case(lambda: dense(activity_regularizer=keras.regularizers.L2(0.1))),
    "add_loss": Case(with_added_loss),
    "a loss that returns a scalar": Case(compile={"loss": scalar_loss}),
    "a metric that returns a scalar": Case(compile={"metrics": [share_of_first_class]}),
    "two outputs": Case(
        two_outputs,
        {"loss": {"classes": "sparse_categorical_crossentropy", "number": "mse"}, "metrics": {"number": ["mae"]}},
        fitted_two,
    ),
    "a generator": Case(fit=fitted_generator),
    "clipnorm": Case(compile={"optimizer": lambda: momentum(clipnorm=0.05)}),
    "global_clipnorm": Case(compile={"optimizer": lambda: momentum(global_clipnorm=0.05)}),
    "constraints": Case(lambda: dense(kernel_constraint=keras.constraints.MaxNorm(0.5))),
    "synchronized normalization": Case(normalized, {"optimizer": lambda: keras.optimizers.SGD(0.1)}),
    "normalization of no rows": Case(
        lambda: keras.Sequential([keras.Input((FEATURES,)), layers.BatchNormalization(), layers.Dense(CLASSES)]),
        fit=finite,
        compare_weights=False,
    ),
    "dropout": Case(
        lambda: keras.Sequential([keras.Input((64,)), layers.Dropout(0.5), layers.Dense(1)]),
        {"loss": "mse", "metrics": [rows_differ]},
        dropped_out,
        compare_weights=False,
    ),
    "train_on_batch": Case(fit=on_batches),
    "steps_per_execution": Case(compile={"steps_per_execution": 2}, fit=lambda model: fitted(model, arrays(31))),
    "run_eagerly": Case(compile={"run_eagerly": True}),
    "compile outside the scope": Case(compile={"optimizer": keras.optimizers.Adam}, compile_in_scope=False),
    **{
        f"embedding, {name}": Case(embedding, {"optimizer": getattr(keras.optimizers, name)}, fitted_words)
        for name in OPTIMIZERS
    },
}


def numbers(case: Case, prepare: Callable[[Any], Any], replicas: int) -> List[Any]:
    if replicas == 1:
        return case.run(lambda model: model, contextlib.nullcontext)
    devices = [f"/cpu:{index}" for index in range(replicas)]
    return case.run(prepare, tf.distribute.MirroredStrategy(devices).scope)


def difference(some: List[Any], others: List[Any]) -> Any:
    shapes = [(np.shape(one), np.shape(other)) for one, other in zip(some, others) if np.shape(one) != np.shape(other)]
    if shapes:
        return "shape {} became {}".format(*shapes[0])
    return max(float(np.max(np.abs(np.asarray(one, "float64") - other))) for one, other in zip(some, others))


def in_child(compute: Callable[[], Any], timeout: int = 120) -> Any:
    """Return the numbers that `compute` returns in a forked process, or what stopped it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            signal.alarm(timeout)
            result: Any = [np.asarray(each, "float64").tolist() for each in compute()]
        except BaseException as error:  # noqa: BLE001 - the parent wants to know of anything
            result = f"{type(error).__name__}: {error}"
        with os.fdopen(writing, "w") as pipe:
            json.dump(result, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text or '"it was killed"')


def main(names: List[str], replicas: int) -> None:
    for name in names:
        case = CASES[name]

        def train(prepare: Callable[[Any], Any], count: int, case: Case = case) -> Callable[[], Any]:
            def training() -> Any:
                emulate_gpus(3)
                return numbers(case, prepare, count)

            return training

        one = in_child(train(exact, 1))
        found = {"case": name, "one": one if isinstance(one, str) else None}
        for trainer, prepare in (("plain", lambda model: model), ("exact", exact)):
            several = in_child(train(prepare, replicas))
            found[trainer] = several if isinstance(several, str) or isinstance(one, str) else difference(one, several)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(sys.argv[2:] or list(CASES), int(sys.argv[1]))
