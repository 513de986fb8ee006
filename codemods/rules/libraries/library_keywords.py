"""Use the keywords that Matplotlib, seaborn, SciPy, scikit-learn and scikit-image have today.

## What it does

`plt.hist(x, normed=True)` becomes `plt.hist(x, density=True)`, `TSNE(n_iter=500)` `TSNE(max_iter=500)`,
`rescale(x, .5, multichannel=True)` `rescale(x, .5, channel_axis=-1)`, and `sns.countplot(df["a"])`
`sns.countplot(x=df["a"])`; `plt.grid("off")` and `tick_params(top="off")` get `False`. Keywords that meant nothing are
left out: `matplotlib.use("Agg", warn=False)`,
`KMeans(n_jobs=4)`, `KFold(5, random_state=7)`. Classes of `compute_class_weight` become an array, `stop_words=` of a
set a list, and `imageio.mimsave(path, images, duration=0.5)` counts milliseconds, `duration=500`; a GIF that is given
neither gets `duration=100, loop=0`. Likewise all of `compat/tables/names/library_keywords.py`, also of methods of axes.
Keywords that nothing takes the place of are reported. `KMeans(3)` and `TSNE()` get `n_init=10`, and
`init="random", learning_rate=200.0`, which were their defaults, in files that are for TensorFlow 1 or Keras 2, and are
noted in files that tell of no release; so are `MiniBatchKMeans`, `FastICA` and `DummyClassifier`.
`LogisticRegression(penalty="l1")` gets its solver.

## Why

TensorFlow 1 ran with Matplotlib 3.0, seaborn 0.9, SciPy 1.2, scikit-learn 0.22 and scikit-image 0.15. In the releases
of today each is an error, but for three: `sns.countplot(df["a"])` draws a bar for each row, `plt.grid("off")` a grid,
and `remove_small_objects(x, 64)` also removes objects of 64 pixels. https://scikit-learn.org/stable/whats_new.html

## Numbers

Same to four digits: the calls of `tests/compat/tables/test_library_keywords.py` are compared on both releases. What
scikit-learn draws at random is drawn anew, and `precision_recall_curve` has more points.

## What it leaves to you

Every reported keyword; images of colours for `filters.gaussian`, `hog` and `rescale`, `rgb2gray` of images without
three colours, `transform.resize`, which scikit-image 0.14 did without smoothing, some twenty functions of scikit-image
that give other values today, such as `sobel` and `label2rgb`, `AdaBoostClassifier()`, `GaussianProcessRegressor()`,
and numbers of dates (`date2num`): all are noted; keywords in `**options`, and what the table does not have.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.places import surplus
from codemods.analysis.flow.texts import ending
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.evidence import function_names
from codemods.analysis.objects.library_objects import imports_package
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.parentheses import in_parentheses
from codemods.source.arguments import bind, is_one_of, keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.library_keywords import (
    ANIMATED,
    ANIMATION,
    CLASS_WEIGHTS,
    CLASSES,
    COUNTING,
    DEFAULT_PLACES,
    DEFAULTS,
    DURATIONS,
    ENGLISH,
    FIRST_VALUES,
    LASSO,
    LIBRARY_KEYWORDS,
    LIBRARY_PLACES,
    METHOD_KEYWORDS,
    NOTES,
    PAIRED,
    PAIRS,
    PATHS,
    SEABORN_PLACES,
    SECONDS,
    SMALL_OBJECTS,
    SOLVER,
    STOP_WORDS,
    TIMES,
    UNSHUFFLED,
    URL_OF_SKLEARN,
    Keyword,
    Keywords,
)
from compat.tables.names.scikit_keywords import SCIKIT_PLACES

_PLOTTING = ("matplotlib", "pylab")


@rule(
    "TFM408",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    import matplotlib.pyplot as plt
    from sklearn.manifold import TSNE

    points = TSNE(n_components=2, n_iter=500).fit_transform(features)
    plt.hist(points[:, 0], bins=20, normed=True)
    """,
)
def library_keywords(file: File) -> Iterator[Edit | Manual]:
    """Edit the arguments of each call at once, unless a `try` or an `if` chooses."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    is_plotting = any(imports_package(file, package) for package in _PLOTTING)
    for call in file.calls:
        path = file.qualified_name(call.func) or ""
        method = method_of(call) if is_plotting and not path else None
        keywords = LIBRARY_KEYWORDS.get(path, METHOD_KEYWORDS.get(method or "", {}))
        is_own = method is not None and method in function_names(file)
        is_meant = path in PATHS or keywords or method in FIRST_VALUES
        if not is_meant or is_own or choices.leading_to(call):
            continue
        yield from _reported(file, call, keywords)
        yield from _noted(file, call, path)
        yield from _with_other_defaults(file, call, path)
        yield from _edited(file, call, path, keywords)
        if path == CLASS_WEIGHTS:
            yield from _array_of_classes(file, call)


def _reported(file: File, call: cst.Call, keywords: Keywords) -> Iterator[Manual]:
    for arg in call.args:
        row = keywords.get(arg.keyword.value) if arg.keyword is not None else None
        if row is not None and arg.keyword is not None and _is_left(row, arg):
            name = f"{file.code(call.func)}({arg.keyword.value}=)"
            yield Manual(arg, name, f"{name} is gone", row.advice)


def _noted(file: File, call: cst.Call, path: str) -> Iterator[Manual]:
    note = NOTES.get(path)
    if note is None or any(arg.star for arg in call.args) or not _is_of_keras_2(file):
        return
    is_given = not note.given or keyword(call, note.given) is not None
    if is_given and all(keyword(call, name) is None for name in note.keywords):
        yield Manual(call, path, f"{file.code(call.func)} {note.said}", note.advice, is_note=True)


def _is_left(row: Keyword, arg: cst.Arg) -> bool:
    """True for a value that only a person can replace."""
    value = literal(arg.value)
    return bool(row.advice) and not row.is_idle and not is_one_of(value, (*row.idle, *row.values))


def _edited(file: File, call: cst.Call, path: str, keywords: Keywords) -> Iterator[Edit]:
    args: list[cst.Arg] = []
    said: list[str] = []
    places = _placed(file, call, path)
    given = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    rows = {name: row for name, row in keywords.items() if row.successor not in given}
    for arg in call.args:
        new, change = _argument(arg, rows)
        if not change and arg is call.args[0]:
            new, change = _first(call, arg, path)
        if not change and arg in places:
            new, change = named(arg, places[arg]), f"{places[arg]}= has no place any more"
        if not change:
            new, change = _of_function(file, call, arg, path)
        if change:
            said.append(change)
        if new is not None:
            args.append(new)
    for name, code in _of_animations(file, call, path).items():
        args.append(named(cst.Arg(cst.parse_expression(code)), name))
        said.append(f"{name}={code} was meant up to imageio 2.27")
    is_former = path == SOLVER or (_is_of_keras_2(file) and _is_of_2019(file, call, path))
    for name, code in _former_defaults(call, path).items() if is_former else ():
        args.append(named(cst.Arg(cst.parse_expression(code)), name))
        said.append(f"{name}= was {code} by default")
    if said:
        yield Edit(call, f"{file.code(call.func)}: {', '.join(said)}", ((call, with_args(call, args)),))


def _argument(arg: cst.Arg, keywords: Keywords) -> tuple[cst.Arg | None, str]:
    """What an argument becomes by its row, and what is said about it; None if it is left out."""
    name = arg.keyword.value if arg.keyword is not None else ""
    row = keywords.get(name)
    if row is None:
        return arg, ""
    value = literal(arg.value)
    if row.is_idle or is_one_of(value, row.idle):
        return None, f"{name}= meant nothing, and is gone"
    code = next((each for key, each in row.values.items() if is_one_of(value, [key])), None)
    if code is not None:
        new = arg.with_changes(value=cst.parse_expression(code))
        successor = row.successor or name
        return (named(new, successor) if row.successor else new), f"{name}={value!r} is now {successor}={code}"
    if row.successor and not row.advice:
        return named(arg, row.successor), f"{name}= is now {row.successor}="
    return arg, ""


def _first(call: cst.Call, arg: cst.Arg, path: str) -> tuple[cst.Arg, str]:
    """What the first argument of `plt.grid("off")` becomes, and of the method of axes."""
    name = path.rpartition(".")[2] if path else method_of(call) or ""
    values = FIRST_VALUES.get(name, {}) if arg.keyword is None and not arg.star else {}
    value = literal(arg.value)
    code = next((each for key, each in values.items() if is_one_of(value, [key])), None)
    if code is None:
        return arg, ""
    return arg.with_changes(value=cst.parse_expression(code)), f"{value!r} is now {code}"


def _former_defaults(call: cst.Call, path: str) -> dict[str, str]:
    """The arguments that say what a parameter was by default in the releases of 2019."""
    if any(arg.star for arg in call.args):
        return {}
    penalty = keyword(call, "penalty")
    if path == SOLVER and penalty is not None and literal(penalty.value) == LASSO:
        return {} if keyword(call, "solver") is not None else {"solver": '"liblinear"'}
    defaults = DEFAULTS.get(path, {})
    bound = bind(call, *DEFAULT_PLACES.get(path, ())) if defaults else None
    if bound is None:
        return {}
    init = bound.get("init")
    is_drawn = init is None or literal(init.value) == "k-means++"
    left = {name: code for name, code in defaults.items() if name not in bound}
    return {name: code for name, code in left.items() if name != "n_init" or is_drawn}


def _of_animations(file: File, call: cst.Call, path: str) -> dict[str, str]:
    """How long a frame of a GIF was shown, and that it began again, where the call does not say so."""
    place = call.args[0] if path in DURATIONS and call.args else None
    if place is None or place.keyword is not None or any(arg.star for arg in call.args) or not _is_of_keras_2(file):
        return {}
    if not (ending(file, place.value) or "").lower().endswith(ANIMATED):
        return {}
    is_timed = any(keyword(call, name) is not None for name in TIMES)
    defaults = {name: code for name, code in ANIMATION.items() if not (is_timed and name in TIMES)}
    return {name: code for name, code in defaults.items() if keyword(call, name) is None}


def _with_other_defaults(file: File, call: cst.Call, path: str) -> Iterator[Manual]:
    """Note a default that is another one today, in a file of which nothing tells for which release it is."""
    if path not in DEFAULTS or not _is_of_keras_2(file) or _is_of_2019(file, call, path):
        return
    defaults = _former_defaults(call, path)
    if defaults:
        given = ", ".join(f"{name}={code}" for name, code in defaults.items())
        said = f"{file.code(call.func)} has other defaults in the scikit-learn of today"
        yield Manual(call, path, said, f"for those of before give it {given} ({URL_OF_SKLEARN})", is_note=True)


def _is_of_2019(file: File, call: cst.Call, path: str) -> bool:
    """True if the file, or a keyword of the call that meant nothing then, tells of a release before Keras 3."""
    written = written_for(file)
    if written.keras is not None or written.tensorflow == 1:
        return written.keras is not KerasLine.KERAS_3
    rows = LIBRARY_KEYWORDS.get(path, {})
    return any(arg.keyword is not None and rows.get(arg.keyword.value, Keyword()).is_idle for arg in call.args)


def _is_of_keras_2(file: File) -> bool:
    """True for a file of a project for Keras or TensorFlow that is not for Keras 3."""
    return file.reaches_family() and written_for(file).keras is not KerasLine.KERAS_3


def _placed(file: File, call: cst.Call, path: str) -> dict[cst.Arg, str]:
    """The arguments that need a name today."""
    places = LIBRARY_PLACES.get(path)
    if places is not None:
        found = surplus(call, places)
    elif path in SEABORN_PLACES and _begins_with_x(file, call, path):
        found = surplus(call, SEABORN_PLACES[path])
    else:
        return {}
    given = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    return {} if given & {*found.values()} else found


def _begins_with_x(file: File, call: cst.Call, path: str) -> bool:
    """True if the first argument of a plot is `x`, as in the releases of 2019, and not `data`."""
    plain = [arg for arg in call.args if arg.keyword is None]
    if not plain or keyword(call, "x") is not None:
        return False
    if len(plain) > 1 or keyword(call, "data") is not None:
        return True
    if keyword(call, "y") is not None or written_for(file).keras is KerasLine.KERAS_3:
        return False
    if path.endswith("kdeplot") or path in PAIRED:
        return False
    is_column = isinstance(plain[0].value, cst.Subscript | cst.SimpleString)
    return path in COUNTING or (is_column and file.reaches_family())


def _in_milliseconds(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """A number, or a fraction, that counts seconds, as one that counts milliseconds; None if it may count those."""
    seconds = literal(node)
    if isinstance(seconds, int | float) and not isinstance(seconds, bool):
        return cst.parse_expression(f"{seconds * 1000:g}") if 0 < seconds < SECONDS else None
    is_fraction = isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Divide)
    if is_fraction and isinstance(node, cst.BinaryOperation) and literal(node.left) in (1, 1.0):
        return node.with_changes(left=cst.Integer("1000"))
    return None


def _array_of_classes(file: File, call: cst.Call) -> Iterator[Edit]:
    """`classes=[0, 1]` of `compute_class_weight` as `classes=np.array([0, 1])`."""
    given = keyword(call, CLASSES)
    if given is not None and _is_list(file, given.value):
        numpy, imports = bind_module(file, "numpy", "np", call)
        array = cst.parse_expression(f"{numpy}.array({file.code(given.value)})")
        said = f"{file.code(call.func)} wants an array of classes since scikit-learn 1.2"
        yield Edit(given, said, ((given.value, array),), imports)


def _is_list(file: File, node: cst.BaseExpression) -> bool:
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    if isinstance(value, cst.Call):
        return file.is_builtin(value.func, "list", "range", "sorted")
    return isinstance(value, cst.List | cst.ListComp | cst.Tuple)


def _is_set(file: File, node: cst.BaseExpression) -> bool:
    """True for a set of words, and for one that others are joined to."""
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    if isinstance(value, cst.Call):
        if isinstance(value.func, cst.Attribute) and value.func.attr.value == "union":
            return _is_set(file, value.func.value)
        return file.is_builtin(value.func, "frozenset", "set")
    named = value if isinstance(value, cst.Name | cst.Attribute) else node
    return isinstance(value, cst.Set | cst.SetComp) or file.qualified_name(named) in ENGLISH


def _of_function(file: File, call: cst.Call, arg: cst.Arg, path: str) -> tuple[cst.Arg | None, str]:
    """What an argument of one of a few functions becomes."""
    name = arg.keyword.value if arg.keyword is not None else ""
    if path in UNSHUFFLED and name == "random_state" and _is_in_order(call, path):
        return None, "random_state= meant nothing without shuffle=True, and is a ValueError"
    if name and PAIRS.get(path) == name and isinstance(arg.value, cst.List):
        pair = cst.Tuple(arg.value.elements, lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        return arg.with_changes(value=pair), f"{name}= takes a tuple only"
    if name and DURATIONS.get(path) == name and (milliseconds := _in_milliseconds(arg.value)) is not None:
        return arg.with_changes(value=milliseconds), f"{name}= counts milliseconds since imageio 2.28"
    if name and STOP_WORDS.get(path) == name and _is_set(file, arg.value):
        words = cst.Call(cst.Name("list"), [cst.Arg(arg.value)])
        return arg.with_changes(value=words), f"{name}= takes a list only"
    if path in SMALL_OBJECTS and (name == SMALL_OBJECTS[path] or (not name and call.args.index(arg) == 1)):
        size = literal(arg.value)
        if isinstance(size, int):
            less: cst.BaseExpression = cst.Integer(str(max(size - 1, 0)))
        else:
            less = cst.BinaryOperation(in_parentheses(arg.value), cst.Subtract(), cst.Integer("1"))
        return named(arg.with_changes(value=less), "max_size"), f"{SMALL_OBJECTS[path]}= is now max_size=, one less"
    return arg, ""


def _is_in_order(call: cst.Call, path: str) -> bool:
    """True if the folds are not shuffled."""
    if any(arg.star for arg in call.args):
        return False
    shuffle = keyword(call, "shuffle")
    if shuffle is not None:
        return literal(shuffle.value) is False
    plain = [arg for arg in call.args if arg.keyword is None]
    return len(plain) <= len(SCIKIT_PLACES[path].kept)
