"""What a program does with its model: the optimizer, `compile`, the training, callbacks, files, and what it reports."""

from __future__ import annotations

from tests.benchmarks.programs.draft import Draft
from tests.benchmarks.programs.networks import Network, network

LOSSES = {
    "yes": ("binary_crossentropy", "mse", "hinge"),
    "classes": ("categorical_crossentropy", "mean_squared_error", "kullback_leibler_divergence", "cosine_proximity"),
    "numbers": ("sparse_categorical_crossentropy",),
    "value": ("mse", "mae", "mean_absolute_error", "logcosh", "huber"),
}
OPTIMIZERS = {
    "SGD": (
        "lr=0.05",
        "lr=0.05, momentum=0.9",
        "0.05, 0.9",
        "lr=0.05, decay=0.01, momentum=0.9, nesterov=True",
        "lr=rate",
        "lr=0.1, clipnorm=0.5",
        "lr=0.1, decay=rate / 10",
        "learning_rate=0.05",
        "",
    ),
    "Adam": (
        "lr=0.01",
        "0.01",
        "lr=0.01, beta_1=0.8",
        "lr=rate, decay=1e-2",
        "lr=0.01, epsilon=1e-8",
        "amsgrad=True",
        "",
    ),
    "RMSprop": ("lr=0.01", "lr=0.01, rho=0.8", "lr=0.01, decay=1e-2", "0.01, 0.9", ""),
    "Adagrad": ("lr=0.05", "", "lr=0.05, decay=0.1"),
    "Adadelta": ("", "lr=1.0", "lr=0.5, rho=0.9"),
    "Adamax": ("lr=0.01", "", "lr=0.01, decay=0.1"),
    "Nadam": ("lr=0.01", "", "lr=0.01, schedule_decay=0.004"),
}


def training(draft: Draft) -> None:
    """A program that trains a Keras model."""
    draft.add("rate = 0.02")
    if draft.often(0.2):
        _session(draft)
    made = network(draft)
    trained, parallel = "model", False
    if draft.often(0.25):
        trained, parallel = _parallel(draft), True
    batch = draft.choose([8, 8, 16, 4])
    draft.add(f"batch_size = {batch}")
    measures = _compile(draft, made, trained)
    calls = (_fit, _fit, _fit, _generator, _sequence, _batches)
    draft.choose(calls)(draft, made, trained, measures)
    _afterwards(draft, made, trained, parallel)
    draft.add(
        "for number, weights in enumerate([w for layer in model.layers for w in layer.get_weights()]):\n"
        "    report('weights %d' % number, [np.sum(weights), np.sum(np.square(weights))])"
    )


def _session(draft: Draft) -> None:
    draft.tensorflow()
    draft.backend()
    draft.add(
        draft.choose(
            [
                "config = tf.ConfigProto()\nconfig.gpu_options.allow_growth = True\nK.set_session(tf.Session(config=config))",
                "K.clear_session()",
                "tf.set_random_seed(1)",
                "K.set_image_data_format('channels_last')",
                "K.set_floatx('float32')",
                "tf.logging.set_verbosity(tf.logging.ERROR)",
            ]
        )
    )


def _parallel(draft: Draft) -> str:
    called = draft.keras("utils.multi_gpu_model")
    name = draft.choose(["parallel_model", "model_gpu"])
    call = draft.choose(
        ["{f}(model, gpus=2)", "{f}(model, 2)", "{f}(model, gpus=G)", "{f}(model, gpus=2, cpu_merge=False)"]
    )
    draft.add(f"G = 2\n{name} = {call.format(f=called)}")
    return name


# --- compile


def _compile(draft: Draft, made: Network, trained: str) -> list[str]:
    loss = repr(draft.choose(LOSSES[made.task]))
    if loss == "'huber'":
        draft.backend()
        draft.add(
            "def huber(y_true, y_pred):\n    gap = K.abs(y_true - y_pred)\n"
            "    return K.mean(K.switch(K.less(gap, K.ones_like(gap)), 0.5 * K.square(gap), gap - 0.5), axis=-1)"
        )
        loss = "huber"
    elif draft.often(0.15) and "_" in loss and "proximity" not in loss:
        loss = draft.keras(f"losses.{loss[1:-1]}")
    measures = _measures(draft, made)
    optimizer = _optimizer(draft)
    said = [optimizer, loss] if draft.often(0.3) else [f"loss={loss}", f"optimizer={optimizer}"]
    if measures:
        said.append(f"metrics=[{', '.join(measures)}]")
    draft.add(f"{trained}.compile({', '.join(said)})")
    return measures


