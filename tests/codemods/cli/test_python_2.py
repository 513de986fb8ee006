"""`--python2` on the command line, in `[tool.codemods]`, and in a folder of files that import each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codemods.cli.main import main

LEGACY = b"from keras.optimizers import SGD\nprint 'rate'\nopt = SGD(lr=0.1)\n"
MODERN = b"from keras.optimizers import SGD\nprint('rate')\nopt = SGD(learning_rate=0.1)\n"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_bytes(LEGACY)
    yield
    assert not list(tmp_path.rglob("*.tmp")), "temporary files are left"


def run(*args: str, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(main, [*args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_in_place() -> None:
    assert run("upgrade", "--python2", "a.py").exit_code == 0
    assert Path("a.py").read_bytes() == MODERN
    again = run("upgrade", "--python2", "a.py")
    assert again.exit_code == 0
    assert "0 files changed" in again.stderr


@pytest.mark.parametrize("command", ["upgrade", "check", "detect"])
def test_refused_with_the_option_named(command: str) -> None:
    result = run(command, "a.py")
    assert result.exit_code == 2
    assert "--python2" in result.output
    assert Path("a.py").read_bytes() == LEGACY


def test_diff_and_output_and_standard_input() -> None:
    assert "+print('rate')" in run("upgrade", "--python2", "--diff", "a.py").stdout
    assert run("upgrade", "--python2", "-o", "out", "a.py").exit_code == 0
    assert Path("out/a.py").read_bytes() == MODERN
    assert run("upgrade", "--python2", "-", stdin=LEGACY).stdout_bytes == MODERN
    assert Path("a.py").read_bytes() == LEGACY


def test_the_translation_by_itself() -> None:
    run("upgrade", "--python2", "--select", "TFM293,TFM294", "a.py")
    assert Path("a.py").read_bytes() == LEGACY.replace(b"print 'rate'", b"print('rate')")


def test_check() -> None:
    for arguments in ([], ["--no-cache"], []):
        result = run("check", "--python2", *arguments, "a.py")
        assert result.exit_code == 1
        assert "a.py:2:1: TFM293 print is a function [fixed by upgrade]" in result.stdout
        assert "a.py:3:11: TFM102" in result.stdout
    assert run("check", "a.py").exit_code == 2, "the cache knows the option"


@pytest.mark.parametrize("form", ["json", "github", "sarif", "html"])
def test_reports(form: str) -> None:
    result = run("upgrade", "--python2", "--check", "--format", form, "a.py")
    assert result.exit_code == 1
    assert "TFM293" in result.stdout
    if form == "json":
        (file,) = json.loads(result.stdout)["files"]
        assert [(each["code"], each["line"]) for each in file["changes"]] == [("TFM293", 2), ("TFM102", 3)]


def test_configuration() -> None:
    Path("pyproject.toml").write_text('[tool.codemods]\npython2 = true\npaths = ["a.py"]\n')
    assert run("upgrade").exit_code == 0
    assert Path("a.py").read_bytes() == MODERN


def test_modules_are_seen_as_they_will_be() -> None:
    """Or the upgrade of a folder would go on in a second run."""
    Path("a.py").unlink()
    Path("lib").mkdir()
    Path("lib/nets.py").write_bytes(
        b"from keras.models import Sequential\nfrom keras.layers import Dense\n"
        b"def build():\n    print 'building'\n    return Sequential([Dense(1)])\n"
    )
    Path("lib/train.py").write_bytes(
        b"from nets import build\nmodel = build()\nprint 'training'\n"
        b"model.compile('sgd', 'mse')\nmodel.fit_generator(batches, steps_per_epoch=10, epochs=2)\n"
    )
    run("upgrade", "--python2", "lib")
    assert b"fit(" in Path("lib/train.py").read_bytes()
    assert "0 files changed" in run("upgrade", "--python2", "lib").stderr
