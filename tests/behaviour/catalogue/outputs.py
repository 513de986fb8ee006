"""Several outputs: how losses, their weights and metrics are given, in which order values come back, and their names."""

from tests.behaviour.probes import probe, reals, register
from tests.behaviour.small_models import (
    compiled,
    history_of,
    rows,
    sequential,
    targets,
    two_targets,
    with_two_outputs,
)

COMPILED = {
    "one loss": {"loss": "mse"},
    "losses by name": {"loss": {"a": "mse", "b": "mae"}},
    "loss weights in a list": {"loss": "mse", "loss_weights": [0.2, 2.0]},
    "loss weights by name": {"loss": {"a": "mse", "b": "mae"}, "loss_weights": {"a": 0.2, "b": 2.0}},
    "loss weights of one output": {"loss": {"a": "mse", "b": "mae"}, "loss_weights": {"a": 0.2}},
    "loss weight for all": {"loss": "mse", "loss_weights": 0.5},
    "no loss of b": {"loss": {"a": "mse"}},
    "None as loss of b": {"loss": ["mse", None]},
    "metrics by name": {"loss": "mse", "metrics": {"a": "mae", "b": ["mae", "mse"]}},
    "metrics of a": {"loss": "mse", "metrics": {"a": ["mae"]}},
    "metrics in lists": {"loss": "mse", "metrics": [["mae"], ["mse"]]},
    "metrics for all": {"loss": "mse", "metrics": ["mae"]},
    "two metrics for all": {"loss": "mse", "metrics": ["mae", "mse"]},
    "losses in a list and metrics by name": {"loss": ["mse", "mae"], "metrics": {"b": "mse"}},
}


def _returned(options):
    def run(surface):
        model = with_two_outputs(surface, **options)
        y = two_targets()
        if options["loss"] == {"a": "mse"}:
            y = {"a": y[0]}
        elif options["loss"] == ["mse", None]:
            y = y if surface.is_keras_3 or surface.kind == "tf.keras" else y[:1]
        yield "trained", model.train_on_batch(rows(), y)
        yield "evaluated", model.evaluate(rows(), y, batch_size=4, verbose=0)
        yield "weights", model.get_weights()

    return run


def _named(options):
    def run(surface):
        model = with_two_outputs(surface, **options)
        x, y = rows(), two_targets()
        model.train_on_batch(x, y)
        yield "names", list(model.metrics_names)
        yield from history_of(model.fit(x, y, batch_size=4, shuffle=False, verbose=0))

    return run


for _name, _options in COMPILED.items():
    register("outputs: returned, " + _name, _returned(_options))
    if "no" not in _name.lower().split()[0] and "None" not in _name:
        register("outputs: named, " + _name, _named(_options))


@probe
def names_before_training(surface):
    model = compiled(surface, ["mae", "accuracy"])
    yield "one output", list(model.metrics_names)
    yield "two outputs", list(with_two_outputs(surface, loss="mse", metrics={"a": "mae"}).metrics_names)


def _key(metric, activation, units, loss):
    def run(surface):
        model = sequential(surface, activation=activation, units=units)
        model.compile(surface.keras.optimizers.SGD(0.1), loss, metrics=[surface.run(metric)])
        labels = (rows()[:, :1] > 0).astype("int32")
        if loss == "categorical_crossentropy":
            labels = surface.keras.utils.to_categorical(labels, units)
        yield from history_of(model.fit(rows(), labels, batch_size=5, shuffle=False, verbose=0))

    return run


for _metric in (
    "'acc'",
    "'accuracy'",
    "'mae'",
    "'mean_absolute_error'",
    "metrics.mean_absolute_error",
    "metrics.binary_accuracy",
):
    register("outputs: metric " + _metric, _key(_metric, "sigmoid", 1, "binary_crossentropy"))
for _metric in ("'acc'", "'accuracy'", "'categorical_accuracy'", "metrics.categorical_accuracy"):
    register("outputs: metric of classes " + _metric, _key(_metric, "softmax", 2, "categorical_crossentropy"))
for _metric in ("'acc'", "'accuracy'", "'sparse_categorical_accuracy'"):
    register("outputs: metric of numbers " + _metric, _key(_metric, "softmax", 2, "sparse_categorical_crossentropy"))


@probe
def own_metric(surface):
    def largest(y_true, y_pred):
        return surface.K.max(surface.K.abs(y_true - y_pred))

    model = compiled(surface, [largest])
    yield "tested", model.test_on_batch(rows(), targets())
    yield "evaluated", model.evaluate(rows(), targets(), batch_size=4, verbose=0)
    yield "names", list(model.metrics_names)


@probe
def own_metric_called_acc(surface):
    def acc(y_true, y_pred):
        return 0 * surface.K.mean(y_true - y_pred) + 7

    model = compiled(surface, [acc, "accuracy"])
    history = model.fit(rows(), targets(), verbose=0).history
    yield "acc", history["acc"]


@probe
def own_loss_of_each_sample(surface):
    def loss(y_true, y_pred):
        return surface.K.mean(surface.K.abs(y_true - y_pred), axis=-1)

    model = compiled(surface, loss=loss, units=2)
    yield "loss", model.train_on_batch(rows(), targets(units=2), sample_weight=reals(10) + 1)
    yield "weights", model.get_weights()


@probe
def own_loss_of_the_batch(surface):
    def loss(y_true, y_pred):
        return surface.K.sum(surface.K.square(y_true - y_pred))

    model = compiled(surface, loss=loss)
    yield "loss", model.train_on_batch(rows(), targets())
    yield "evaluated", model.evaluate(rows(), targets(), batch_size=4, verbose=0)


@probe
def predictions_of_two_outputs(surface):
    predicted = with_two_outputs(surface).predict(rows())
    yield "kind", type(predicted).__name__
    yield "values", predicted


@probe
def targets_by_name(surface):
    model = with_two_outputs(surface, loss="mse")
    a, b = two_targets()
    yield "trained", model.train_on_batch(rows(), {"a": a, "b": b})
    yield "evaluated", model.evaluate(rows(), {"b": b, "a": a}, verbose=0)


@probe
def inputs_by_name(surface):
    keras = surface.keras
    left, right = keras.layers.Input((2,), name="z_first"), keras.layers.Input((2,), name="a_second")
    model = keras.models.Model([left, right], keras.layers.subtract([left, right]))
    yield "a list", model.predict([rows(2), rows(2, start=4.0)])
    yield "by name", model.predict({"a_second": rows(2, start=4.0), "z_first": rows(2)})
    yield "names of inputs", list(model.input_names)
    yield "names of outputs", list(with_two_outputs(surface).output_names)


@probe
def class_weights_with_two_outputs(surface):
    model = with_two_outputs(surface, loss="mse")
    yield "trained", model.train_on_batch(rows(), two_targets(), sample_weight=[reals(10) + 1, reals(10) + 2])
    yield "by name", model.train_on_batch(rows(), two_targets(), sample_weight={"a": reals(10) + 1, "b": reals(10) + 2})