def _measures(draft: Draft, made: Network) -> list[str]:
    if draft.often(0.2):
        return []
    if made.task == "value":
        return draft.choose([["'mae'"], ["'mean_squared_error'"], ["'mae'", "'mse'"]])
    if draft.often(0.15):
        draft.backend()
        draft.add("def gap(y_true, y_pred):\n    return K.mean(K.abs(y_pred - K.cast(y_true, 'float32')))")
        return draft.choose([["'accuracy'", "gap"], ["gap"], ["'acc'", "gap"]])
    return draft.choose([["'accuracy'"], ["'acc'"], ["'accuracy'"]])


def _optimizer(draft: Draft) -> str:
    name = draft.choose(["SGD", "SGD", "Adam", "Adam", *OPTIMIZERS])
    if draft.often(0.15):
        return repr(draft.choose([name, name.lower()]))
    said = draft.choose(OPTIMIZERS[name])
    if "learning_rate" in said and draft.package == "keras" and draft.often(0.7):
        said = said.replace("learning_rate", "lr")
    spelled = name
    if draft.package == "keras" and draft.often(0.15):
        spelled = name.lower()
    call = f"{draft.keras(f'optimizers.{spelled}')}({said})"
    way = draft.choose(["name", "place", "place", "function", "partial", "dictionary"])
    if way == "name":
        draft.add(f"opt = {call}")
        return "opt"
    if way == "function":
        draft.add(f"def get_optimizer(rate):\n    return {call}")
        return "get_optimizer(0.02)"
    if way == "dictionary" and "=" in said and "rate /" not in said and ", 0" not in said:
        draft.add(f"options = dict({said})")
        return f"{draft.keras(f'optimizers.{spelled}')}(**options)"
    if way == "partial" and said and "=" in said.split(",")[0]:
        draft.imports["from functools import partial"] = None
        draft.add(f"make = partial({draft.keras(f'optimizers.{spelled}')}, {said})")
        return "make()"
    return call


# --- training calls


def _keys(draft: Draft, measures: list[str]) -> str:
    """What a callback monitors."""
    if measures and measures[0] in ("'accuracy'", "'acc'") and draft.often(0.6):
        acc = "acc" if measures[0] == "'acc'" or draft.package == "tensorflow.keras" else "accuracy"
        return f"val_{acc}" if measures[0] == "'acc'" or draft.package == "keras" else "val_acc"
    return "val_loss"


def _callbacks(draft: Draft, made: Network, measures: list[str], validated: bool) -> str:
    del made
    chosen: list[str] = []
    monitor = _keys(draft, measures) if validated else "loss"
    if draft.often(0.3):
        said = draft.choose(
            [
                f"monitor={monitor!r}, patience=3",
                f"{monitor!r}, patience=1, mode='auto'",
                f"monitor={monitor!r}, min_delta=0.5, patience=1, verbose=1",
            ]
        )
        chosen.append(f"{draft.keras('callbacks.EarlyStopping')}({said})")
    if draft.often(0.3):
        draft.add("def schedule(epoch):\n    return 0.05 / (1 + epoch)")
        chosen.append(
            f"{draft.keras('callbacks.LearningRateScheduler')}({draft.choose(['schedule', 'lambda epoch: 0.05 * 0.5 ** epoch', 'schedule, verbose=1'])})"
        )
    elif draft.often(0.3):
        said = draft.choose(
            [
                f"monitor={monitor!r}, factor=0.5, patience=0, min_lr=1e-4",
                f"monitor={monitor!r}, factor=0.1, patience=0, epsilon=10.0"
                if draft.legacy
                else f"monitor={monitor!r}, factor=0.1, patience=0, min_delta=10.0",
            ]
        )
        chosen.append(f"{draft.keras('callbacks.ReduceLROnPlateau')}({said})")
    if draft.often(0.25):
        said = draft.choose(["'best.h5'", "'best.hdf5'", "'weights.{epoch:02d}.hdf5'"])
        more = draft.choose(
            [
                "save_weights_only=True",
                f"monitor={monitor!r}, save_best_only=True",
                "period=1",
                f"monitor={monitor!r}, verbose=0, save_best_only=False, save_weights_only=True",
            ]
        )
        chosen.append(f"{draft.keras('callbacks.ModelCheckpoint')}({said}, {more})")
    if draft.often(0.25):
        chosen.append(_own_callback(draft))
    if draft.often(0.1):
        chosen.append(f"{draft.keras('callbacks.CSVLogger')}('log.csv')")
    if draft.often(0.1):
        chosen.append(f"{draft.keras('callbacks.TerminateOnNaN')}()")
    if draft.often(0.1):
        chosen.append(
            f"{draft.keras('callbacks.LambdaCallback')}(on_epoch_end=lambda epoch, logs: report('seen', [logs['loss']]))"
        )
    return f", callbacks=[{', '.join(chosen)}]" if chosen else ""


