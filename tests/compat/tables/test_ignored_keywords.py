"""Every row of the table of ignored keywords: legacy releases take the keyword, modern ones do what the row says."""

import inspect
import os

import pytest

pytest.importorskip("tensorflow")

from compat.tables.keywords.ignored_keywords import IGNORED_KEYWORDS
from compat.tables.rows import RAISES, WARNS
from tests.compat.releases import ALWAYS, FAMILIES, IS_MODERN, NEVER, X, Y, find, model, outcome, start_anew

ARGUMENTS = {
    "Conv1D": {"filters": 2, "kernel_size": 3},
    "Conv2D": {"filters": 2, "kernel_size": 3},
    "Dense": {"units": 2},
    "DepthwiseConv2D": {"kernel_size": 3},
    "Embedding": {"input_dim": 3, "output_dim": 2},
    "GRU": {"units": 2},
    "GRUCell": {"units": 2},
    "LSTM": {"units": 2},
    "LSTMCell": {"units": 2},
    "ModelCheckpoint": {"filepath": "x.h5"},
    "SeparableConv1D": {"filters": 2, "kernel_size": 3},
    "SeparableConv2D": {"filters": 2, "kernel_size": 3},
    "SimpleRNN": {"units": 2},
    "SpatialDropout1D": {"rate": 0.5},
    "SpatialDropout2D": {"rate": 0.5},
    "SpatialDropout3D": {"rate": 0.5},
}
"""Arguments that a class requires besides the keyword."""

VALUES = {
    "adjustment": None,
    "batch_input_shape": (2, 8, 8, 2),
    "batch_size": 2,
    "causal": False,
    "cloning": True,
    "count_mode": "steps",
    "decay": 10.0,
    "distribute": None,
    "dynamic": False,
    "embeddings_data": None,
    "embeddings_layer_names": None,
    "experimental_run_tf_function": True,
    "fused": False,
    "implementation": 1,
    "include_optimizer": False,
    "input_dim": 4,
    "input_dtype": "float32",
    "input_length": 5,
    "input_shape": (3, 3, 2),
    "inputs": None,
    "kernel_constraint": None,
    "kernel_initializer": "ones",
    "kernel_regularizer": None,
    "load_weights_on_restart": False,
    "max_queue_size": 10,
    "noise_shape": None,
    "options": None,
    "period": 2,
    "reset_metrics": True,
    "reverse_state_order": False,
    "run_metadata": None,
    "sample_weight_mode": None,
    "save_format": "tf",
    "schedule_decay": 0.01,
    "signatures": None,
    "stateful_metrics": None,
    "target_tensors": None,
    "time_major": False,
    "trainable": True,
    "use_multiprocessing": False,
    "virtual_batch_size": None,
    "weights": None,
    "workers": 1,
    "write_grads": True,
}

