"""The contract of `python -m codemods check`, of the JSON report and of `[tool.codemods]`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from codemods.cli import module_paths, reading
from codemods.cli.main import main

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "codemods" / "cli" / "report.schema.json").read_text())
LEGACY = "from keras.optimizers import SGD\nopt = SGD(lr=0.1)  # rate\n"
TWO = "from keras.layers.core import Dense\nfrom keras.models import model_from_yaml\n"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    return iter([None])


def codemods(*args: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(main, [*args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def report(*args: str, stdin: str | None = None) -> dict[str, Any]:
    document = json.loads(codemods(*args, "--format", "json", stdin=stdin).stdout)
    jsonschema.validate(document, SCHEMA)
    return document


# --- what it says


def test_line_column_code_and_who_does_it() -> None:
    Path("a.py").write_text(LEGACY)
    result = codemods("check", "a.py")
    assert result.exit_code == 1
    first, last = result.stdout.splitlines()
    assert first == "a.py:2:11: TFM102 SGD(lr=) is now SGD(learning_rate=) [fixed by upgrade]"
    assert "1 file checked for TensorFlow 2.21.0 with Keras 3.15.1: 1 incompatible use; `upgrade` fixes it" in last
    assert Path("a.py").read_text() == LEGACY


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("print(1)\n", "no incompatible uses found"),
        (LEGACY * 2, "2 incompatible uses; `upgrade` fixes all 2"),
        (
            LEGACY + "import tensorflow as tf\ntf.contrib.layers.embed_sequence(y)\n",
            "2 incompatible uses; `upgrade` fixes 1",
        ),
        ("import tensorflow as tf\ntf.contrib.layers.embed_sequence(y)\n", "1 incompatible use; `upgrade` fixes none"),
    ],
)
def test_summary(source: str, said: str) -> None:
    summary = codemods("check", "-", stdin=source).stdout.splitlines()[-1]
    assert summary == f"1 file checked for TensorFlow 2.21.0 with Keras 3.15.1: {said}; 0 could not be processed"


def test_what_a_person_must_do() -> None:
    Path("a.py").write_text("import tensorflow as tf\nx = tf.contrib.layers.embed_sequence(y)\n")
    assert "[fixed by upgrade]" not in codemods("check", "a.py").stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("source", "status"),
    [(LEGACY, 1), ("import keras\nkeras.layers.Dense(3)\n", 0), ("print(1)\n", 0), ("import keras\nx = (\n", 2)],
)
def test_exit_status(source: str, status: int) -> None:
    Path("a.py").write_text(source)
    assert codemods("check", "a.py").exit_code == status
    assert codemods("check", "-", stdin=source).exit_code == status


def test_both_statuses_at_once() -> None:
    Path("a.py").write_text(LEGACY)
    Path("b.py").write_text("import keras\nx = (\n")
    assert codemods("check", ".").exit_code == 3


@pytest.mark.parametrize(
    ("target", "symbols"),
    [
        ("tensorflow==2.21", {"keras.optimizers.SGD(lr=)", "tensorflow.compat.v1.set_random_seed"}),
        ("tensorflow==2.15", {"tensorflow.set_random_seed"}),
        ("tensorflow==1.15", set()),
    ],
)
def test_the_target_decides(target: str, symbols: set[str]) -> None:
    """Keras 2.15 takes `lr`, and warns."""
    Path("a.py").write_text("import keras, tensorflow as tf\nkeras.optimizers.SGD(lr=0.1)\ntf.set_random_seed(1)\n")
    (file,) = report("check", "--target", target, "a.py")["files"]
    assert len(file["findings"]) == len(symbols)


def test_every_use_is_named_once() -> None:
    source = (
        "from keras.models import Sequential\nm = Sequential()\nm.fit_generator(g, workers=2)\nm.fit_generator(h)\n"
    )
    Path("a.py").write_text(source)
    (file,) = report("check", "a.py")["files"]
    assert [(each["line"], each["code"]) for each in file["findings"]] == [(3, "TFM120"), (4, "TFM120")]


# --- JSON


def test_json_of_check() -> None:
    Path("a.py").write_text(TWO)
    (file,) = report("check", "a.py")["files"]
    assert (file["path"], file["status"], file["changes"]) == ("a.py", "unchanged", [])
    assert [(each["line"], each["rule"]) for each in file["findings"]] == [(1, "moved_names"), (2, None)]


def test_json_of_an_upgrade_counts_in_the_file_on_disk() -> None:
    source = "import os\nfrom keras.utils import np_utils\ny = np_utils.to_categorical(y)\nfrom keras.models import model_from_yaml\n"
    Path("a.py").write_text(source)
    (file,) = report("upgrade", "a.py")["files"]
    lines = Path("a.py").read_text().splitlines()
    assert file["status"] == "changed"
    for change in file["changes"]:
        assert "np_utils" in lines[change["line"] - 1]
    (finding,) = file["findings"]
    assert "model_from_yaml" in lines[finding["line"] - 1]


def test_json_of_a_dry_run_counts_in_the_file_on_disk() -> None:
    Path("a.py").write_text(TWO)
    (file,) = report("upgrade", "--check", "a.py")["files"]
    assert file["status"] == "would change"
    assert Path("a.py").read_text() == TWO
    assert [each["line"] for each in file["findings"]] == [2]


SEVERITIES = {
    "stops": "import keras\nkeras.utils.multi_gpu_model(keras.Model(), 2)\n",
    "numbers": "import keras\nlayer = keras.layers.GRU(2)\nprint(keras.optimizers.SGD(lr=0.1))\n",
    "doubt": "import keras\nfrom mine import *\nx = PReLU()\n",
}


@pytest.mark.parametrize("severity", SEVERITIES)
def test_json_says_what_comes_of_a_place_that_stays(severity: str) -> None:
    (file,) = report("check", "--from", "keras==2.3.1", "-", stdin=SEVERITIES[severity])["files"]
    assert severity in {each["severity"] for each in [*file["findings"], *file["notes"]]}


def test_the_summary_counts_what_changes_numbers() -> None:
    result = codemods("check", "--from", "keras==2.3.1", "-", stdin=SEVERITIES["numbers"])
    assert "2 incompatible uses, 1 of which changes numbers without an error; `upgrade` fixes all 2" in result.stdout


def test_json_of_a_failure() -> None:
    Path("a.py").write_text("import keras\nx = (\n")
    (file,) = report("check", "a.py", "missing.py")["files"][:1]
    assert file["status"] == "failed"
    assert file["failure"]["line"] == 2


def test_json_is_the_only_thing_on_standard_output() -> None:
    assert report("check", "-", stdin=LEGACY)["files"][0]["path"] == "<stdin>"
    assert codemods("upgrade", "--format", "json", "--diff", "a.py").exit_code == 2
    assert codemods("upgrade", "--format", "json", "-", stdin=LEGACY).exit_code == 2


# --- configuration


def configure(text: str) -> None:
    Path("pyproject.toml").write_text("[tool.codemods]\n" + text)


def test_paths_and_excludes() -> None:
    configure('paths = ["src"]\nexclude = ["src/vendored/", "*_old.py"]\n')
    for name in ("src/a.py", "src/vendored/b.py", "src/c_old.py", "other.py"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(LEGACY)
    assert [Path(file["path"]).name for file in report("check")["files"]] == ["a.py"]
    assert len(report("check", "other.py")["files"]) == 1


def test_rules_and_target() -> None:
    Path("a.py").write_text(TWO + "from keras.optimizers import SGD\nSGD(lr=0.1)\n")
    configure('select = ["TFM1"]\nignore = ["TFM101", "TFM190"]\n')
    assert [each["code"] for each in report("check", "a.py")["files"][0]["findings"]] == ["TFM102"]
    assert [
        each["code"] for each in report("check", "--select", "TFM101", "--ignore", "", "a.py")["files"][0]["findings"]
    ] == ["TFM101"]
    configure('target = "tensorflow==1.15"\n')
    assert report("check", "a.py")["files"][0]["findings"] == []
    assert codemods("upgrade", "a.py").exit_code == 2, "there is nothing to upgrade to"


def test_what_files_were_written_for() -> None:
    Path("a.py").write_text("import keras\nx = keras.layers.GRU(3)\n")
    note = report("check", "a.py")["files"][0]["notes"][0]
    assert "add --from keras==2.2.4" in note["advice"]
    assert codemods("check", "a.py").exit_code == 0, "a note is no finding"
    Path("a.py").write_text("import keras\nx = keras.optimizers.Adamax()\n")
    finding = report("check", "a.py")["files"][0]["findings"][0]
    assert "--from keras==2.3" in finding["advice"]
    assert codemods("check", "a.py").exit_code == 1
    told = report("check", "--from", "keras==2.3", "a.py")["files"][0]
    assert ([each["code"] for each in told["findings"]], told["notes"]) == (["TFM112"], [])
    configure('from = "keras==2.3"\n')
    assert report("check", "a.py")["files"][0] == told
    assert report("check", "--from", "keras==3.1", "a.py")["files"][0]["findings"] == []
    codemods("upgrade", "a.py")
    assert "Adamax(learning_rate=0.002)" in Path("a.py").read_text()


def test_release_that_files_cannot_be_written_for() -> None:
    result = codemods("upgrade", "--from", "keras", "a.py")
    assert result.exit_code == 2
    assert "'keras' does not pin one release" in result.stderr


def test_rules_that_are_not_selected_change_nothing() -> None:
    configure('ignore = ["TFM102"]\n')
    Path("a.py").write_text(TWO + "from keras.optimizers import SGD\nSGD(lr=0.1)\n")
    codemods("upgrade", "a.py")
    text = Path("a.py").read_text()
    assert "lr=0.1" in text
    assert "layers.core" not in text


@pytest.mark.parametrize("option", ["--select", "--ignore"])
@pytest.mark.parametrize(
    ("codes", "said"),
    [
        ("TFM9", "no rule's code is 'TFM9' or begins with it; codemods/README.md lists the rules"),
        ("TFM1,tm2", "no rule's code is 'TM2' or begins with it"),
        ("TFM1 TFM2", "no rule's code is 'TFM1 TFM2' or begins with it"),
        ("TMF102", "no rule's code is 'TMF102' or begins with it; did you mean TFM102"),
    ],
)
def test_codes_that_no_rule_has(option: str, codes: str, said: str) -> None:
    Path("a.py").write_text(LEGACY)
    for command in ("check", "upgrade"):
        result = codemods(command, option, codes, "a.py")
        assert result.exit_code == 2
        assert f"{option}: {said}" in " ".join(result.stderr.split())
    assert Path("a.py").read_text() == LEGACY
    configure(f"{option.strip('-')} = {codes.split(',')}\n")
    result = codemods("check", "a.py")
    assert result.exit_code == 2
    assert "pyproject.toml: [tool.codemods]: " in result.stderr
    assert said in result.stderr


def test_codes_in_lower_case() -> None:
    Path("a.py").write_text(LEGACY)
    assert codemods("check", "--select", "tfm1", "a.py").exit_code == 1
    configure('ignore = ["tfm102"]\n')
    assert "TFM102" not in codemods("check", "a.py").stdout


def test_configuration_of_a_folder_above(monkeypatch: pytest.MonkeyPatch) -> None:
    configure('paths = ["src"]\n')
    Path("src/deep").mkdir(parents=True)
    Path("src/a.py").write_text(LEGACY)
    monkeypatch.chdir("src/deep")
    assert len(report("check")["files"]) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("paths = 'src'\n", "paths must be a list of strings"),
        ("target = 2.21\n", "target must be a string"),
        ("target = 'tensorflow>2'\n", "does not pin one TensorFlow release"),
        ("from = 'keras>2'\n", "does not pin one release"),
        ("from = 'keras==2.3,tensorflow==2.16'\n", "Keras 2.3.1 does not run on TensorFlow 2.16"),
        ("from = ['keras==2.3']\n", "from must be a string"),
        ("pathes = []\n", "there is no setting 'pathes'"),
        ("to = 'torch'\n", "to must be one of native, compat"),
        ("exact = 'yes'\n", "exact must be true or false"),
        ("paths = [\n", "pyproject.toml: "),
        ("paths = ['../other']\n", "paths: '../other' leads out of the project; give it on the command line"),
        ("paths = ['src/../../other']\n", "leads out of the project"),
        ("paths = ['/etc']\n", "leads out of the project"),
        ("paths = ['link']\n", "leads out of the project"),
        ('paths = ["a\\u0000b"]\n', "paths: 'a\\x00b': "),
        ('paths = ["\\u001b[31m/../.."]\n', "leads out of the project"),
        ('"\\u001b" = 1\n', "there is no setting '\\x1b'"),
    ],
)
def test_wrong_configuration(text: str, said: str) -> None:
    configure(text)
    Path("link").symlink_to("..")
    result = codemods("check", "a.py")
    assert result.exit_code == 2
    assert said in result.stderr
    assert "\x1b" not in result.stderr


EXACT = """import tensorflow as tf
with tf.distribute.MirroredStrategy().scope():
    model = tf.keras.Sequential()
