"""Every row of the table of changed values: what breaks its condition worked in legacy releases, and no longer does."""

import os
import tarfile

import numpy as np
import pytest

pytest.importorskip("tensorflow")

from compat import keras as shims
from compat.tables.behaviour.changed_values import CHANGED_VALUES
from compat.tables.names.shims import SHIMS
from compat.tables.rows import DIFFERS, Between, Each, EndsWith, Lacks, LacksStart, NotFrom, NotOfType, NotOneOf
from tests.compat.releases import FAMILIES, IS_MODERN, NEVER, TENSORFLOW, X, Y, outcome, start_anew
from tests.compat.tables.changed_value_cases import CASES, open_file


def elements(value):
    if isinstance(value, dict):
        value = list(value.values())
    return [leaf for each in value for leaf in elements(each)] if isinstance(value, (list, tuple)) else [value]


def package_of(value):
    module = getattr(value, "__module__", None) or type(value).__module__
    if getattr(value, "__name__", None) == "<lambda>" and value.__code__.co_argcount == 0:
        module = type(value()).__module__
    return "keras" if ".keras." in module else module.split(".")[0].replace("tensorflow_core", "tensorflow")


def type_of(value):
    return "lambda" if getattr(value, "__name__", None) == "<lambda>" else type(value).__name__


MEETS = {
    Between: lambda condition, value: condition.least <= value <= condition.most,
    Each: lambda condition, value: all(meets(condition.condition, each) for each in elements(value)),
    EndsWith: lambda condition, value: value.endswith(condition.suffixes) or value.startswith(condition.prefixes),
    Lacks: lambda condition, value: condition.part not in value,
    LacksStart: lambda condition, value: not value.startswith(condition.prefix),
    NotFrom: lambda condition, value: package_of(value) not in {name.split(".")[0] for name in condition.symbols},
    NotOfType: lambda condition, value: type_of(value) not in condition.types,
    NotOneOf: lambda condition, value: not any(type(value) is type(key) and value == key for key in condition.values),
}


def meets(condition, value):
    """True if a value meets a condition, as far as a value can show it."""
    return MEETS[type(condition)](condition, value)


def covers(symbol, name):
    """True if the symbol of a row stands for a name; the methods of models are tested on `Sequential` ones."""
    return name in (symbol, symbol.replace(".Sequential.", ".Model.")) or (
        symbol.endswith(".*") and name.rpartition(".")[0] == symbol[:-2]
    )


def rows(each):
    """The rows that the value of a case breaks."""
    for row in CHANGED_VALUES:
        if any(covers(symbol, each.symbol) for symbol in row.symbols) and each.keyword in row.keywords:
            if row.given == each.given and row.effect != DIFFERS and not meets(row.condition, each.breaking):
                yield row


def name_of(each):
    return f"{each.symbol}({each.keyword}={getattr(each.breaking, '__name__', each.breaking)!r})"


def in_new_folder(folder, call, *args):
    before = os.getcwd()
    folder.mkdir()
    os.chdir(str(folder))
    try:
        return outcome(call, *args)
    finally:
        os.chdir(before)


def named_values(row):
    condition = row.condition.condition if isinstance(row.condition, Each) else row.condition
    return condition.values if isinstance(condition, NotOneOf) else {}


@pytest.mark.parametrize("each", CASES, ids=name_of)
def test_the_value_breaks_one_row(each):
    assert len(list(rows(each))) == 1
    assert all(meets(row.condition, each.fine) for row in rows(each))


def test_every_row_has_a_case():
    tested = [(row, each.keyword, each.symbol) for each in CASES for row in rows(each)]
    missing = [
        (symbol, keyword)
        for row in CHANGED_VALUES
        if row.effect != DIFFERS
        for keyword in row.keywords
        for symbol in row.symbols
        if not any(row == each and keyword == name and covers(symbol, found) for each, name, found in tested)
        and not (symbol in ("keras.models.Model", "keras.models.Sequential") and keyword != "name")
    ]
    assert missing == []


def test_every_named_value_has_a_case():
    for row in CHANGED_VALUES:
        if row.effect != DIFFERS:
            tested = [element for each in CASES if row in rows(each) for element in elements(each.breaking)]
            assert [value for value in named_values(row) if value not in tested] == []


@pytest.mark.skipif(IS_MODERN, reason="what legacy releases took")
@pytest.mark.parametrize("each", CASES, ids=name_of)
def test_legacy_releases_take_it(each, tmp_path):
    for family in FAMILIES:
        first, last = each.keras if family.name == "keras" else each.tf_keras
        if first <= family.release <= last:
            start_anew()
            found = in_new_folder(tmp_path / family.name, each.call, family.keras, each.breaking)
            assert found.error is None, f"{family.name} {family.release}: {found.error!r}"