RELEASES = {
    ("Conv1D", "input_dim"): {"keras": ALWAYS, "tf.keras": NEVER},
    ("Conv1D", "input_length"): {"keras": ALWAYS, "tf.keras": NEVER},
    ("Ftrl", "decay"): {"keras": NEVER, "tf.keras": ((1, 15), (2, 10))},
    ("ModelCheckpoint", "options"): {"keras": NEVER, "tf.keras": ((1, 15), (2, 15))},
    ("Nadam", "decay"): {"keras": NEVER, "tf.keras": ((1, 15), (2, 10))},
    ("save_weights", "save_format"): {"keras": NEVER, "tf.keras": ALWAYS},
    "adjustment": {"keras": NEVER, "tf.keras": ALWAYS},
    "backend": {"keras": ALWAYS, "tf.keras": NEVER},
    "causal": {"keras": NEVER, "tf.keras": ((1, 15), (2, 15))},
    "dynamic": {"keras": NEVER, "tf.keras": ((1, 15), (2, 15))},
    "fused": {"keras": NEVER, "tf.keras": ALWAYS},
    "input_dim": {"keras": ALWAYS, "tf.keras": ((1, 15), (2, 15))},
    "input_dtype": {"keras": ALWAYS, "tf.keras": NEVER},
    "input_length": {"keras": ALWAYS, "tf.keras": ((1, 15), (2, 15))},
    "layers": {"keras": ALWAYS, "tf.keras": NEVER},
    "load_weights_on_restart": {"keras": NEVER, "tf.keras": ((1, 15), (2, 15))},
    "max_queue_size": {"keras": ((2, 3), (2, 3)), "tf.keras": ALWAYS},
    "models": {"keras": ALWAYS, "tf.keras": NEVER},
    "options": {"keras": NEVER, "tf.keras": ((2, 3), (2, 15))},
    "reset_metrics": {"keras": ((2, 3), (2, 3)), "tf.keras": ((1, 15), (2, 15))},
    "run_metadata": {"keras": ALWAYS, "tf.keras": ((0, 0), (2, 1))},
    ("compile", "options"): {"keras": ALWAYS, "tf.keras": ((0, 0), (2, 1))},
    "save_format": {"keras": NEVER, "tf.keras": ((1, 15), (2, 15))},
    "signatures": {"keras": NEVER, "tf.keras": ((1, 15), (2, 15))},
    "time_major": {"keras": NEVER, "tf.keras": ((1, 13), (2, 15))},
    "use_multiprocessing": {"keras": ((2, 3), (2, 3)), "tf.keras": ALWAYS},
    "utils": {"keras": ALWAYS, "tf.keras": NEVER},
    "virtual_batch_size": {"keras": NEVER, "tf.keras": ALWAYS},
    "workers": {"keras": ((2, 3), (2, 3)), "tf.keras": ALWAYS},
}
"""First and last legacy releases that took the keyword, where it was not all."""

EVERY = {
    "keras.layers.*": ("Dense", "Conv2D", "LSTM", "BatchNormalization", "Flatten"),
    "keras.applications.*": ("MobileNet",),
}

CASES = [
    (row, symbol.replace("*", name), keyword)
    for row in IGNORED_KEYWORDS
    for symbol in row.symbols
    for name in EVERY.get(symbol, ("",))
    for keyword in row.keywords
]


def name_of(case):
    row, symbol, keyword = case
    return "{}({}=){}".format(symbol, keyword, "".join(row.suffixes[:1]))


def legacy_families(symbol, keyword):
    name = symbol.rpartition(".")[2]
    ranges = RELEASES.get((name, keyword)) or RELEASES.get(keyword, {})
    for family in FAMILIES:
        first, last = ranges.get(family.name, ALWAYS)
        if first <= family.release <= last:
            yield family


def call(package, row, symbol, **given):
    """Call what the symbol names, with all that it asks for."""
    _, module, *rest = symbol.split(".")
    path = "x" + "".join(row.suffixes[:1] or ([] if "save_format" in given else [".h5"]))
    if module == "applications":
        given = {name: getattr(package, name) for name in ("backend", "layers", "models", "utils")} if given else {}
        shape = {"input_shape": (32, 32, 3), "include_top": False, "alpha": 0.25, "weights": None}
        return find(package, symbol)(**dict(shape, **given))
    if symbol == "keras.models.save_model":
        return package.models.save_model(model(package), path, **given)
    if symbol == "keras.models.load_model":
        model(package).save("x.h5")
        return package.models.load_model("x.h5", compile=False, **given)
    if rest[-1] == "add_loss":
        return package.layers.Dense(1).add_loss([], **given)
    if module == "models":
        arguments = {
            "compile": ("sgd", "mse"),
            "evaluate": (X, Y),
            "fit": (X, Y),
            "predict": (X,),
            "save": (path,),
            "save_weights": ("x.weights.h5",),
            "test_on_batch": (X, Y),
            "train_on_batch": (X, Y),
        }
        return getattr(model(package), rest[-1])(*arguments[rest[-1]], **given)
    arguments = dict(ARGUMENTS.get(rest[-1], {}))
    if rest[-1] == "RNN":
        arguments["cell"] = package.layers.LSTMCell(2)
    if rest[-1] == "StackedRNNCells":
        arguments["cells"] = [package.layers.LSTMCell(2)]
    if "input_length" in given and rest[-1] != "Embedding":
        given["input_dim"] = 4
    made = find(package, symbol)(**dict(arguments, **given))
    if "input_dim" in given:
        package.models.Sequential([made])
    return made


