"""The contract of the commands for notebooks: in place, below a folder, as a diff, and in both reports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from codemods.cli.main import main
from tests.codemods.notebooks.notebooks import notebook

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = {
    name: json.loads((ROOT / "codemods" / "cli" / f"{name}.schema.json").read_text(encoding="utf-8"))
    for name in ("report", "detect")
}
LEGACY = notebook(
    ("markdown", "# Train with `fit_generator`"),
    "%matplotlib inline\nfrom keras.optimizers import SGD\nfrom keras.models import model_from_yaml",
    "%%time\n!ls\nopt = SGD(lr=0.1)",
)
MODERN = LEGACY.replace(b'"opt = SGD(lr=0.1)"', b'"opt = SGD(learning_rate=0.1)"')
R = notebook("library(keras)", metadata={"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}})


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    Path("train.ipynb").write_bytes(LEGACY)
    return iter([None])


def codemods(*args: str, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(main, [*args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def report(*args: str) -> dict[str, Any]:
    document = json.loads(codemods(*args, "--format", "json").stdout)
    name = "detect" if args[0] == "detect" else "report"
    text = json.dumps(SCHEMAS[name]).replace("report.schema.json#/$defs/", "#/$defs/")
    schema = json.loads(text)
    schema["$defs"] = SCHEMAS["report"]["$defs"] | schema["$defs"]
    jsonschema.validate(document, schema)
    (file,) = document["files"]
    return file


def test_in_place() -> None:
    result = codemods("upgrade", "train.ipynb")
    assert Path("train.ipynb").read_bytes() == MODERN
    assert result.exit_code == 1
    assert "    cell 3:3  TFM102  SGD(lr=) is now SGD(learning_rate=)" in result.stderr
    assert "    cell 2:3  TFM190  " in result.stderr
    assert "    cell 1:1  TFM292  the text names what" in result.stderr
    assert "1 file changed (1 change)" in result.stderr


def test_below_a_folder() -> None:
    codemods("upgrade", "-o", "out", "train.ipynb")
    assert Path("train.ipynb").read_bytes() == LEGACY
    assert Path("out/train.ipynb").read_bytes() == MODERN


def test_in_a_folder() -> None:
    Path("src/.ipynb_checkpoints").mkdir(parents=True)
    for path in ("src/a.ipynb", "src/.ipynb_checkpoints/a-checkpoint.ipynb"):
        Path(path).write_bytes(LEGACY)
    Path("src/b.py").write_text("from keras.optimizers import SGD\nSGD(lr=0.1)\n", encoding="utf-8")
    result = codemods("upgrade", "src")
    assert "2 files changed" in result.stderr
    assert Path("src/a.ipynb").read_bytes() == MODERN
    assert Path("src/.ipynb_checkpoints/a-checkpoint.ipynb").read_bytes() == LEGACY


def test_excluded() -> None:
    Path("pyproject.toml").write_text('[tool.codemods]\nexclude = ["*.ipynb"]\n', encoding="utf-8")
    assert "0 files changed" in codemods("upgrade", ".").stderr


def test_standard_input() -> None:
    result = codemods("upgrade", "-", stdin=LEGACY)
    assert result.stdout.encode() == MODERN


def test_the_diff_is_by_cell() -> None:
    result = codemods("upgrade", "--diff", "train.ipynb")
    assert result.stdout.splitlines() == [
        "--- a/train.ipynb:cell 3",
        "+++ b/train.ipynb:cell 3",
        "@@ -1,3 +1,3 @@",
        " %%time",
        " !ls",
        "-opt = SGD(lr=0.1)",
        "+opt = SGD(learning_rate=0.1)",
    ]
    assert Path("train.ipynb").read_bytes() == LEGACY


def test_check_says_cell_line_and_column() -> None:
    result = codemods("check", "train.ipynb")
    assert result.exit_code == 1
    printed = result.stdout.splitlines()
    assert "train.ipynb:cell 3:3:11: TFM102 SGD(lr=) is now SGD(learning_rate=) [fixed by upgrade]" in printed
    assert any(line.startswith("train.ipynb:cell 2:3:1: TFM") for line in printed)
    assert any(line.startswith("train.ipynb:cell 1:1:1: TFM292 note: ") for line in printed)


def test_detect_says_cells() -> None:
    result = codemods("detect", "train.ipynb")
    assert result.exit_code == 0
    assert "\n    cell 2:3  keras.models.model_from_yaml: " in result.stdout


@pytest.mark.parametrize("command", ["check", "upgrade"])
def test_json(command: str) -> None:
    file = report(command, "train.ipynb")
    assert {each["cell"] for each in (*file["changes"], *file["findings"], *file["notes"])} == {1, 2, 3}
    assert all(each["culprit_cell"] is None for each in file["findings"])


def test_json_of_a_dry_run_has_the_lines_on_disk() -> None:
    cells = ("import keras", "x = 1\n\nopt = keras.optimizers.SGD(lr=0.1, decay=0.1)\nkeras.models.model_from_yaml(s)")
    Path("train.ipynb").write_bytes(notebook("from keras.optimizers import SGD\nkeras = 1", *cells))
    dry, done = report("upgrade", "--check", "train.ipynb"), report("upgrade", "train.ipynb")
    assert [each["cell"] for each in dry["changes"]] == [each["cell"] for each in done["changes"]]
    assert {each["line"] for each in dry["findings"] if each["cell"] == 3} == {4}


def test_a_change_that_is_left_names_its_cell() -> None:
    Path("train.ipynb").write_bytes(notebook("import keras\nfrom keras.optimizers import SGD", "opt = SGD(lr=0.1)"))
    said = codemods("upgrade", "--check", "--format", "github", "train.ipynb").stdout
    assert "train.ipynb:cell 2:1:" in said


def test_json_of_detect() -> None:
    (era,) = report("detect", "train.ipynb")["eras"]
    assert {each["cell"] for end in era["ends"] for each in end["evidence"]} == {2, 3}


def test_another_language_is_named_in_the_summary() -> None:
    Path("train.ipynb").write_bytes(R)
    for command in ("upgrade", "check", "detect"):
        result = codemods(command, "train.ipynb")
        said = result.stdout + result.stderr
        assert result.exit_code == 0
        assert "train.ipynb: not read: a notebook for R\n" in said
        assert said.rstrip().endswith("0 could not be processed; 1 not read")
        assert report(command, "train.ipynb")["status"] == "not read"
        assert codemods(command, "--quiet", "train.ipynb").stdout == ""
    assert Path("train.ipynb").read_bytes() == R


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"{}", "train.ipynb: not a notebook: it has no nbformat; "),
        (
            b'{"nbformat": 3, "worksheets": []}',
            "train.ipynb: a notebook of nbformat 3; only 4 is read; convert it first",
        ),
        (b"{", "train.ipynb:1:2: a notebook with broken JSON: "),
        (notebook("x = 1", "print 'loss'"), "train.ipynb:cell 2:1:1: Python 2 source ("),
    ],
)
def test_what_cannot_be_read_is_untouched(source: bytes, said: str) -> None:
    Path("train.ipynb").write_bytes(source)
    for command in ("upgrade", "check", "detect"):
        result = codemods(command, "train.ipynb")
        assert result.exit_code == 2
        assert (result.stderr if command == "upgrade" else result.stdout).startswith(said)
        failure = report(command, "train.ipynb")["failure"]
        assert failure["cell"] == (2 if "cell 2" in said else None)
    assert Path("train.ipynb").read_bytes() == source


def test_a_module_goes_onto_the_shims_with_the_notebook_that_imports_it() -> None:
    Path("nets.py").write_text(
        "from keras.models import Sequential\n\n\ndef net():\n    return Sequential()\n", encoding="utf-8"
    )
    cells = ("%ls\nfrom keras.utils import multi_gpu_model\nfrom nets import net", "m = multi_gpu_model(net(), 2)")
    Path("train.ipynb").write_bytes(notebook(*cells))
    codemods("upgrade", "--to", "compat", ".")
    assert "from compat.keras.models import Sequential" in Path("nets.py").read_text(encoding="utf-8")


def test_a_model_of_a_module_is_known() -> None:
    Path("nets.py").write_text("import keras\n\n\ndef net():\n    return keras.models.Sequential()\n", encoding="utf-8")
    Path("train.ipynb").write_bytes(notebook("from nets import net", "model = net()", "model.fit_generator(x)"))
    codemods("upgrade", "train.ipynb")
    assert b'"model.fit(x)"' in Path("train.ipynb").read_bytes()


# --- scripts that a notebook runs

SCRIPT = """from keras.layers import *
from keras.models import Sequential


