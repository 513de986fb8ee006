"""`Sequence`: which items are read, in which order, how often, and when `on_epoch_end` is called."""

from tests.behaviour.probes import probe
from tests.behaviour.small_models import compiled, fit_batches, rows, sequential, targets


def sequence(surface, read, **options):
    """Batches of four of ten rows, which notes what is read."""

    class Batches(surface.keras.utils.Sequence):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            read.append(int(index))
            part = slice(4 * index, 4 * index + 4)
            batch = (rows()[part], targets()[part])
            return batch[0] if options.get("alone") else batch

        def on_epoch_end(self):
            read.append("end")

    return Batches()


@probe
def in_order(surface):
    read = []
    model = compiled(surface, ["mae"])
    history = (
        fit_batches(model, sequence(surface, read), epochs=2, shuffle=False, workers=0).history
        if hasattr(model, "fit_generator")
        else model.fit(sequence(surface, read), epochs=2, shuffle=False, verbose=0).history
    )
    yield "history", history
    yield "weights", model.get_weights()
    yield "ends", read.count("end")


@probe
def fewer_steps(surface):
    model = compiled(surface)
    fit_batches(model, sequence(surface, []), epochs=3, shuffle=False, steps_per_epoch=2)
    yield "weights", model.get_weights()


@probe
def with_validation(surface):
    read = []
    model = compiled(surface)
    history = fit_batches(
        model, sequence(surface, []), epochs=2, shuffle=False, validation_data=sequence(surface, read)
    )
    yield "history", history.history
    yield "ends of validation", read.count("end")


@probe
def evaluated(surface):
    model = compiled(surface, ["mae"])
    run = getattr(model, "evaluate_generator", model.evaluate)
    yield "values", run(sequence(surface, []))


@probe
def predicted(surface):
    model = sequential(surface)
    run = getattr(model, "predict_generator", model.predict)
    yield "values", run(sequence(surface, [], alone=True))


@probe
def class_weights(surface):
    model = compiled(surface, activation="sigmoid", loss="binary_crossentropy")

    class Batches(surface.keras.utils.Sequence):
        def __len__(self):
            return 2

        def __getitem__(self, index):
            x = rows(5, start=float(index))
            return x, (x[:, :1] > 0).astype("int32")

    yield "history", fit_batches(model, Batches(), shuffle=False, class_weight={0: 0.2, 1: 2.0}).history
