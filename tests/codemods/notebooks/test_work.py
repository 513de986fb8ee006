"""Notebooks are upgraded, checked and looked at as scripts are: by cell, and without touching anything else."""

from __future__ import annotations

import ast
import random
from itertools import pairwise
from pathlib import Path

import pytest

from codemods.engine.engine import upgrade as upgrade_script
from codemods.notebooks.work import check, detect, upgrade
from codemods.releases.target import parse_target
from codemods.types import Failure, Settings, Upgraded
from tests.codemods.notebooks.notebooks import checked, failed, notebook, sources, upgraded
from tests.quick import only

IMPORTS = "from keras.optimizers import SGD"
FIXTURES = Path(__file__).parents[1] / "fixtures"


def after(*cells: str | tuple[str, str], settings: Settings | None = None) -> list[str]:
    return sources(upgraded(notebook(*cells), settings).after)


# --- what is rewritten


def test_a_cell_knows_the_cells_above_it() -> None:
    result = upgraded(notebook(("markdown", "# Train"), IMPORTS, "x = 1", "opt = SGD(lr=0.1);  # rate\nopt"))
    assert sources(result.after)[3] == "opt = SGD(learning_rate=0.1);  # rate\nopt"
    assert [part.cell for part in result.cells] == [4]
    (change,) = result.changes
    assert (change.cell, change.line, change.column, change.code) == (4, 1, 11, "TFM102")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("%time opt = SGD(lr=0.1)", "%time opt = SGD(learning_rate=0.1)"),
        ("%timeit -n 3 SGD(lr=0.1)", "%timeit -n 3 SGD(learning_rate=0.1)"),
        ("%%time\n\nopt = SGD(lr=0.1)", "%%time\n\nopt = SGD(learning_rate=0.1)"),
        ("%%capture out\n!ls\nopt = SGD(lr=0.1)\n", "%%capture out\n!ls\nopt = SGD(learning_rate=0.1)\n"),
        ("if 1:\n    !ls\n    x = !ls\n    SGD(lr=0.1)", "if 1:\n    !ls\n    x = !ls\n    SGD(learning_rate=0.1)"),
        ("SGD?\nSGD(lr=0.1)", "SGD?\nSGD(learning_rate=0.1)"),
        ("await f(SGD(lr=0.1))", "await f(SGD(learning_rate=0.1))"),
        ("  SGD(lr=0.1)\n  x = 1\n", "  SGD(learning_rate=0.1)\n  x = 1\n"),
        ("SGD(lr=0.1)\r\nx = 1\r\n", "SGD(learning_rate=0.1)\r\nx = 1\r\n"),
        ("s = '''\n!ls\n'''\nSGD(lr=0.1)  \n\n", "s = '''\n!ls\n'''\nSGD(learning_rate=0.1)  \n\n"),
        ("!ls \\\n -l\nSGD(lr=0.1)", "!ls \\\n -l\nSGD(learning_rate=0.1)"),
    ],
)
def test_magics_stay(source: str, expected: str) -> None:
    assert after(IMPORTS, source) == [IMPORTS, expected]


@pytest.mark.parametrize(
    "source",
    [
        "%%bash\npython -c 'SGD(lr=0.1)'",
        "%%writefile a.py\nfrom keras.optimizers import SGD\nSGD(lr=0.1)",
        "%%html\n<b>",
        "!python -c 'SGD(lr=0.1)'",
        "it's SGD(lr=0.1)",
    ],
)
def test_what_is_no_python_stays(source: str) -> None:
    assert after(IMPORTS, source) == [IMPORTS, source]


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_other_cells_stay(kind: str) -> None:
    assert after(IMPORTS, (kind, "SGD(lr=0.1)")) == [IMPORTS, "SGD(lr=0.1)"]


def test_an_import_goes_to_the_imports() -> None:
    cells = ("%matplotlib inline", "import numpy as np", f"import keras\n{IMPORTS}", "opt = SGD(lr=0.1, decay=0.1)")
    found = after(*cells)
    assert found[:2] == list(cells[:2])
    assert "import InverseTimeDecay" in found[2]
    assert found[3] == "opt = SGD(learning_rate=InverseTimeDecay(0.1, decay_steps=1, decay_rate=0.1))"


def test_an_import_goes_below_magics_where_nothing_is_imported() -> None:
    legacy = "def f():\n    from keras import backend as K\n    return len(K.tensorflow_backend._get_available_gpus())"
    first, second, third = after("%%time\n%matplotlib inline\n!pip install x", "# -*- a -*-\nx = 1", legacy)
    assert first == "%%time\n%matplotlib inline\n!pip install x"
    assert second == "# -*- a -*-\nimport tensorflow as tf\nx = 1"
    assert "tf.config" in third


def test_a_cell_that_loses_everything_is_empty() -> None:
    assert after("from keras.utils import multi_gpu_model", IMPORTS, "SGD(lr=0.1)")[0] == ""


