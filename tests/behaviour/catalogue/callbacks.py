"""What each method of a callback receives, and in which order; `params`, `logs`, and what callbacks may do."""

import io
import os
import shutil
import sys
import tempfile
import types
from contextlib import redirect_stdout

from tests.behaviour.probes import probe
from tests.behaviour.small_models import batches, compiled, fit_batches, rows, targets

METHODS = (
    "on_train_begin", "on_train_end", "on_epoch_begin", "on_epoch_end", "on_batch_begin", "on_batch_end",
    "on_train_batch_begin", "on_train_batch_end", "on_test_begin", "on_test_end", "on_test_batch_begin",
    "on_test_batch_end", "on_predict_begin", "on_predict_end", "on_predict_batch_begin", "on_predict_batch_end",
)  # fmt: skip


def recorder(surface, methods=METHODS):
    """A callback that notes its calls: the method, the index, and the keys of the logs."""
    calls = []

    def method(name):
        def called(self, *args):
            logs = args[-1]
            index = [int(each) for each in args[:-1]]
            calls.append([name, *index, sorted(logs) if logs is not None else None])

        if (
            name.endswith(("_begin", "_end"))
            and name.split("_")[1] in ("train", "test", "predict")
            and "batch" not in name
        ):
            return lambda self, logs=None: called(self, logs)
        return lambda self, index, logs=None: called(self, index, logs)

    kind = type("Recorder", (surface.keras.callbacks.Callback,), {name: method(name) for name in methods})
    made = kind()
    made.calls = calls
    return made


def names(calls):
    """The methods only, each run of the same ones once."""
    return [each[0] for index, each in enumerate(calls) if not index or calls[index - 1][0] != each[0]]


@probe
def methods_of_training(surface):
    made = recorder(surface, METHODS[:6])
    compiled(surface).fit(rows(), targets(), batch_size=5, epochs=2, verbose=0, callbacks=[made])
    yield "order", [each[0] for each in made.calls]
    yield "indices", [each[1:-1] for each in made.calls]


@probe
def logs_of_training(surface):
    made = recorder(surface, METHODS[:6])
    compiled(surface, ["mae"]).fit(rows(), targets(), batch_size=5, verbose=0, callbacks=[made])
    for name, *_, keys in made.calls:
        yield name, keys


@probe
def logs_of_training_with_validation(surface):
    made = recorder(surface, METHODS[:6])
    model = compiled(surface, ["mae"])
    model.fit(rows(), targets(), batch_size=10, verbose=0, validation_data=(rows(), targets()), callbacks=[made])
    for name, *_, keys in made.calls:
        yield name, keys


@probe
def all_methods_of_fit(surface):
    made = recorder(surface)
    data = (rows(), targets())
    compiled(surface).fit(rows(), targets(), batch_size=10, verbose=0, validation_data=data, callbacks=[made])
    yield "order", [each[0] for each in made.calls]


@probe
def methods_of_evaluate(surface):
    made = recorder(surface)
    compiled(surface).evaluate(rows(), targets(), batch_size=5, verbose=0, callbacks=[made])
    yield "order", [each[0] for each in made.calls]


@probe
def methods_of_predict(surface):
    made = recorder(surface)
    compiled(surface).predict(rows(), batch_size=5, callbacks=[made])
    yield "order", [each[0] for each in made.calls]


@probe
def params(surface):
    made = recorder(surface, ("on_train_begin",))
    model = compiled(surface, ["mae"])
    model.fit(rows(), targets(), batch_size=4, epochs=2, verbose=0, callbacks=[made])
    for name in ("batch_size", "epochs", "steps", "samples", "verbose", "do_validation", "metrics"):
        yield name, made.params.get(name)


@probe
def params_with_validation(surface):
    made = recorder(surface, ("on_train_begin",))
    model = compiled(surface, ["mae"])
    model.fit(rows(), targets(), batch_size=4, validation_split=0.2, verbose=0, callbacks=[made])
    for name in ("batch_size", "epochs", "steps", "samples", "verbose", "do_validation", "metrics"):
        yield name, made.params.get(name)


@probe
def params_of_a_generator(surface):
    made = recorder(surface, ("on_train_begin",))
    fit_batches(compiled(surface), batches(), steps_per_epoch=3, callbacks=[made])
    for name in ("batch_size", "epochs", "steps", "samples", "verbose", "do_validation", "metrics"):
        yield name, made.params.get(name)


@probe
def numbers_in_logs(surface):
    seen = {}

    class Reader(surface.keras.callbacks.Callback):
        def on_batch_end(self, batch, logs=None):
            seen.setdefault("losses of batches", []).append(float(logs["loss"]))
            for name in ("batch", "size"):
                seen.setdefault(name, []).append(logs.get(name))

        def on_epoch_end(self, epoch, logs=None):
            seen["loss of the epoch"] = float(logs["loss"])

    compiled(surface).fit(rows(), targets(), batch_size=4, shuffle=False, verbose=0, callbacks=[Reader()])
    for name in sorted(seen):
        yield name, seen[name]


@probe
def attributes(surface):
    seen = {}

    class Reader(surface.keras.callbacks.Callback):
        def on_train_begin(self, logs=None):
            given = getattr(self, "validation_data", None)
            seen["validation data"] = given and [list(getattr(each, "shape", [])) for each in given[:2]]
            seen["model"] = type(self.model).__name__

        def on_epoch_end(self, epoch, logs=None):
            self.model.stop_training = True

    data = (rows(4), targets(4))
    history = compiled(surface).fit(rows(), targets(), epochs=5, verbose=0, validation_data=data, callbacks=[Reader()])
    for name in sorted(seen):
        yield name, seen[name]
    yield "epochs", len(history.epoch)


