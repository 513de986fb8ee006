"""Say what scikit-learn did by default up to 0.21, and name its scores as today: `scoring="neg_mean_squared_error"`.

## What it does

`cross_val_score(model, x, y, scoring="mean_squared_error")` becomes `scoring="neg_mean_squared_error"`, which gives the
same numbers, in every function that takes `scoring=`. A file that uses what scikit-learn 0.22 no longer has, such as
`sklearn.cross_validation` or `Imputer`, gets the defaults of its release: `RandomForestClassifier()` gets
`n_estimators=10`, `SVC()` `gamma="auto"`, `GridSearchCV(model, table)` `cv=3`, and `KFold()` `n_splits=3`. In other
files of Keras 2 and TensorFlow a note tells of these, once for each class, as it does of the solver of
`LogisticRegression()`, of its `"liblinear"`, which takes two classes today, of the epochs of `SGDClassifier()` and the
signs of `PCA`.

## Why

scikit-learn 0.22 of December 2019 makes 100 trees for 10, takes the variance of the data into `gamma`, and splits into
five folds: other scores, without a word. The names of scores without `neg_` are a ValueError since 0.20. Since 1.5
the components of `PCA` may point the other way. https://scikit-learn.org/stable/whats_new/v0.22.html#changed-models

## Numbers

Same: the calls give on scikit-learn 1.9.1 what the former ones gave on 0.20.4
(`tests/compat/tables/test_scikit_defaults.py`).

## What it leaves to you

Every note: whether a script ran with a release before 0.22 is not written in most; one that needs TensorFlow 2.2 gets
none. What a model was trained with that
sees the components of a `PCA` has to be trained anew, or to be given them with the signs that they had.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.possible_releases import is_since
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.canonical_names import below
from codemods.source.file import File, once_per_file
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.names.scikit_defaults import (
    DEFAULTS,
    GONE_BEFORE,
    LIBLINEAR,
    PATHS,
    SCORED,
    SCORES,
    SCORING,
    SIGNS,
    TWO_CLASSES,
    URL,
    URL_OF_SCORES,
    URL_OF_SIGNS,
    URL_OF_SOLVERS,
    Default,
)

_FIRST_AFTER = ("2.2", "2.4")
"""The TensorFlow and the Keras that came out half a year after scikit-learn 0.22."""


@rule(
    "TFM496",
    stage=Stage.BEHAVIOUR,
    severity=Severity.NUMBERS,
    example="""
    import keras
    from sklearn.cross_validation import train_test_split
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.model_selection import cross_val_score

    forest = RandomForestClassifier(random_state=7)
    scores = cross_val_score(regression, x, y, scoring="mean_squared_error", cv=5)
    """,
)
def scikit_defaults(file: File) -> Iterator[Edit | Manual]:
    """Edit scores in any file, and defaults in those of a project of Keras, unless a `try` or an `if` chooses."""
    if not file.target.is_modern:
        return
    choices, noted = Choices(file), set[str]()
    for call in file.calls:
        path = file.qualified_name(call.func) or ""
        if path not in PATHS or choices.leading_to(call):
            continue
        yield from _scored(call, path)
        if not file.reaches_family() or written_for(file).keras is KerasLine.KERAS_3 or any(a.star for a in call.args):
            continue
        for outcome in (*_by_default(file, call, path), *_notes(file, call, path)):
            if isinstance(outcome, Edit) or outcome.message not in noted:
                yield outcome
            noted.add(outcome.message)


def _notes(file: File, call: cst.Call, path: str) -> Iterator[Manual]:
    """What later releases of scikit-learn do otherwise."""
    solver = keyword(call, "solver")
    if path == TWO_CLASSES and solver is not None and literal(solver.value) == LIBLINEAR:
        said = f'{file.code(call.func)}(solver="liblinear") takes two classes only since scikit-learn 1.8'
        advice = f"for more use sklearn.multiclass.OneVsRestClassifier, as it did by itself ({URL_OF_SOLVERS})"
        yield Manual(call, path, said, advice, is_note=True)
    if path in SIGNS:
        said = f"the components of {file.code(call.func)} may have other signs since scikit-learn 1.5"
        advice = f"what was trained with them before has to see them with the former signs ({URL_OF_SIGNS})"
        yield Manual(call, path, said, advice, is_note=True)


def _scored(call: cst.Call, path: str) -> Iterator[Edit]:
    """The names of scores in `scoring=`, also in a list, a tuple or a dictionary of several."""
    if path not in SCORED:
        return
    given = keyword(call, SCORING)
    plain = [arg for arg in call.args if arg.keyword is None and not arg.star]
    place = SCORED[path]
    if given is None and 0 <= place < len(plain):
        given = plain[place]
    for each in _parts(given.value) if given is not None else ():
        name = literal(each)
        if isinstance(name, str) and name in SCORES:
            said = f'the score "{name}" is called "{SCORES[name]}" since scikit-learn 0.18 ({URL_OF_SCORES})'
            yield Edit(each, said, ((each, cst.SimpleString(f'"{SCORES[name]}"')),))


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    if isinstance(node, cst.Dict | cst.List | cst.Tuple | cst.Set):
        return [part for each in node.elements for part in _parts(each.value)]
    return [node]


def _by_default(file: File, call: cst.Call, path: str) -> Iterator[Edit | Manual]:
    default = DEFAULTS.get(path)
    if default is None or not _is_left_to(call, default):
        return
    given = f"{default.name}={default.code}"
    said = f"{file.code(call.func)} did as with {given} by default up to scikit-learn 0.21"
    if default.is_sure and _is_of_before(file):
        new = named(cst.Arg(cst.parse_expression(default.code)), default.name)
        yield Edit(call, f"{said} ({URL})", ((call, with_args(call, [*call.args, new])),))
    elif (not default.is_sure or not _is_of_before(file)) and not is_since(file, *_FIRST_AFTER):
        yield Manual(call, path, said, f"for the numbers of before give it {given} ({URL})", is_note=True)


def _is_left_to(call: cst.Call, default: Default) -> bool:
    """True if a call leaves a parameter to its default, and that matters."""
    plain = [arg for arg in call.args if arg.keyword is None]
    other, values = default.unless
    kind = keyword(call, other) if other else None
    if kind is not None and literal(kind.value) in values:
        return False
    return keyword(call, default.name) is None and not 0 <= default.place < len(plain)


@once_per_file
def _is_of_before(file: File) -> bool:
    """True if the file came in with what scikit-learn 0.22 does not have."""
    original = file.original
    paths = [each.qualified for each in original.imports]
    paths += [path for each in original.attributes if (path := original.qualified_name(each)) is not None]
    return any(below(path, gone) for path in paths for gone in GONE_BEFORE)