model.fit(x, y)
"""


def test_exact_is_a_setting_and_an_option() -> None:
    Path("a.py").write_text(EXACT)
    assert codemods("check", "a.py").exit_code == 0
    assert "TFM206" in codemods("check", "--exact", "a.py").stdout
    assert "+    exact(model)" in codemods("upgrade", "--exact", "--diff", "a.py").stdout
    configure("exact = true\n")
    assert "TFM206" in codemods("check", "a.py").stdout
    assert "+    exact(model)" in codemods("upgrade", "--diff", "a.py").stdout
    assert codemods("upgrade", "--to", "compat", "--diff", "a.py").stdout == ""


def test_exact_is_not_for_the_shims() -> None:
    Path("a.py").write_text(EXACT)
    result = codemods("upgrade", "--exact", "--to", "compat", "a.py")
    assert result.exit_code == 2
    assert "--exact is for native code" in result.stderr


def test_nothing_to_check() -> None:
    assert "Missing argument" in codemods("check").stderr


# --- modules of the project


@pytest.mark.parametrize("module", ["keras.py", "keras/__init__.py"])
def test_own_keras_is_not_the_real_one(module: str) -> None:
    Path(module).parent.mkdir(exist_ok=True)
    Path(module).write_text("")
    Path("a.py").write_text(LEGACY)
    assert codemods("upgrade", "a.py").exit_code == 0
    assert Path("a.py").read_text() == LEGACY


def test_own_keras_at_the_top_of_the_repository() -> None:
    for folder in (".git", "keras", "scripts"):
        Path(folder).mkdir()
    Path("keras/__init__.py").write_text("")
    Path("scripts/a.py").write_text(LEGACY)
    codemods("upgrade", "scripts/a.py")
    assert Path("scripts/a.py").read_text() == LEGACY


def test_own_package_at_the_top_of_an_archive_without_git() -> None:
    for folder in ("keras_contrib", "examples"):
        Path(folder).mkdir()
    Path("keras_contrib/__init__.py").write_text("")
    Path("examples/a.py").write_text("from keras_contrib.layers import CRF\nlayer = CRF(3)\n")
    assert codemods("check", "examples/a.py").exit_code == 1
    Path("setup.py").write_text("")
    reading.local_modules.cache_clear()
    module_paths.top_of.cache_clear()
    assert codemods("check", "examples/a.py").exit_code == 0


def test_folder_of_scripts_called_keras_is_no_module() -> None:
    Path("keras").mkdir()
    Path("keras/a.py").write_text(LEGACY)
    codemods("upgrade", ".")
    assert Path("keras/a.py").read_text() != LEGACY


@pytest.mark.parametrize(
    "content",
    [
        "import keras\n",
        "from . import models\nx = 1\n",
        "import keras.layers as layers\n",
        "from keras import layers\n",
    ],
)
def test_module_of_a_package_that_needs_the_real_keras(content: str) -> None:
    Path("keras.py").write_text(content)
    Path("__init__.py").write_text(LEGACY)
    result = codemods("upgrade", "__init__.py")
    assert Path("__init__.py").read_text() != LEGACY
    assert "module of this project" not in result.stderr


@pytest.mark.parametrize(
    "content", ["import os\n", "import keras_models\n", "def f():\n    import keras\n", "import (\n"]
)
def test_own_keras_that_something_may_import(content: str) -> None:
    Path("keras.py").write_text(content)
    Path("a.py").write_text(LEGACY)
    codemods("upgrade", "a.py")
    assert Path("a.py").read_text() == LEGACY


def _package(*folders: str) -> None:
    for folder in ("", *folders):
        Path("pkg", folder).mkdir(exist_ok=True)
        Path("pkg", folder, "__init__.py").write_text("")


@pytest.mark.parametrize(
    ("place", "header"),
    [
        ("pkg/layers/a.py", "from . import sizes\n"),
        ("pkg/layers/a.py", "from pkg.sizes import SIZE\n"),
        ("pkg/layers/a.py", "import pkg.sizes\n"),
        ("pkg/a.py", "from .sizes import SIZE\n"),
    ],
)
def test_module_beside_what_is_only_imported_as_a_part_of_its_package(place: str, header: str) -> None:
    _package("layers", "layers/keras", "keras")
    Path(place).write_text(header + LEGACY)
    result = codemods("upgrade", place)
    assert Path(place).read_text() != header + LEGACY
    assert "module of this project" not in result.stderr


@pytest.mark.parametrize(
    ("place", "header"),
    [
        ("pkg/layers/a.py", "import sizes\n"),
        ("pkg/a.py", "from pkg.sizes import SIZE\n"),
        ("pkg/a.py", "try:\n    from .sizes import SIZE\nexcept ImportError:\n    from sizes import SIZE\n"),
        ("scripts/a.py", "from pkg.sizes import SIZE\n"),
    ],
)
def test_module_beside_what_may_be_run_from_its_folder(place: str, header: str) -> None:
    _package("layers", "layers/keras", "keras")
    Path("scripts/keras").mkdir(parents=True)
    Path("scripts/keras/__init__.py").write_text("")
    Path(place).write_text(header + LEGACY)
    codemods("upgrade", place)
    assert Path(place).read_text() == header + LEGACY


def test_module_of_a_package_of_a_package_that_imports_it() -> None:
    _package("backend")
    Path("pkg/backend/keras.py").write_text("from pkg.backend.config import multi\n")
    Path("pkg/backend/a.py").write_text(LEGACY)
    codemods("upgrade", "pkg/backend/a.py")
    assert Path("pkg/backend/a.py").read_text() != LEGACY


def test_own_multi_gpu_module_is_not_the_real_one() -> None:
    source = "import keras\nfrom utils.multi_gpu_model import multi_gpu_model\nm = multi_gpu_model(build(), 2)\n"
    Path("a.py").write_text(source)
    assert codemods("upgrade", "a.py").exit_code == 0
    assert Path("a.py").read_text() == source


def test_own_compat_stands_in_front_of_the_shims() -> None:
    Path("compat.py").write_text("")
    source = "from keras.utils import multi_gpu_model\ndef f(model):\n    return multi_gpu_model(model, 2)\n"
    Path("a.py").write_text(source)
    result = codemods("upgrade", "a.py")
    assert result.exit_code == 1
    assert "'compat' is a module of this project" in result.stderr
    assert Path("a.py").read_text() == source
    assert codemods("upgrade", "--to", "compat", "a.py").exit_code in (1, 2)
    assert Path("a.py").read_text() == source


def test_two_findings_of_one_place_have_one_order() -> None:
    """Sets of texts have another order in each process."""
    head = (
        "from keras.utils import multi_gpu_model\nfrom keras.models import Sequential\nfrom keras.layers import Dense\n"
    )
    calls = "base = Sequential([Dense(2)])\nparallel = multi_gpu_model(base, 2)\nparallel.compile('sgd', 'mse')\n"
    Path("a.py").write_text(head + calls)
    command = [sys.executable, "-m", "codemods", "check", "--no-cache", "a.py"]
    environments = [{**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed} for seed in "012"]
    outputs = [subprocess.run(command, env=each, capture_output=True, check=False).stdout for each in environments]
    assert outputs[0].count(b"TFM201") > 1
    assert len({*outputs}) == 1
