"""`python -m compat run`: a script's folder is on its path, its `compat.py` is not in our way, and nothing of it runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compat.paths import ROOT

TRAP = "raise SystemExit('%s was run' % __file__)\n"
TRAPS = ("argparse", "hashlib", "platform", "numpy", "tensorflow", "compat")
SCRIPT = """
import sys
import compat
import neighbour
print(sys.path[0], sys.path[1] == sys.argv[1], compat.__doc__.split()[0], neighbour.NAME)
"""


def run(folder, *command, **environment):
    more = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=str(folder),
        env=dict(more, PYTHONPATH=str(ROOT), **environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out, err


@pytest.fixture
def folder(tmpdir):
    """A script with a neighbour, and traps in the folder above it."""
    script = tmpdir.mkdir("script")
    script.join("train.py").write(SCRIPT)
    script.join("neighbour.py").write("NAME = 'neighbour'\n")
    for name in TRAPS[:-1]:
        tmpdir.join(name + ".py").write(TRAP)
    return script


def test_folder_takes_the_place_of_the_working_folder(folder):
    out, err = run(folder.dirname, "-m", "compat", "run", "script/train.py", "--", str(ROOT))
    assert out == f"{folder} True Legacy neighbour\n"
    assert not err


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.11 has -P")
@pytest.mark.parametrize("option", ["-P", "PYTHONSAFEPATH"])
@pytest.mark.parametrize("place", ["compat.py", "compat/__init__.py"])
def test_compat_of_the_working_folder(folder, option, place):
    """Python itself would run it for `-m compat`; with -P it does not, and no other entry of the path is lost."""
    Path(str(folder), place).parent.mkdir(exist_ok=True)
    Path(str(folder), place).write_text(TRAP)
    options, environment = (["-P"], {}) if option == "-P" else ([], {option: "1"})
    out, err = run(folder, *options, "-m", "compat", "run", "train.py", "--", str(ROOT), **environment)
    assert out == f"{folder} True Legacy neighbour\n"
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("place", ["compat.py", "compat/__init__.py"])
def test_compat_beside_the_script_is_named(folder, place):
    Path(str(folder), place).parent.mkdir(exist_ok=True)
    Path(str(folder), place).write_text(TRAP)
    out, err = run(folder.dirname, "-m", "compat", "run", "script/train.py", "--", str(ROOT))
    assert out == f"{folder} True Legacy neighbour\n"
    assert err == f"note: script/{place} is not what `import compat` gives here: these are the shims; rename it\n"


def test_own_shims_are_no_namesake(folder):
    """A clone has them beside the scripts that it keeps at its top."""
    folder.join("compat").mksymlinkto(os.path.join(ROOT, "compat"))
    out, err = run(folder.dirname, "-m", "compat", "run", "script/train.py", "--", str(ROOT))
    assert out == f"{folder} True Legacy neighbour\n"
    assert not err
