"""What `--to compat` says of the shims is what they do on the TensorFlow at hand."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import distributions
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import pytest

from codemods.analysis.objects.shim_coverage import SHIM_MODULES, Leads, is_missing, place
from codemods.analysis.shims.shim_signatures import has_member, takes
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.releases.target import Target
from compat.tables.keywords.ignored_keywords import IGNORED_KEYWORDS
from compat.tables.keywords.keras_1 import KERAS_1
from compat.tables.keywords.renamed_keywords import RENAMED_KEYWORDS
from compat.tables.methods.generator_methods import GENERATOR_METHODS, KERAS_1_KEYWORDS
from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.methods.renamed_methods import RENAMED_METHODS
from compat.tables.names.aliases import SYMBOL_ALIASES
from compat.tables.names.contrib import SAME_OBJECTS
from compat.tables.names.moved_modules import MOVED_MODULES, RESPELLED_CLASSES
from compat.tables.names.moved_symbols import MOVED_SYMBOLS
from compat.tables.names.tensorflow_1 import CHANGED, MOVED
from compat.tables.removed import REMOVED

TARGET = Target()


def _is_target() -> bool:
    """True on the release that the tables of the target are about."""
    if find_spec("tensorflow") is None or find_spec("tensorflow_estimator") is None:
        return False
    found = {distribution.name: distribution.version for distribution in distributions()}
    return TARGET.tensorflow in (found.get("tensorflow"), found.get("tensorflow-cpu"), found.get("tensorflow_cpu"))


on_target = pytest.mark.skipif(not _is_target(), reason="this is not the release of the target, or has no Estimators")

KERAS_NAMES = [
    *(f"{row.legacy}.{name}" for row in MOVED_MODULES for name in row.names),
    *(row.legacy for row in (*RESPELLED_CLASSES, *MOVED_SYMBOLS)),
]
NAMES = [
    *SHIM_MODULES,
    *MOVED,
    *CHANGED,
    *SAME_OBJECTS,
    *KERAS_NAMES,
    *(row.legacy for row in REMOVED),
    *SYMBOL_ALIASES,
]
NAMES = [*NAMES, *(f"tensorflow.{name}" for name in NAMES if name.startswith("keras."))]
IN_TENSORFLOW_2 = [name.replace("tensorflow.", "tensorflow.compat.v2.", 1) for name in SHIM_MODULES]
NAMES = list(dict.fromkeys([*NAMES, *(each for each in IN_TENSORFLOW_2 if each.startswith("tensorflow."))]))


def _found(path: str) -> Any:
    """The object at a path on the shims; None if there is none."""
    parts = f"compat.{path}".split(".")
    owner: Any = importlib.import_module(".".join(parts[:2]))
    for count, name in enumerate(parts[2:], 3):
        if not hasattr(owner, name):
            owner = _imported(".".join(parts[:count])) if isinstance(owner, ModuleType) else None
        else:
            owner = getattr(owner, name)
    return owner


def _imported(module: str) -> ModuleType | None:
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


# --- names


@pytest.mark.tensorflow
@on_target
def test_every_name_of_the_tables_is_where_it_leads() -> None:
    wrong = []
    for name in NAMES:
        leads = place(TARGET, name).leads
        if leads is not Leads.OPEN and (leads is Leads.NOWHERE) is (_found(name) is not None):
            wrong.append((name, leads.name))
    assert wrong == []


@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("keras.layers.Flatten", Leads.TODAY),
        ("keras.layers.core.Flatten", Leads.TODAY),
        ("keras.layers.BatchNormalization", Leads.SHIM),
        ("tensorflow.python.keras.layers.BatchNormalization", Leads.SHIM),
        ("tensorflow.compat.v2.distribute.MirroredStrategy", Leads.SHIM),
        ("tensorflow.compat.v2.distribute.Strategy", Leads.SHIM),
        ("tensorflow.data.Dataset.make_one_shot_iterator", Leads.TODAY),
        ("tensorflow.estimator.Estimator", Leads.KEPT),
        ("tensorflow.contrib.tpu.TPUEstimator", Leads.KEPT),
        ("tensorflow.estimator.BoostedTreesClassifier", Leads.NOWHERE),
        ("tensorflow.layers.dense", Leads.KEPT),
        ("tensorflow.layers.nonsense", Leads.NOWHERE),
        ("tensorflow.contrib.slim.conv2d", Leads.SHIM),
        ("tensorflow.contrib.seq2seq.BeamSearchDecoder", Leads.NOWHERE),
        ("tensorflow.python.framework.ops", Leads.TODAY),
        ("tensorflow.python.framework.ops.whatever", Leads.OPEN),
        ("tensorflow.whatever", Leads.NOWHERE),
    ],
)
def test_place(path: str, leads: Leads) -> None:
    assert place(TARGET, path).leads is leads


@pytest.mark.parametrize("module", ["tensorflow.contrib.seq2seq", "tensorflow.contrib.nccl"])
def test_a_module_of_removed_names_only_is_missing(module: str) -> None:
    assert is_missing(TARGET, module)


@pytest.mark.parametrize(
    "module", ["tensorflow.contrib", "tensorflow.contrib.layers", "keras.utils", "keras.layers.core"]
)
def test_a_module_with_names_is_not_missing(module: str) -> None:
    assert not is_missing(TARGET, module)


# --- keywords


def _keywords(path: str) -> list[str]:
    """The keywords that any release took."""
    symbol = api.lookup(path)
    found: list[str] = []
    for release in symbol.releases if symbol is not None else ():
        signature = api.signature(path, release)
        found += signature.keywords if signature is not None else ()
    return list(dict.fromkeys(found))


MODEL_METHODS = ("compile", "fit", "evaluate", "predict", "train_on_batch", *(row.legacy for row in GENERATOR_METHODS))
CALLABLES = sorted(
    {
        *(symbol for symbol in SHIM_MODULES if symbol.startswith("keras.")),
        *(
            symbol
            for row in (*RENAMED_KEYWORDS, *IGNORED_KEYWORDS)
            for symbol in row.symbols
            if symbol.startswith("keras.")
        ),
        *(f"keras.models.{model}.{method}" for model in ("Model", "Sequential") for method in MODEL_METHODS),
    }
)
TABLE_KEYWORDS = {symbol: [*row.keywords] for row in (*RENAMED_KEYWORDS, *IGNORED_KEYWORDS) for symbol in row.symbols}
TOGETHER = {symbol: (*row.kernel, "input_dim", "input_length") for symbol, row in KERAS_1.items()}
"""Keywords that the shims convert only together."""
PAIRS = [
    (path, keyword)
    for path in CALLABLES
    if not path.endswith("*")
    for keyword in dict.fromkeys(
        [*_keywords(path), *TABLE_KEYWORDS.get(path, ()), *(KERAS_1_KEYWORDS if path.endswith("fit") else ())]
    )
]


def _model(name: str) -> Any:
    from compat import keras

    inputs = keras.layers.Input((2,))
    output = keras.layers.Dense(1)(inputs)
    model = keras.models.Model(inputs, output) if name == "Model" else keras.models.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


def _taken(path: str, keyword: str) -> Answer:
    """Call with the keyword; unknown if nothing can be called, or the call fails for another reason."""
    owner, _, name = path.rpartition(".")
    if owner in ("keras.models.Model", "keras.models.Sequential"):
        function = getattr(_model(owner.rpartition(".")[2]), name, None)
    else:
        function = _found(path)
    if function is None:
        return Answer.UNKNOWN
    signature = api.signature(path, TARGET.release(path))
    required = set(signature.required) if signature is not None else set()
    with suppress(TypeError, ValueError):
        required = {each.name for each in _parameters(function) if _is_required(each)} or required
    try:
        function(**dict.fromkeys(required - {keyword}, 1), **{keyword: None})
    except Exception as error:  # noqa: BLE001 - any call may fail for another reason, too
        is_refused = re.search(rf"{REFUSED}.*['\"`]{keyword}['\"`]", str(error)) is not None
        return Answer.NO if is_refused else Answer.UNKNOWN
    return Answer.YES


REFUSED = "(unexpected keyword argument|[uU]nrecognized keyword|not recognized|not supported)"


def _parameters(function: Any) -> Iterable[inspect.Parameter]:
    return inspect.signature(function).parameters.values()


def _is_required(parameter: inspect.Parameter) -> bool:
    return parameter.default is parameter.empty and parameter.kind in (
        parameter.POSITIONAL_OR_KEYWORD,
        parameter.KEYWORD_ONLY,
    )


@pytest.mark.full
@pytest.mark.tensorflow
@on_target
def test_keywords_are_taken_or_refused_as_told() -> None:
    wrong = []
    for path, keyword in PAIRS:
        if keyword in TOGETHER.get(path, ()):
            continue
        told, taken = takes(TARGET, path, keyword), _taken(path, keyword)
        if {told, taken} == {Answer.YES, Answer.NO}:
            wrong.append((path, keyword, told.value))
    assert wrong == []


# --- members

MEMBERS = sorted(
    {
        (owner, name)
        for row in GONE_METHODS
        for owner in row.classes
        for name in row.names
        if owner.startswith(("keras.", "tensorflow."))
    }
    | {(owner, name) for row in RENAMED_METHODS for owner in row.classes for name in (row.legacy, row.modern)}
)


@pytest.mark.tensorflow
@on_target
def test_members_are_there_as_told() -> None:
    wrong = []
    for path, name in MEMBERS:
        owner = _found(path)
        if path in ("keras.models.Model", "keras.models.Sequential"):
            owner = _model(path.rpartition(".")[2])
        if path == "keras.callbacks.ModelCheckpoint":
            owner = owner("best.h5")
        told = has_member(TARGET, path, name)
        if owner is not None and told is not Answer.UNKNOWN and (told is Answer.YES) is not hasattr(owner, name):
            wrong.append((path, name, told.value))
    assert wrong == []


@pytest.mark.parametrize(
    ("path", "keyword", "told"),
    [
        ("keras.optimizers.SGD", "decay", Answer.YES),
        ("keras.optimizers.SGD", "whatever", Answer.NO),
        ("keras.models.Model.fit", "nb_epoch", Answer.YES),
        ("keras.models.Model.compile", "experimental_run_tf_function", Answer.YES),
        ("keras.models.Model.compile", "options", Answer.NO),
        ("keras.models.Model.fit_generator", "samples_per_epoch", Answer.YES),
        ("keras.models.Model.fit_generator", "nb_val_samples", Answer.NO),
        ("keras.layers.recurrent.LSTM", "output_dim", Answer.YES),
        ("keras.layers.Dense", "batch_input_shape", Answer.YES),
        ("tensorflow.keras.layers.LSTM", "output_dim", Answer.NO),
        ("keras.layers.Conv2D", "border_mode", Answer.YES),
        ("keras.layers.core.Dense", "output_dim", Answer.YES),
        ("keras.layers.Convolution2D", "nb_row", Answer.YES),
        ("tensorflow.keras.layers.Conv2D", "border_mode", Answer.NO),
        ("keras.callbacks.ModelCheckpoint", "period", Answer.YES),
        ("keras.callbacks.ModelCheckpoint", "load_weights_on_restart", Answer.NO),
        ("keras.layers.Dense", "units", Answer.YES),
        ("tensorflow.contrib.distribute.MirroredStrategy", "num_gpus", Answer.YES),
    ],
)
def test_keywords(path: str, keyword: str, told: Answer) -> None:
    assert takes(TARGET, path, keyword) is told


@pytest.mark.parametrize(
    ("owner", "name", "told"),
    [
        ("keras.models.Sequential", "fit_generator", Answer.YES),
        ("keras.models.Sequential", "save_spec", Answer.NO),
        ("keras.optimizers.Adam", "lr", Answer.YES),
        ("tensorflow.keras.metrics.Mean", "reset_states", Answer.YES),
        ("keras.metrics.SparseCategoricalAccuracy", "reset_states", Answer.YES),
        ("keras.metrics.Mean", "get_updates_for", Answer.NO),
        ("tensorflow.data.Dataset", "make_one_shot_iterator", Answer.YES),
        ("tensorflow.estimator.Estimator", "export_savedmodel", Answer.YES),
        ("tensorflow.contrib.distribute.MirroredStrategy", "call_for_each_tower", Answer.YES),
        ("tensorflow.Session", "reset", Answer.YES),
    ],
)
def test_members(owner: str, name: str, told: Answer) -> None:
    assert has_member(TARGET, owner, name) is told