def observed(package, row, symbol, keyword, **given):
    """The outcome that the keyword was meant to change."""
    if keyword == "decay":
        optimizer = find(package, symbol)(**given)
        trained = model(package, optimizer)
        for _ in range(3):
            trained.train_on_batch(X, Y)
        return trained.get_weights()[0].tolist()
    made = call(package, row, symbol, **given)
    if keyword == "include_optimizer":
        return getattr(package.models.load_model("x.keras"), "optimizer", None) is not None
    if keyword == "save_format":
        return os.path.isdir("x.keras")
    if keyword == "input_length":
        return tuple(made.compute_output_shape((None, None)))
    assert keyword == "implementation"
    return made.get_config().get("implementation")


def both(keyword):
    """Two calls that the keyword made different."""
    return ({keyword: 1}, {keyword: 2}) if keyword == "implementation" else ({}, {keyword: VALUES[keyword]})


def is_harmless(symbol, keyword):
    """True if legacy releases also took the keyword and ignored it."""
    return keyword == "save_format" or (symbol, keyword) == ("keras.optimizers.Nadam", "decay")


@pytest.fixture(autouse=True)
def folder(tmp_path):
    before = os.getcwd()
    os.chdir(str(tmp_path))
    start_anew()
    yield
    os.chdir(before)


@pytest.mark.skipif(IS_MODERN, reason="the legacy meaning is that of legacy releases")
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_legacy_releases_take_it(case):
    row, symbol, keyword = case
    for family in legacy_families(symbol, keyword):
        value = "h5" if symbol.endswith(".save_weights") else VALUES.get(keyword)
        found = outcome(call, family.keras, row, symbol, **{keyword: value})
        assert found.error is None, f"{family.name} {family.release}: {found.error!r}"
        if row.effect != RAISES:
            first, second = [observed(family.keras, row, symbol, keyword, **given) for given in both(keyword)]
            assert (first == second) == is_harmless(symbol, keyword), f"{family.name} {family.release}"


@pytest.mark.skipif(not IS_MODERN, reason="the rows say what Keras 3 does")
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_modern_releases_do_what_the_row_says(case):
    row, symbol, keyword = case
    package = FAMILIES[0].keras
    found = outcome(call, package, row, symbol, **{keyword: VALUES.get(keyword)})
    if row.effect == RAISES:
        assert found.error is not None
        return
    assert found.error is None, found.error
    assert (f"`{keyword}`" in found.said) == (row.effect == WARNS), found.said
    first, second = [observed(package, row, symbol, keyword, **given) for given in both(keyword)]
    assert first == second


@pytest.mark.skipif(not IS_MODERN, reason="the rows say what Keras 3 does")
@pytest.mark.parametrize("symbol", sorted({symbol for _, symbol, _ in CASES}))
def test_modern_releases_take_the_call_without_the_keyword(symbol):
    call(FAMILIES[0].keras, next(row for row, name, _ in CASES if name == symbol), symbol)


@pytest.mark.skipif(not IS_MODERN, reason="the signatures are those of Keras 3")
def test_rows_for_a_whole_module_leave_out_classes_with_such_a_keyword():
    layers = FAMILIES[0].keras.layers
    for row in IGNORED_KEYWORDS:
        if "keras.layers.*" in row.symbols:
            for keyword in row.keywords:
                named = [
                    name
                    for name in dir(layers)
                    if callable(getattr(layers, name))
                    and keyword in inspect.signature(getattr(layers, name)).parameters
                ]
                assert set(named) <= {"Bidirectional", "Embedding", "Input", "InputLayer", "ReversibleEmbedding"}, (
                    keyword,
                    named,
                )