@pytest.mark.skipif(not IS_MODERN, reason="what Keras 3 refuses")
@pytest.mark.parametrize("each", CASES, ids=name_of)
def test_modern_releases_refuse_it(each, tmp_path):
    found = in_new_folder(tmp_path / "breaking", each.call, FAMILIES[0].keras, each.breaking)
    assert isinstance(found.error, (ValueError, TypeError, AttributeError, KeyError)), found


SHIMMED = {name for row in SHIMS for name in row.symbols}


def of_today(symbol):
    """True for a class or function that the shims take from Keras 3; the codemods judge it as such."""
    return not any(symbol == name or symbol.startswith(name + ".") for name in SHIMMED)


@pytest.mark.skipif(not IS_MODERN, reason="what the shims take")
@pytest.mark.parametrize("each", [each for each in CASES if each.keras != NEVER], ids=name_of)
def test_the_shims_take_it_unless_the_table_says_so(each, tmp_path):
    found = in_new_folder(tmp_path / "shims", each.call, shims, each.breaking)
    is_handed_on = any(row.on_shims for row in rows(each))
    assert (found.error is not None) == is_handed_on or of_today(each.symbol), repr(found.error)


@pytest.mark.skipif(not IS_MODERN, reason="what Keras 3 takes")
@pytest.mark.parametrize("listed", [True, False])
def test_weights_by_the_names_of_outputs_go_with_a_dictionary_of_outputs(listed):
    package = FAMILIES[0].keras
    inputs = package.layers.Input((4,))
    outputs = {name: package.layers.Dense(1, name=name)(inputs) for name in ("a", "b")}
    made = package.models.Model(inputs, list(outputs.values()) if listed else outputs)
    made.compile("sgd", {"a": "mse", "b": "mse"})
    targets, weights = {"a": Y, "b": Y}, {"a": np.zeros(len(X)), "b": np.zeros(len(X))}
    if listed:
        with pytest.raises(KeyError):
            made.evaluate(X, targets, sample_weight=weights, verbose=0)
    else:
        assert not np.any(made.evaluate(X, targets, sample_weight=weights, verbose=0))


@pytest.mark.skipif(not IS_MODERN, reason="what Keras 3 takes")
@pytest.mark.parametrize("each", CASES, ids=name_of)
def test_modern_releases_take_a_value_that_meets_the_condition(each, tmp_path):
    found = in_new_folder(tmp_path / "fine", each.call, FAMILIES[0].keras, each.fine)
    assert found.error is None, repr(found.error)


TRUE, PREDICTED = np.array([[1.0, 0.0]], "float32"), np.array([[0.5, 2.0]], "float32")
ERRORS = PREDICTED - TRUE
LOSSES = {
    "huber_loss": np.mean([0.5 * 0.5**2, 2.0 - 0.5]),
    "kullback_leibler_divergence": np.log(2.0),
    "logcosh": np.mean(np.log(np.cosh(ERRORS))),
}
"""The values of the losses by their formulas."""


def number(package, value):
    return np.mean(np.asarray(value) if IS_MODERN else package.backend.get_value(value))


def tensor(package, value):
    return value if IS_MODERN else package.backend.constant(value)


def replaced():
    """Each legacy name that has a modern one, and the one of them that the installed release knows."""
    known = {legacy: modern for row in CHANGED_VALUES for legacy, modern in named_values(row).items() if modern}
    if FAMILIES[0].release < (1, 14):
        del known["huber_loss"]
    return [(legacy, modern if IS_MODERN else legacy) for legacy, modern in sorted(known.items())]


@pytest.mark.parametrize(("legacy", "name"), replaced())
def test_the_value_named_in_its_place_means_the_same(legacy, name):
    package = FAMILIES[0].keras
    if legacy in LOSSES:
        loss = package.losses.get(name)
        assert number(package, loss(tensor(package, TRUE), tensor(package, PREDICTED))) == pytest.approx(
            LOSSES[legacy], rel=1e-4
        )
    elif legacy in ("Constant", "constant"):
        assert number(package, package.initializers.get(name)((2, 3))) == 0.0
    else:
        classes = {"maxnorm": "MaxNorm", "nonneg": "NonNeg", "unitnorm": "UnitNorm"}
        assert type(package.constraints.get(name)).__name__ == classes[legacy]


def unpacked(package, keyword):
    open_file("inner")
    with tarfile.open("archive.tar.gz", "w:gz") as archive:
        archive.add("inner")
    origin = "file://" + os.path.abspath("archive.tar.gz")
    package.utils.get_file("archive.tar.gz", origin, cache_dir=os.getcwd(), **{keyword: True})
    return os.path.isfile(os.path.join("datasets", "inner"))


def rate(package, name):
    optimizer = package.optimizers.get(name)
    return float(number(package, optimizer.learning_rate if hasattr(optimizer, "learning_rate") else optimizer.lr))


def enlarged(package):
    options = {} if IS_MODERN else {"input_shape": (2, 2, 1)}
    made = package.models.Sequential([package.layers.UpSampling2D(2, interpolation="bilinear", **options)])
    return made.predict(np.arange(4.0, dtype="float32").reshape(1, 2, 2, 1)).ravel()[:4].tolist()


