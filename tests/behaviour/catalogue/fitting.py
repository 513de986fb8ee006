"""What `fit`, `evaluate` and `predict` do with rows: order, splits, batches that do not divide, generators, Sequences."""

import numpy as np

from tests.behaviour.probes import probe, reals
from tests.behaviour.small_models import batches, compiled, fit_batches, history_of, rows, sequential, targets


def fitted(model, x=None, y=None, **options):
    """Train without shuffling, three epochs of batches of four; the history and the weights."""
    options = dict({"epochs": 3, "batch_size": 4, "shuffle": False, "verbose": 0}, **options)
    history = model.fit(rows() if x is None else x, targets() if y is None else y, **options)
    yield from history_of(history)
    yield "epochs", list(history.epoch)
    yield "weights", model.get_weights()


@probe
def plain(surface):
    yield from fitted(compiled(surface, ["mae"]))


@probe
def validation_split(surface):
    yield from fitted(compiled(surface, ["mae"]), validation_split=0.25)


@probe
def validation_data(surface):
    yield from fitted(compiled(surface, ["mae"]), validation_data=(rows(7, start=9.0), targets(7)))


@probe
def validation_data_with_weights(surface):
    weighted = (rows(7, start=9.0), targets(7), reals(7) + 1)
    yield from fitted(compiled(surface, ["mae"]), validation_data=weighted)


@probe
def validation_sometimes(surface):
    yield from fitted(compiled(surface), validation_data=(rows(), targets()), validation_freq=2)


@probe
def initial_epoch(surface):
    yield from fitted(compiled(surface), epochs=5, initial_epoch=3)


@probe
def class_weight(surface):
    model = compiled(surface, ["accuracy"], activation="sigmoid", loss="binary_crossentropy")
    labels = (rows()[:, :1] > 0).astype("int32")
    yield from fitted(model, y=labels, class_weight={0: 0.2, 1: 2.0})


@probe
def class_weight_of_one_hot_labels(surface):
    model = compiled(surface, units=2, activation="softmax", loss="categorical_crossentropy")
    labels = surface.keras.utils.to_categorical((rows()[:, :1] > 0).astype("int32"), 2)
    yield from fitted(model, y=labels, class_weight={0: 0.2, 1: 2.0})


@probe
def class_weight_and_sample_weight(surface):
    model = compiled(surface, activation="sigmoid", loss="binary_crossentropy")
    labels = (rows()[:, :1] > 0).astype("int32")
    weights = {"class_weight": {0: 0.2, 1: 2.0}, "sample_weight": reals(10) + 1}
    yield from fitted(model, y=labels, **weights)


@probe
def class_weight_that_lacks_a_class(surface):
    model = compiled(surface, activation="sigmoid", loss="binary_crossentropy")
    labels = (rows()[:, :1] > 0).astype("int32")
    yield from fitted(model, y=labels, class_weight={1: 2.0})


@probe
def sample_weight(surface):
    yield from fitted(compiled(surface, ["mae"]), sample_weight=reals(10) + 1)


@probe
def sample_weight_with_zeros(surface):
    weights = np.array([0, 0, 1, 1, 0, 1, 0, 0, 2, 1], "float32")
    yield from fitted(compiled(surface, ["mae"]), sample_weight=weights)


@probe
def two_fits(surface):
    model = compiled(surface)
    first = model.fit(rows(), targets(), epochs=2, verbose=0)
    second = model.fit(rows(), targets(), epochs=1, verbose=0)
    yield "epochs of the first", list(first.epoch)
    yield "length of the first", len(first.history["loss"])
    yield "length of the second", len(second.history["loss"])
    yield "length at the model", len(model.history.history["loss"])
    yield "parameters", {key: each for key, each in second.params.items() if key != "metrics"}


@probe
def no_epochs(surface):
    history = compiled(surface).fit(rows(), targets(), epochs=0, verbose=0)
    yield "keys", list(history.history)