@probe
def stopped_in_a_batch(surface):
    class Stopper(surface.keras.callbacks.Callback):
        def on_batch_end(self, batch, logs=None):
            self.model.stop_training = True

    model = compiled(surface)
    history = model.fit(rows(), targets(), batch_size=4, epochs=3, shuffle=False, verbose=0, callbacks=[Stopper()])
    yield "epochs", len(history.epoch)
    yield "weights", model.get_weights()


@probe
def logs_changed(surface):
    class Adder(surface.keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            logs["own"] = 7.0 + epoch

    class Reader(surface.keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            seen.append(logs.get("own"))

    seen = []
    history = compiled(surface).fit(rows(), targets(), epochs=2, verbose=0, callbacks=[Adder(), Reader()])
    yield "in the next callback", seen
    yield "in the history", history.history.get("own")


@probe
def rate_set_in_a_callback(surface):
    class Setter(surface.keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            optimizer = self.model.optimizer
            rate = optimizer.learning_rate if hasattr(optimizer, "learning_rate") else optimizer.lr
            surface.K.set_value(rate, 0.1 / (epoch + 1))

    model = compiled(surface)
    model.fit(rows(), targets(), epochs=3, shuffle=False, verbose=0, callbacks=[Setter()])
    yield "weights", model.get_weights()


@probe
def weights_set_in_a_callback(surface):
    class Zeros(surface.keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            self.model.set_weights([0 * each for each in self.model.get_weights()])

    model = compiled(surface)
    model.fit(rows(), targets(), epochs=2, shuffle=False, verbose=0, callbacks=[Zeros()])
    yield "weights", model.get_weights()


@probe
def lambda_callback(surface):
    seen = []
    options = {
        "on_epoch_begin": lambda epoch, logs: seen.append("epoch"),
        "on_epoch_end": lambda epoch, logs: seen.append("epoch end"),
        "on_train_begin": lambda logs: seen.append("train"),
        "on_train_end": lambda logs: seen.append("train end"),
    }
    made = surface.keras.callbacks.LambdaCallback(**options)
    compiled(surface).fit(rows(), targets(), epochs=2, verbose=0, callbacks=[made])
    yield "calls", seen


@probe
def lambda_callback_of_batches(surface):
    seen = []
    made = surface.keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: seen.append(int(batch)))
    compiled(surface).fit(rows(), targets(), batch_size=4, verbose=0, callbacks=[made])
    yield "calls", seen


@probe
def list_of_callbacks(surface):
    """A list of callbacks that a loop of one's own calls."""
    seen = []
    callbacks = surface.keras.callbacks
    one = callbacks.LambdaCallback(on_epoch_begin=lambda epoch, logs: seen.append(["epoch", epoch]))
    made = callbacks.CallbackList([one])
    made.set_params({"epochs": 1})
    made.set_model(compiled(surface))
    made.on_train_begin()
    made.on_epoch_begin(0)
    made.on_epoch_end(0, {"loss": 1.0})
    made.on_train_end()
    made.append(callbacks.Callback())
    yield "calls", seen
    yield "length", len(made.callbacks)


@probe
def history_of_its_own(surface):
    made = surface.keras.callbacks.History()
    returned = compiled(surface).fit(rows(), targets(), epochs=2, shuffle=False, verbose=0, callbacks=[made])
    yield "losses", made.history["loss"]
    yield "epochs", made.epoch
    yield "returned", returned.history["loss"] == made.history["loss"]
    returned.model.fit(rows(), targets(), epochs=3, initial_epoch=2, verbose=0, callbacks=[made])
    yield "epochs of a second fit", made.epoch


@probe
def progress_of_training(surface):
    """What is printed, by its numbers of steps."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        logger = surface.keras.callbacks.ProgbarLogger()
        compiled(surface).fit(rows(), targets(), batch_size=5, verbose=0, callbacks=[logger])
    yield "printed", bool(printed.getvalue())


@probe
def progress_of_steps(surface):
    """`count_mode` says what is counted."""
    surface.keras.callbacks.ProgbarLogger(count_mode="steps")
    yield "taken", True


@probe
def remote_monitor(surface):
    """What is posted, to a session that only notes it."""
    posted = []

    def post(address, *data, **options):
        posted.append([address, [sorted(each) for each in data], sorted(options)])

    made = surface.keras.callbacks.RemoteMonitor(path="/here/")
    owner = sys.modules[type(made).__module__]
    before = getattr(owner, "requests", None)
    owner.requests = types.SimpleNamespace(post=post, exceptions=types.SimpleNamespace(RequestException=OSError))
    try:
        made.on_epoch_end(0, {"loss": 1.0})
    finally:
        owner.requests = before
    yield "posted", posted


@probe
def events_of_tensorboard(surface):
    """The tags of the scalars that are written, without the folders."""
    folder = tempfile.mkdtemp()
    made = surface.keras.callbacks.TensorBoard(folder)
    compiled(surface, ["mae"]).fit(
        rows(), targets(), epochs=2, verbose=0, validation_data=(rows(4), targets(4)), callbacks=[made]
    )
    found = [os.path.join(at, name) for at, _, names_in in os.walk(folder) for name in names_in]
    yield "folders", sorted({os.path.relpath(os.path.dirname(each), folder) for each in found})
    tags = set()
    for each in found:
        for event in surface.tf.compat.v1.train.summary_iterator(each) if "tfevents" in each else ():
            tags.update(value.tag for value in event.summary.value)
    yield "tags", sorted(tag for tag in tags if "keras" not in tag)
    shutil.rmtree(folder)
