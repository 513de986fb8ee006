"""`compat run --legacy`: who imports decides what `keras` and `tensorflow` are; nothing else about the run changes.

Small packages stand in for the two, so that no test starts TensorFlow; `test_legacy_tensorflow.py` does.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compat.paths import ROOT

KERAS = {
    "keras/__init__.py": "__version__ = '3.15.1'\nfrom keras import layers, ops\n",
    "keras/layers/__init__.py": "class Flatten: pass\n",
    "keras/ops.py": "",
    "tensorflow/__init__.py": "__version__ = '2.21.0'\nimport keras\nfrom tensorflow import compat\n",
    "tensorflow/compat/__init__.py": "from tensorflow.compat import v1, v2\n",
    "tensorflow/compat/v1/__init__.py": "def argmax(): pass\n",
    "tensorflow/compat/v2/__init__.py": "class GradientTape: pass\n",
    "tensorflow/io.py": "",
}


def written(folder, files):
    for name, content in files.items():
        path = Path(str(folder), name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


@pytest.fixture
def place(tmp_path):
    """A folder `site-packages` with Keras 3 and TensorFlow, beside a folder for a script."""
    written(tmp_path / "site-packages", KERAS)
    (tmp_path / "own").mkdir()
    return tmp_path


def run(place, script, *options, before=("-m", "compat", "run", "--legacy"), status=0, **environment):
    written(place / "own", {"train.py": script} if isinstance(script, str) else script)
    path = os.pathsep.join((str(ROOT), str(place / "site-packages")))
    done = subprocess.run(
        [sys.executable, *before, *options, "train.py"],
        cwd=str(place / "own"),
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


@pytest.mark.parametrize(
    ("form", "given"),
    [
        ("import keras as m", "compat.keras"),
        ("import keras.layers as m", "compat.keras.layers"),
        ("import keras.layers; m = keras", "compat.keras"),
        ("from keras import layers as m", "compat.keras.layers"),
        ("import tensorflow as m", "compat.tensorflow"),
        ("import tensorflow.keras.layers as m", "compat.tensorflow.keras.layers"),
        ("from tensorflow import keras as m", "compat.tensorflow.keras"),
        ("from tensorflow.contrib import distribute as m", "compat.tensorflow.contrib.distribute"),
        ("import importlib; m = importlib.import_module('keras.layers')", "compat.keras.layers"),
        ("from importlib import import_module; m = import_module('tensorflow')", "compat.tensorflow"),
        ("import importlib.util as u; import importlib as m; assert m.util is u", "importlib"),
        ("m = __import__('keras')", "compat.keras"),
        ("m = __import__('keras.layers', fromlist=['Flatten'])", "compat.keras.layers"),
        ("exec('import keras as m')", "compat.keras"),
        ("def f():\n    import keras\n    return keras\nm = f()", "compat.keras"),
        ("try:\n    import keras.gone\nexcept ImportError:\n    import keras as m", "compat.keras"),
        ("import tensorflow as m\ndef f(): return m.GradientTape()", "compat.tensorflow.compat.v2"),
        ("import tensorflow as tf\ndef f(): return tf.function\nm = tf", "compat.tensorflow.compat.v2"),
        ("import tensorflow as tf\ndef f(K): return K.function\nm = tf", "compat.tensorflow"),
    ],
)
def test_forms_of_import(place, form, given):
    out, _ = run(place, form + "\nprint(m.__name__)")
    assert out == given + "\n"


def test_who_imports_decides(place):
    """A package that knows Keras 3, Keras itself and `sys.modules` have the real ones, whoever comes first."""
    package = "import keras\nname = keras.__name__\n"
    written(
        place / "site-packages",
        {
            "legacy_one/__init__.py": "from .inner import name\n",
            "legacy_one/inner.py": package + "import os\nos.environ.get('KERAS_BACKEND')\n",
            "modern_one/__init__.py": package,
            "modern_one/other.py": "from keras import layers, ops\n",
            "modern_two.py": package,
            "modern_two-1.0.dist-info/RECORD": "modern_two.py,,\n",
            "modern_two-1.0.dist-info/METADATA": "Name: modern-two\nRequires-Dist: keras>=3.0\n\nIt is modern.\n",
            "legacy_two.py": package,
            "legacy_two-1.0.dist-info/RECORD": "legacy_two.py,,\n",
            "legacy_two-1.0.dist-info/METADATA": "Name: legacy-two\nRequires-Dist: keras>=2.2\n\nRequires-Dist: keras>=3\n",
        },
    )
    script = {
        "train.py": "import legacy_one, modern_one, modern_two, legacy_two, mine, mine_of_today, sys\n"
        "for each in (legacy_one, modern_one, modern_two, legacy_two, mine, mine_of_today): print(each.name)\n"
        "print(sys.modules['keras'].__name__, sys.modules['keras'].layers.Flatten.__module__)\n",
        "mine.py": package,
        "mine_of_today.py": package + "keras.ops\n",
    }
    out, err = run(place, script)
    names = ["compat.keras", "keras", "keras", "compat.keras", "compat.keras", "keras", "keras keras.layers"]
    assert out.splitlines() == names
    assert "packages on the shims: legacy_one, legacy_two\n" in err
    assert "modern_one (other.py names from keras import layers, ops)" in err
    assert "modern_two (its metadata say keras>=3.0)" in err
    out, _ = run(place, script, "--packages", "modern_one,legacy_two")
    names = ["keras", "compat.keras", "keras", "compat.keras", "compat.keras", "keras", "keras keras.layers"]
    assert out.splitlines() == names


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--legacy", "--packages", "keras-rl"],
            "there is no package 'keras-rl'; it takes the names that are imported",
        ),
        (["--packages", "keras"], "--packages goes with --legacy"),
    ],
)
def test_wrong_packages(place, options, said):
    _, err = run(place, "", *options, before=("-m", "compat", "run"), status=2)
    assert err == "error: --packages: " * ("no package" in said) + "error: " * ("no package" not in said) + said + "\n"


def test_traceback_and_source_are_those_of_the_files(place):
    written(
        place / "site-packages", {"one/__init__.py": "import keras\nfrom one import two\n", "one/two.py": "1 / 0\n"}
    )
    script = "import inspect\nimport keras\ndef f(): pass\nprint(inspect.getsource(f), end='')\nimport one\n"
    out, err = run(place, script, status=1)
    assert out == "def f(): pass\n"
    assert [line.split(",")[:2] for line in err.splitlines() if line.startswith("  File")] == [
        ['  File "train.py"', " line 5"],
        [f'  File "{place}/site-packages/one/__init__.py"', " line 2"],
        [f'  File "{place}/site-packages/one/two.py"', " line 1"],
    ]
    assert "ZeroDivisionError: division by zero\nshims used: 0 legacy names" in err


def test_bytecode_is_that_of_a_plain_run(place):
    script = {"train.py": "import mine\nprint(mine.keras.__name__)", "mine.py": "import keras\n"}
    first, _ = run(place, script)
    plain, _ = run(place, script, before=())
    again, _ = run(place, script)
    assert (first, plain, again) == ("compat.keras\n", "keras\n", "compat.keras\n")


def test_pickle_finds_what_it_names(place):
    """What was pickled in a plain run names the real modules."""
    script = {
        "train.py": "import keras, pickle, mine\nprint(type(pickle.loads(pickle.dumps(mine.Own()))).__module__)\n"
        "print(pickle.loads(b'ckeras.layers\\nFlatten\\n.').__module__)\n",
        "mine.py": "import keras\nclass Own: pass\n",
    }
    out, _ = run(place, script)
    assert out.split() == ["mine", "keras.layers"]


def test_report(place):
    script = {
        "train.py": "import sys\nimport tensorflow as tf\nimport mine\nprint(tf.argmax)\nsys.exit(3)\n",
        "mine.py": "from tensorflow import argmax\nfrom tensorflow import argmax\n",
    }
    _, err = run(place, script, status=3)
    assert err == (
        "shims used: 1 legacy name, on TensorFlow 2.21.0 and Keras 3.15.1\n"
        "  mine.py:1: tensorflow.argmax\n"
        "  mine.py:2: tensorflow.argmax\n"
        "to do without them: python -m codemods upgrade --diff train.py\n"
    )


@pytest.mark.parametrize(("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colours_of_the_report(monkeypatch, capsys, more, coloured):
    from compat.namespace.uses import Uses
    from compat.runner import shims_used

    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TERM": "xterm", **more}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    shims_used.report("train.py", Uses(), {})
    assert capsys.readouterr().err.startswith("\033[1mshims used" if coloured else "shims used")


def test_install_in_the_first_line(place):
    script = {
        "train.py": "import compat; compat.install()\nimport keras\nimport mine, other\n"
        "def f():\n    import tensorflow\n    return tensorflow\nprint(keras.__name__, f().__name__, mine.name, other.name)\n",
        "mine.py": "import keras\nname = keras.__name__\n",
        "other.py": "import keras\nname = keras.__name__\nkeras.ops\n",
    }
    for before in ((), ("-m", "compat", "run", "--legacy")):
        out, err = run(place, script, before=before)
        assert out == "compat.keras compat.tensorflow compat.keras keras\n"
        assert err.count("shims used: 0 legacy names") == 1


def test_workers_are_told():
    from compat.__main__ import _parser, _single

    options = _parser().parse_args(["run", "--legacy", "--packages", "a,b", "train.py"])
    assert _single(options, ["--x"]) == ["run", "--legacy", "--packages", "a,b", "train.py", "--", "--x"]