def build():
    return Sequential([Dense(3, input_shape=(2,))])


def other():
    return Own()
"""


@pytest.mark.parametrize(
    "run", ["%run train.py", "%run -i train.py --epochs 3", "%run lib/train.py", "%run -m lib.train"]
)
def test_names_of_a_script_that_is_run(run: str) -> None:
    Path("lib").mkdir()
    for folder in (".", "lib"):
        Path(folder, "train.py").write_text(SCRIPT)
    Path("train.ipynb").write_bytes(notebook(run, "build().fit_generator(x)\nDense(3, init='normal')"))
    codemods("upgrade", "train.ipynb")
    expected = notebook(run, "build().fit(x)\nDense(3, kernel_initializer='normal')")
    assert Path("train.ipynb").read_bytes() == expected


@pytest.mark.parametrize("run", ["%run setup.ipynb", "%run absent.py", "%run setup.ipynb\nimport os"])
def test_names_that_may_come_from_what_is_run(run: str) -> None:
    """Nothing is said of the names one by one, and nothing is taken for what it may not be."""
    cells = notebook(run, "import keras\nx = K.tf.log(y)\nprint(unicode)\nDense(3, init='normal')")
    Path("train.ipynb").write_bytes(cells)
    found = report("check", "train.ipynb")
    assert found["findings"] == []
    (note,) = found["notes"]
    assert (note["code"], note["cell"], note["line"]) == ("TFM192", 1, 1)
    assert note["message"].startswith("%run, or a star import, brings names that do not show; not followed: ")
    assert Path("train.ipynb").read_bytes() == cells


def test_run_stays_as_it_is() -> None:
    """Also where imports are added, merged and dropped around it."""
    cells = (
        "%run nowhere.py\nfrom keras.layers.core import Dense\nfrom keras.layers.normalization import BatchNormalization",
        "from keras.optimizers import SGD\nopt = SGD(lr=0.1, decay=0.1)\nlayers = [Dense(1), BatchNormalization()]",
    )
    Path("train.ipynb").write_bytes(notebook(*cells))
    codemods("upgrade", "train.ipynb")
    written = Path("train.ipynb").read_bytes().decode()
    assert "%run nowhere.py" in written
    assert "InverseTimeDecay" in written
    assert "layers.core" not in written


def test_other_scripts_that_are_run() -> None:
    Path("train.py").write_text(SCRIPT)
    cells = notebook("%run train.py", "other().fit_generator(x)\ndef build():\n    pass\nbuild().fit_generator(x)")
    Path("train.ipynb").write_bytes(cells)
    assert codemods("upgrade", "train.ipynb").exit_code == 1
    assert Path("train.ipynb").read_bytes() == cells


def test_written_script_is_noted() -> None:
    Path("train.ipynb").write_bytes(
        notebook("%%writefile train.py\nimport os, keras\nkeras.optimizers.SGD(lr=0.1)\n", "%run train.py\nprint(opt)")
    )
    notes = report("check", "train.ipynb")["notes"]
    assert ("TFM291", 1, "the code given to %%writefile is not read") in [
        (each["code"], each["cell"], each["message"]) for each in notes
    ]