MODEL = (
    "import numpy as np\nfrom keras import Sequential\nfrom keras.layers import Dense\nfrom keras.utils import multi_gpu_model",
    "%%time\nmodel = Sequential()\nmodel.add(Dense(2, input_shape=(3,)))",
    "model.add(Dense(1))\nmodel.summary()",
    "parallel = multi_gpu_model(model, gpus=2)",
    "parallel.compile('sgd', 'mse')",
    "parallel.fit(np.ones((8, 3)), np.ones((8, 1)), batch_size=4)",
)


def test_a_scope_over_several_cells_is_one_in_each() -> None:
    found = after(*MODEL)
    assert found[1].startswith("%%time\nstrategy = tf.distribute.MirroredStrategy(")
    assert found[1].endswith(
        "with strategy.scope():\n    model = Sequential()\n    model.add(Dense(2, input_shape=(3,)))"
    )
    assert found[2] == "with strategy.scope():\n    model.add(Dense(1))\n    model.summary()"
    assert found[3] == ""
    assert found[4] == "with strategy.scope():\n    model.compile('sgd', 'mse')"


def test_imports_alone_with_to_compat() -> None:
    found = after(*MODEL, settings=Settings("compat"))
    assert "from compat.keras.utils import multi_gpu_model" in found[0]
    assert found[1:] == list(MODEL[1:])


@pytest.mark.parametrize("form", ["compat", "native"])
def test_nothing_to_do_is_the_same_object(form: str) -> None:
    source = notebook("import os\n%ls\n", ("markdown", "# keras"), "print(os.name)")
    result = checked(upgrade(source, Settings(form)))
    assert result.after is result.before is source
    assert (result.changes, result.findings, result.notes) == ((), (), ())


def test_suppression_and_selection() -> None:
    assert after(IMPORTS, "SGD(lr=0.1)  # tf-forward: ignore[TFM102]")[1] == "SGD(lr=0.1)  # tf-forward: ignore[TFM102]"
    assert after(IMPORTS, "SGD(lr=0.1)", settings=Settings(ignore=("TFM102",)))[1] == "SGD(lr=0.1)"
    silenced = upgraded(notebook("import keras", "!pip install keras==2.2.4  # tf-forward: ignore"))
    assert silenced.findings == ()


# --- what stays, and is named


def test_a_rule_that_moves_code_is_left_out() -> None:
    cells = (
        "import tensorflow as tf",
        "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])",
        "model.compile(tf.keras.optimizers.Adam(lr=0.1), 'mse')",
        "strategy = tf.distribute.MirroredStrategy()",
        "with strategy.scope():\n    model.fit(x, y)",
    )
    result = upgraded(notebook(*cells))
    found = sources(result.after)
    assert found[2] == "model.compile(tf.keras.optimizers.Adam(learning_rate=0.1), 'mse')"
    assert [found[index] for index in (0, 1, 3, 4)] == [cells[index] for index in (0, 1, 3, 4)]
    (left,) = [each for each in result.findings if each.code == "TFM205"]
    assert (left.cell, left.line) == (5, 2)
    assert "move code from cell 4 to cell 2" in left.message
    assert "put these cells together" in left.advice
    found_by_check = checked(check(notebook(*cells))).findings
    assert [(each.cell, each.rule) for each in found_by_check if each.code == "TFM205"] == [(5, "")]


def test_findings_have_cell_and_line() -> None:
    result = upgraded(notebook(IMPORTS, "x = 1", "%%time\n\nfrom keras.models import model_from_yaml\n"))
    (finding,) = result.findings
    assert (finding.cell, finding.line, finding.column) == (3, 3, 1)


def test_a_line_to_blame_in_another_cell() -> None:
    cells = list(MODEL)
    cells[1:2] = ["def build(model):\n    return multi_gpu_model(model, gpus=2)"]
    result = upgraded(notebook(*cells))
    for note in (*result.findings, *result.notes):
        if note.culprit and note.culprit_cell != note.cell:
            assert note.message.endswith(f"(line {note.culprit} of cell {note.culprit_cell})")


def test_lines_in_messages_are_those_of_cells() -> None:
    result = upgraded(notebook("import keras", "x = 1\ngetattr(keras, a + b)", "getattr(keras, c + d)"))
    (note,) = [each for each in result.notes if "run time" in each.message]
    assert note.message.endswith("line 2 of cell 2, line 1 of cell 3")


def test_check_says_what_upgrade_would_do() -> None:
    source = notebook(IMPORTS, "opt = SGD(lr=0.1)", "from keras.models import model_from_yaml")
    result = checked(check(source))
    assert result.after is source
    assert [(each.cell, each.line, each.column, each.rule) for each in result.findings] == [
        (2, 1, 11, "renamed_keywords"),
        (3, 1, 1, ""),
    ]