def _own_callback(draft: Draft) -> str:
    draft.backend()
    body = draft.choose(
        [
            "    def on_epoch_end(self, epoch, logs=None):\n        report('rate', [K.get_value(self.model.optimizer.lr)])",
            "    def on_epoch_begin(self, epoch, logs=None):\n        K.set_value(self.model.optimizer.lr, 0.01 * (epoch + 1))",
            (
                "    def on_train_begin(self, logs={}):\n        self.losses = []\n\n    def on_batch_end(self, batch, logs={}):\n        self.losses.append(logs.get('loss'))\n\n"
                "    def on_train_end(self, logs={}):\n        report('batches', [len(self.losses)])"
            ),
            "    def on_epoch_end(self, epoch, logs={}):\n        if logs.get('loss') < 1e-3:\n            self.model.stop_training = True",
            "    def on_batch_begin(self, batch, logs=None):\n        lr = K.get_value(self.model.optimizer.lr)\n        K.set_value(self.model.optimizer.lr, lr * 0.9)",
        ]
    )
    draft.add(f"class Watch({draft.keras('callbacks.Callback')}):\n{body}")
    return "Watch()"


def _history(draft: Draft, measures: list[str], validated: bool) -> None:
    if not draft.often(0.7):
        return draft.add(
            "for key in ('loss', 'val_loss'):\n    if key in history.history:\n        report('history', history.history[key])"
        )
    keys = ["loss", "val_loss"] if validated else ["loss"]
    if measures and measures[0] == "'acc'":
        keys.append("acc")
    elif measures and measures[0] == "'accuracy'":
        keys.append("accuracy" if draft.package == "keras" else "acc")
    return draft.add("\n".join(f"report('history', history.history['{key}'])" for key in keys))


def _fit(draft: Draft, made: Network, trained: str, measures: list[str]) -> None:
    validated = draft.choose([", validation_data=(x, y)", ", validation_data=(x, y)", ", validation_split=0.25", ""])
    if made.inputs == 2 and "split" in validated and draft.often(0.5):
        validated = ""
    epochs = "nb_epoch=3" if draft.legacy else "epochs=3"
    more = ""
    if draft.often(0.1) and made.task != "value":
        more += ", class_weight={0: 1.0, 1: 2.0, 2: 0.5}" if made.task != "yes" else ", class_weight={0: 1.0, 1: 2.0}"
    elif draft.often(0.1):
        more += f", sample_weight=np.linspace(0.5, 1.5, {made.rows})"
    more += ", initial_epoch=1" if draft.often(0.1) else ""
    called = _callbacks(draft, made, measures, bool(validated))
    places = "x, y, batch_size, 3" if draft.often(0.1) else f"x, y, batch_size=batch_size, {epochs}"
    verbose = draft.choose(["verbose=0", "verbose=0", "verbose=2"])
    draft.add(f"history = {trained}.fit({places}, {verbose}, shuffle=False{validated}{more}{called})")
    _history(draft, measures, bool(validated))


def _generator(draft: Draft, made: Network, trained: str, measures: list[str]) -> None:
    rows = "x[i:i + batch_size]" if made.inputs == 1 else "[each[i:i + batch_size] for each in x]"
    pair = f"{rows}, y[i:i + batch_size]"
    given = draft.choose(
        [f"yield {pair}", f"yield ({pair})", f"yield [{pair}]" if draft.often(0.3) else f"yield {pair}"]
    )
    draft.add(
        f"def batches():\n    while True:\n        for i in range(0, {made.rows}, batch_size):\n            {given}"
    )
    steps = draft.choose(
        [
            f"{made.rows} // batch_size",
            f"{made.rows} / batch_size",
            "2",
            f"int(np.ceil({made.rows} / float(batch_size)))",
        ]
    )
    steps_of_one = 1 if draft.package == "keras" else 2  # Keras 2.3 gives the loss of the last batch alone
    validated = draft.choose(
        ["", ", validation_data=(x, y)", f", validation_data=batches(), validation_steps={steps_of_one}"]
    )
    more = draft.choose(["", ", workers=1", ", max_queue_size=1", ", use_multiprocessing=False", ", verbose=0"])
    called = _callbacks(draft, made, measures, bool(validated))
    draft.add(
        f"history = {trained}.fit_generator(batches(), steps_per_epoch={steps}, epochs=3{validated}{more}{called})"
    )
    _history(draft, measures, bool(validated))
    if draft.often(0.4):
        draft.add(f"report('evaluated', {trained}.evaluate_generator(batches(), steps={steps_of_one}))")
    if draft.often(0.3):
        draft.add(f"report('predicted', {trained}.predict_generator(batches(), steps=2))")