def normalized(package):
    """The first column of an array whose columns are divided by their norms."""
    return package.utils.normalize(np.array([[3.0, 1.0], [4.0, 1.0]]), axis=0)[:, 0].tolist()


def fused(package):
    """One of two numbers whose variance is 1e-6, normalised with an epsilon of 1e-7."""
    import tensorflow as tf

    v1 = getattr(tf.compat, "v1", tf)
    inputs = np.array([0.0, 0.002], "float32").reshape(1, 1, 2, 1)
    found = v1.nn.fused_batch_norm(inputs, np.ones(1, "float32"), np.zeros(1, "float32"), epsilon=1e-7)[0]
    return abs(float(number(package, found[0, 0, 0, 0])))


def hard_sigmoid(package):
    return float(number(package, package.activations.get("hard_sigmoid")(tensor(package, np.ones((1,), "float32")))))


def trained(package, rate, **options):
    """Six epochs on one batch: how many ran, and the only weight, which each step multiplies by 1 - 2 * rate."""
    layer = package.layers.Dense(
        1, use_bias=False, kernel_initializer="ones", **({} if IS_MODERN else {"input_dim": 1})
    )
    model = package.models.Sequential([layer])
    model.compile(package.optimizers.SGD(rate), "mse")
    stop = package.callbacks.EarlyStopping(monitor="loss", **options)
    history = model.fit(np.ones((1, 1)), np.zeros((1, 1)), epochs=6, verbose=0, callbacks=[stop])
    return [len(history.epoch), float(model.get_weights()[0][0, 0])]


DIFFERENCES = (
    ("baseline", lambda package: trained(package, 0.25, baseline=0.0), [1, 0.5], [6, 0.015625], True),
    (
        "restore_best_weights",
        lambda package: trained(package, 1.5, patience=9, restore_best_weights=True),
        [6, 64.0],
        [6, -2.0],
        True,
    ),
    ("axis", normalized, [0.6, 0.8], [0.6, 4 / 2**0.5], True),
    ("untar", lambda package: unpacked(package, "untar"), True, False, True),
    ("extract", lambda package: unpacked(package, "extract"), True, False, True),
    ("optimizer", lambda package: rate(package, "adadelta"), 1.0, 0.001, False),
    ("optimizer", lambda package: rate(package, "adagrad"), 0.01, 0.001, False),
    ("optimizer", lambda package: rate(package, "Adamax"), 0.002, 0.001, False),
    ("optimizer", lambda package: rate(package, "nadam"), 0.002, 0.001, False),
    ("interpolation", enlarged, [0.0, 0.5, 1.0, 1.0], [0.0, 0.25, 0.75, 1.0], False),
    ("activation", hard_sigmoid, 0.7, 4.0 / 6.0, True),
    ("recurrent_activation", hard_sigmoid, 0.7, 4.0 / 6.0, True),
    ("epsilon", fused, 0.001 / 1.101e-5**0.5, 0.001 / 1.1e-6**0.5, True),
)
"""Keyword, what comes of it, in legacy releases, in modern ones, and whether tf.keras was like standalone Keras."""


def test_every_difference_is_measured():
    keywords = {keyword for row in CHANGED_VALUES if row.effect == DIFFERS for keyword in row.keywords}
    assert {difference[0] for difference in DIFFERENCES} == keywords


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference[0])
def test_it_means_something_else(difference, tmp_path):
    _, call, legacy, modern, is_shared = difference
    for family in FAMILIES:
        if is_shared or IS_MODERN or family.name == "keras":
            found = in_new_folder(tmp_path / family.name, call, family.keras)
            assert found.value == pytest.approx(modern if IS_MODERN else legacy, rel=1e-5), (family, found.error)


@pytest.mark.skipif(TENSORFLOW >= (2, 2), reason="no array or list since, which is a case above")
@pytest.mark.parametrize("package", [each.keras for each in FAMILIES])
@pytest.mark.parametrize("method", ["fit", "train_on_batch"])
def test_class_weights_that_weighed_nothing(package, method):
    """A list and an array are no weights, in all releases that took them."""

    def loss(weights):
        start_anew()
        made = package.models.Sequential([package.layers.Dense(2, input_shape=(3,), kernel_initializer="ones")])
        made.compile("sgd", "mse")
        x, y = np.arange(24.0).reshape(8, 3) / 9, np.eye(2)[[0, 1, 1, 0, 1, 1, 1, 0]]
        if method == "fit":
            return made.fit(x, y, class_weight=weights, epochs=2, shuffle=False, verbose=0).history["loss"]
        return [float(made.train_on_batch(x, y, class_weight=weights)) for _ in range(2)]

    plain = loss(None)
    assert loss({0: 1.0, 1: 9.0}) != plain
    for weights in ([1.0, 9.0], np.array([1.0, 9.0]), "balanced"):
        assert loss(weights) == plain