def test_check_against_a_legacy_release() -> None:
    settings = Settings(target=parse_target("tensorflow==2.15"))
    result = checked(check(notebook("import tensorflow as tf", "tf.Session()", "tf.estimator.Estimator(f)"), settings))
    assert [(each.cell, each.symbol) for each in result.findings] == [(2, "tensorflow.Session")]


def test_detect_has_cells() -> None:
    found = detect(notebook("import keras", "%ls", "from keras.utils.training_utils import multi_gpu_model"))
    assert not isinstance(found, Failure)
    (era,) = found.eras
    assert {evidence.cell for end in era.ends for evidence in end.evidence} == {3}


def test_what_is_installed_is_evidence() -> None:
    found = detect(
        notebook("!pip install tensorflow-gpu==1.14.0 keras==2.2.4", "import tensorflow as tf\nimport keras")
    )
    assert not isinstance(found, Failure)
    assert [era.tensorflow for era in found.eras] == [("1.14.0",)]
    assert found.eras[0].ends[0].evidence[0].cell == 1


# --- what is not read


def test_another_language_is_not_read() -> None:
    source = notebook("library(keras)", metadata={"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}})
    result = checked(upgrade(source))
    assert result.after is source
    assert result.unread == "a notebook for R"
    assert checked(check(source)).unread
    found = detect(source)
    assert not isinstance(found, Failure)
    assert (found.eras, found.unread) == ((), "a notebook for R")


@pytest.mark.parametrize("work", [upgrade, check, detect])
def test_python_2_is_refused(work: object) -> None:
    assert callable(work)
    failure = failed(work(notebook("x = 1", "y = 2\nprint 'loss'", IMPORTS)))
    assert (failure.cell, failure.line) == (2, 2)
    assert "Python 2" in failure.reason


def test_a_cell_that_is_not_python_is_a_finding() -> None:
    result = upgraded(notebook(IMPORTS, "## to do\nmore of it", "SGD(lr=0.1)"))
    assert sources(result.after)[2] == "SGD(learning_rate=0.1)"
    assert [(each.cell, each.line, each.code) for each in result.findings] == [(2, 1, "TFM291")]


@pytest.mark.filterwarnings("error")
def test_texts_with_escapes_that_python_does_not_know() -> None:
    assert after(IMPORTS, "%time x = '\\d'\nSGD(lr=0.1)")[1] == "%time x = '\\d'\nSGD(learning_rate=0.1)"


def test_line_ends_of_other_systems() -> None:
    result = upgraded(notebook(IMPORTS, "x = 1\r\ry = 2\r\nSGD(lr=0.1)"))
    assert [(change.cell, change.line) for change in result.changes] == [(2, 4)]


def test_a_project_for_the_shims_can_be_checked() -> None:
    assert [each.code for each in checked(check(notebook(*MODEL), Settings("compat"))).findings] == [
        each.code for each in checked(check(notebook(*MODEL))).findings
    ]


def test_an_empty_notebook() -> None:
    for source in (notebook(), notebook(""), notebook("\n\n"), notebook(("markdown", ""))):
        assert checked(upgrade(source)).after is source


# --- whatever the cells are


SCRIPTS = [min(folder.glob("*.in.py")) for folder in sorted(FIXTURES.iterdir())] + sorted(
    (FIXTURES / "strategy_scope").glob("*.in.py")
)


@pytest.mark.parametrize(
    "path",
    only(SCRIPTS[::8], SCRIPTS),
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_a_script_cut_into_cells(path: Path) -> None:
    """The code is that of the upgraded script, but for imports that stand in two cells, and scopes over several."""
    text = path.read_text(encoding="utf-8")
    result = upgraded(notebook(*_cut(text, random.Random(path.stem))))
    whole = upgrade_script(text.encode())
    assert isinstance(whole, Upgraded)
    if any("left as it is" in finding.message for finding in result.findings):
        return
    assert _statements("\n".join(sources(result.after))) == _statements(whole.after.decode())


def _cut(text: str, chance: random.Random) -> list[str]:
    lines = text.splitlines(keepends=True)
    starts = [
        min([each.lineno, *(one.lineno for one in getattr(each, "decorator_list", ()))])
        for each in ast.parse(text).body
    ]
    cuts = [0, *(start - 1 for start in starts[1:] if chance.random() < 0.5), len(lines)]
    return ["".join(lines[first:last]) for first, last in pairwise(cuts)]


def _statements(text: str) -> list[str]:
    """The statements outside of scopes, each name of an import by itself, in alphabetical order."""
    return sorted(each for node in ast.parse(text).body for each in _plain(node))


def _plain(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.With) and ast.unparse(node.items[0]).endswith(".scope()"):
        return [each for inner in node.body for each in _plain(inner)]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module} {ast.unparse(alias)}" for alias in node.names]
    return [ast.unparse(node)]