@probe
def generator(surface):
    model = compiled(surface, ["mae"])
    yield from history_of(fit_batches(model, batches(), steps_per_epoch=3, epochs=2))
    yield "weights", model.get_weights()


@probe
def generator_with_validation(surface):
    model = compiled(surface, ["mae"])
    options = {"validation_data": batches(3), "validation_steps": 4, "steps_per_epoch": 2, "epochs": 2}
    yield from history_of(fit_batches(model, batches(), **options))


@probe
def generator_with_validation_arrays(surface):
    model = compiled(surface)
    options = {"validation_data": (rows(), targets()), "steps_per_epoch": 2, "epochs": 2}
    yield from history_of(fit_batches(model, batches(), **options))


@probe
def generator_that_ends(surface):
    def once():
        for index, each in enumerate(batches()):
            if index == 4:
                return
            yield each

    model = compiled(surface)
    yield "history", fit_batches(model, once(), steps_per_epoch=3, epochs=2).history


@probe
def generator_of_lists(surface):
    model = compiled(surface)
    made = ([x, y] for x, y in batches())
    yield "history", fit_batches(model, made, steps_per_epoch=3).history


@probe
def generator_with_class_weights(surface):
    model = compiled(surface, activation="sigmoid", loss="binary_crossentropy")
    made = ((x, (x[:, :1] > 0).astype("int32")) for x, _ in batches())
    yield "history", fit_batches(model, made, steps_per_epoch=3, class_weight={0: 0.2, 1: 2.0}).history


@probe
def evaluated_in_batches(surface):
    model = compiled(surface, ["mae"])
    yield "of four", model.evaluate(rows(), targets(), batch_size=4, verbose=0)
    yield "of all", model.evaluate(rows(), targets(), batch_size=10, verbose=0)
    yield "one number", compiled(surface).evaluate(rows(), targets(), verbose=0)


@probe
def trained_after_evaluate(surface):
    model = compiled(surface, ["mae"])
    model.evaluate(rows(start=5.0), targets(), verbose=0)
    yield "first", model.train_on_batch(rows(), targets())
    yield "second", model.train_on_batch(rows(start=3.0), targets())


@probe
def evaluated_from_a_generator(surface):
    model = compiled(surface, ["mae"])
    run = getattr(model, "evaluate_generator", model.evaluate)
    yield "values", run(batches(), steps=3)


@probe
def predicted(surface):
    model = sequential(surface)
    yield "in batches", model.predict(rows(), batch_size=4)
    yield "on a batch", model.predict_on_batch(rows())
    yield "kind", type(model.predict_on_batch(rows(2))).__name__


@probe
def predicted_from_a_generator(surface):
    model = sequential(surface)
    run = getattr(model, "predict_generator", model.predict)
    yield "values", run((x for x, _ in batches()), steps=3)
    yield "with targets", run(batches(), steps=2)


@probe
def epoch_of_fewer_steps(surface):
    model = compiled(surface)
    model.fit(rows(), targets(), batch_size=4, steps_per_epoch=2, epochs=2, shuffle=False, verbose=0)
    yield "weights", model.get_weights()


@probe
def wide_numbers(surface):
    model = compiled(surface)
    x, y = rows().astype("float64"), (10 * targets()).astype("int64")
    yield from fitted(model, x, y, epochs=1)
    yield "type", str(model.predict(x).dtype)


@probe
def lists_as_rows(surface):
    yield "trained", compiled(surface).fit(rows().tolist(), targets().tolist(), verbose=0).history


@probe
def flat_targets(surface):
    yield from fitted(compiled(surface, ["mae"]), y=targets()[:, 0], epochs=2)


@probe
def targets_of_another_width(surface):
    try:
        yield "trained", compiled(surface).fit(rows(), targets(units=2), verbose=0).history
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        yield "error", type(error).__name__


@probe
def rows_of_another_width(surface):
    try:
        yield "predicted", sequential(surface).predict(reals(4, 3))
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        yield "error", type(error).__name__