def _sequence(draft: Draft, made: Network, trained: str, measures: list[str]) -> None:
    cut = "[i * batch_size:(i + 1) * batch_size]"
    rows = f"self.x{cut}" if made.inputs == 1 else f"[each{cut} for each in self.x]"
    draft.add(
        f"class Batches({draft.keras('utils.Sequence')}):\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n\n"
        f"    def __len__(self):\n        return {draft.choose([f'{made.rows} // batch_size', f'int(np.ceil({made.rows} / float(batch_size)))'])}\n\n"
        f"    def __getitem__(self, i):\n        return {rows}, self.y{cut}"
    )
    one_step = draft.package == "keras"  # Keras 2.3 gives the loss of the last batch alone
    steps = ", validation_steps=1" if one_step else ""
    validated = draft.choose(["", f", validation_data=Batches(x, y){steps}", ", validation_data=(x, y)"])
    more = draft.choose(["", ", workers=1", ", workers=2, use_multiprocessing=False", ", steps_per_epoch=2"])
    called = _callbacks(draft, made, measures, bool(validated))
    draft.add(
        f"history = {trained}.fit_generator(Batches(x, y), epochs=2, shuffle=False, verbose=0{validated}{more}{called})"
    )
    _history(draft, measures, bool(validated))
    if draft.often(0.3):
        draft.add(f"report('evaluated', {trained}.evaluate_generator(Batches(x, y){', steps=1' if one_step else ''}))")


def _batches(draft: Draft, made: Network, trained: str, measures: list[str]) -> None:
    del measures
    rows = "x[i:i + batch_size]" if made.inputs == 1 else "[each[i:i + batch_size] for each in x]"
    way = draft.choose(
        [
            "report('loss', {m}.train_on_batch({x}, {y}))",
            "values = {m}.train_on_batch({x}, {y})\n        report('loss', values)",
        ]
    )
    call = way.format(m=trained, x=rows, y="y[i:i + batch_size]")
    draft.add(f"for epoch in range(2):\n    for i in range(0, {made.rows}, batch_size):\n        {call}")
    if draft.often(0.3):
        draft.add(f"report('tested', {trained}.test_on_batch(x, y))")
    if draft.often(0.3):
        draft.add(f"report('predicted', {trained}.predict_on_batch(x))")


# --- after the training


def _afterwards(draft: Draft, made: Network, trained: str, parallel: bool) -> None:
    parts = [
        f"report('evaluated', {trained}.evaluate(x, y, batch_size=batch_size, verbose=0))",
        f"score = {trained}.evaluate(x, y, verbose=0)\nreport('score', score)",
        f"report('predicted', {trained}.predict(x, batch_size=batch_size))",
        "model.save_weights('weights.h5')\nmodel.load_weights('weights.h5')\nreport('loaded', model.predict(x))",
        f"model.save('model.h5')\nagain = {{load}}('model.h5'{', compile=False' if draft.often(0.7) else ''})\nreport('again', again.predict(x))",
        "text = model.to_json()\nagain = {from_json}(text)\nset_weights(again)\nreport('from json', again.predict(x))",
        "report('count', [model.count_params(), len(model.layers), len(model.get_weights())])",
        "{K}.clear_session()",
        "copy = {clone}(model)\ncopy.set_weights(model.get_weights())\nreport('copy', copy.predict(x))",
        "shown = {K}.function([model.layers[0].input], [model.layers[-1].output])\nreport('shown', shown([x])[0])",
    ]
    if made.sequential and not parallel and made.task != "value":
        parts += ["report('classes', model.predict_classes(x))", "report('probable', model.predict_proba(x))"]
    chosen = draft.chance.sample(parts, draft.chance.randint(1, 3))
    chosen.sort(key=lambda part: "clear_session" in part)
    for part in chosen:
        if "clear_session" in part or ("shown" in part and made.inputs == 2):
            continue
        draft.add(
            part.replace("{load}", draft.keras("models.load_model") if "{load}" in part else "")
            .replace("{from_json}", draft.keras("models.model_from_json") if "{from_json}" in part else "")
            .replace("{clone}", draft.keras("models.clone_model") if "{clone}" in part else "")
            .replace("{K}", draft.backend() if "{K}" in part else "")
        )
