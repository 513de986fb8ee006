"""`python -m codemods detect`: releases from evidence, and no evidence from what proves nothing."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from codemods.cli.main import main
from codemods.detect.detection import Detected, Era, detect
from codemods.releases import api
from codemods.releases.environments import newest, pairs
from codemods.source.project import Project
from codemods.types import Failure

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "codemods" / "cli"
SCHEMA = json.loads((FOLDER / "detect.schema.json").read_text())
REPORT = json.loads((FOLDER / "report.schema.json").read_text())


def detected(source: str, local: frozenset[str] = frozenset()) -> Detected:
    result = detect(dedent(source).lstrip("\n").encode(), Project(local))
    assert isinstance(result, Detected), result
    return result


def era(source: str) -> Era:
    (found,) = detected(source).eras
    return found


def ranges(source: str) -> tuple[str, str]:
    """The TensorFlow and the Keras releases of a source that is not mixed."""
    found = era(source)
    return api.ranges("tensorflow", found.tensorflow), api.ranges("keras", found.keras)


# --- what narrows

NARROW = [
    ("import tensorflow as tf\ntf.contrib.distribute.MirroredStrategy(num_gpus=2)\n", "1.12-1.15", ""),
    ("from tensorflow.contrib import distribute as d\nd.MirroredStrategy(cross_device_ops=x)\n", "1.13-1.15", ""),
    ("from tensorflow import contrib as c\nc.slim.conv2d(x)\n", "1.12-1.15", ""),
    ("import tensorflow as tf\ntf.estimator.RunConfig()\n", "1.12-2.15", ""),
    (
        "import tensorflow as tf\nt = tf.keras.layers.experimental.preprocessing.TextVectorization()\nt.adapt(x)\n",
        "2.1-2.15",
        "",
    ),
    ("import tensorflow as tf\nt = tf.keras.layers.TextVectorization()\nt.adapt(x)\n", "since 2.6", ""),
    ("import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n", "since 1.13", ""),
    ("import tensorflow as tf\ntf.random.set_seed(1)\n", "since 2.0", ""),
    ("from tensorflow.keras.utils import multi_gpu_model\nm = multi_gpu_model(m)\n", "1.12-2.3", ""),
    ("import tensorflow as tf\ntf.keras.backend.set_session(s)\n", "1.12-1.15", ""),
    ("from tensorflow_core.python.keras.layers import Dense\n", "1.15-2.1", ""),
    ("from tensorflow._api.v1 import gfile\n", "1.12-1.15", ""),
    ("from keras.utils import multi_gpu_model as mgm\nm = mgm(m, gpus=2)\n", "", "2.0.9-2.3.1"),
    ("from keras.utils.training_utils import multi_gpu_model\n", "", "2.0.9-2.2.4"),
    ("import keras.backend as K\nK.tensorflow_backend._get_available_gpus()\n", "", "1.2.2-2.3.1"),
    ("from keras.layers.normalization import BatchNormalization\n", "", "1.2.2-2.5.0"),
    ("from keras.layers.merge import concatenate\n", "", "2.0.9-2.8.0"),
    ("from keras import optimizers\no = optimizers.rmsprop(lr=1)\n", "", "1.2.2-2.3.1"),
    ("import keras\no = keras.optimizers.Adam(lr=0.1)\n", "", "1.2.2-2.4.3, 2.9.0-2.15.0"),
    ("import keras\nx = keras.ops.ones(3)\n", "", "since 3.0.5"),
    ("from keras.models import Sequential\nm = Sequential()\nm.fit_generator(g)\n", "", "1.2.2-2.15.0"),
    ("from keras.models import Sequential\nm = Sequential()\nm.fit(x, y, epochs=3)\n", "", "since 2.0.9"),
    ("from keras.layers import *\nx = CuDNNLSTM(3)\n", "", "2.0.9-2.3.1, 2.5.0-2.12.0"),
    ("import keras\nclass C(keras.callbacks.BackupAndRestore):\n    pass\n", "", "since 2.5.0"),
    (
        "from keras.callbacks import ModelCheckpoint\nif save:\n    c = ModelCheckpoint(p, period=3)\n",
        "",
        "1.2.2-2.15.0",
    ),
]


@pytest.mark.parametrize(("source", "tensorflow", "keras"), NARROW, ids=[source for source, *_ in NARROW])
def test_narrows(source: str, tensorflow: str, keras: str) -> None:
    found = ranges(source)
    for name, said, expected in zip(("tensorflow", "keras"), found, (tensorflow, keras), strict=True):
        known = [release for release in api.releases(name) if release in getattr(era(source), name)]
        assert said == expected, f"{name}: {known}"


def test_both_couples_the_two() -> None:
    """Keras 2.3.1, the last with `multi_gpu_model`, runs on TensorFlow 1.13 to 2.2."""
    source = "import tensorflow as tf\nfrom keras.utils import multi_gpu_model\n"
    assert ranges(source) == ("1.12-2.2", "2.0.9-2.3.1")
    assert ranges(source + "tf.config.list_physical_devices('GPU')\n") == ("2.1-2.2", "2.3.1")


def test_keras_alone_says_nothing_of_tensorflow() -> None:
    assert ranges("from keras.utils import multi_gpu_model\n") == ("", "2.0.9-2.3.1")


# --- what does not

WIDE = [
    "import tensorflow as tf\nprint(tf.__version__)\n",
    "import keras\nm = keras.models.Sequential()\nm.compile(loss='mse', optimizer='sgd')\n",
    # somebody else's names
    "import tensorflow as tf\ndef f(tf):\n    return tf.contrib.distribute.MirroredStrategy()\n",
    "import tensorflow as tf\ntf = session()\ntf.placeholder(3)\n",
    "import tensorflow as tf\nfor tf in files:\n    tf.Session()\n",
    "import tensorflow as tf\nfrom .keras.utils import multi_gpu_model\nmulti_gpu_model(m)\n",
    "import tensorflow as tf\nfrom utils import multi_gpu_model\nmulti_gpu_model(m, gpus=2)\n",
    "import tensorflow as tf\nclass keras:\n    ops = 1\nprint(keras.ops)\n",
    "import tensorflow as tf\nmodel = build()\nmodel.fit_generator(g)\n",
    # what no release has
    "import tensorflow as tf\ntf.contraband.distribute()\n",
    "import keras\nkeras.layers.Dense(3, colour='red')\n",
    "import keras\nkeras.layers.NoSuchLayer()\n",
    "import tensorflow as tf\ntf.Session = None\n",
    # text
    "import tensorflow as tf\nx = 'tf.contrib.distribute.MirroredStrategy'\n",
    "import tensorflow as tf\n# from keras.utils import multi_gpu_model\n",
    'import tensorflow as tf\n"""\ntf.placeholder\n"""\n',
    # not certain
    "import keras\nkeras.callbacks.EarlyStopping(**options)\n",
    "import keras\nkeras.layers.Dense(**{'output_dim': 3})\n",
    "import keras\noptions = dict(lr=0.1)\nkeras.backend.set_floatx(options['lr'])\n",
    "from tensorflow.python.keras.optimizers import SGD\n",
    "from tensorflow.python.client import device_lib\ndevice_lib.list_local_devices()\n",
    "import keras\ns = keras.models.Sequential()\nprint(s.layers, s.no_such_attribute)\n",
    "import tensorflow as tf\ngetattr(tf, 'placeholder')(tf.float32)\n",
    # the script asks before it uses them
    "try:\n    from keras.utils import multi_gpu_model\nexcept ImportError:\n    multi_gpu_model = None\n",
    "try:\n    import tensorflow.compat.v1 as tf\nexcept ImportError:\n    import tensorflow as tf\n",
    "import tensorflow as tf\ntry:\n    tf.logging.set_verbosity(1)\nexcept AttributeError:\n    pass\n",
    "import tensorflow as tf\nif hasattr(tf, 'contrib'):\n    tf.contrib.eager.list_devices()\n",
    "import tensorflow as tf\nok = hasattr(tf, 'Session') and tf.Session()\n",
    "import tensorflow as tf\nif tf.__version__ < '2':\n    tf.set_random_seed(1)\nelse:\n    tf.random.set_seed(1)\n",
    "import tensorflow as tf\nseed = tf.set_random_seed if tf.__version__[0] == '1' else tf.random.set_seed\n",
    """
    import tensorflow as tf
    def seed(s):
        if tf.__version__ >= '2':
            tf.random.set_seed(s)
            return
        tf.set_random_seed(s)
    """,
    "import os\nif os.environ.get('TF_KERAS'):\n    import tensorflow.keras as keras\nelse:\n    import keras\nkeras.layers.Dense(3)\n",
]


@pytest.mark.parametrize("source", WIDE)
def test_leaves_every_release(source: str) -> None:
    found = era(source)
    assert found.tensorflow in ((), api.releases("tensorflow"))
    assert found.keras in ((), api.releases("keras"))
    assert found.ends == ()


@pytest.mark.parametrize(
    "source",
    [
        "import os\n",
        "print('import keras')\n",
        "from utils.keras import layers\n",
        "from .tensorflow import contrib\n",
        "import tf_keras\n",
        "import theano\n",
        "",
    ],
)
def test_neither_is_used(source: str) -> None:
    assert detected(source).eras == ()


def test_the_project_s_own_module_is_not_keras() -> None:
    assert detected("from keras.utils import multi_gpu_model\n", frozenset({"keras"})).eras == ()


def test_alternatives_are_not_contradictions() -> None:
    """Either branch may work: what both share still narrows."""
    source = """
        import tensorflow as tf
        try:
            devices = tf.contrib.eager.list_devices()
        except AttributeError:
            devices = tf.config.list_physical_devices("GPU")
    """
    assert ranges(source) == ("1.12-1.15, since 2.1", "")
    assert ranges(dedent(source) + "tf.estimator.RunConfig()\n") == ("1.12-1.15, 2.1-2.15", "")


def test_either_import_may_be_meant() -> None:
    source = """
        try:
            from keras.utils import multi_gpu_model
        except ImportError:
            from tensorflow.keras.utils import multi_gpu_model
        parallel = multi_gpu_model(model, gpus=2)
    """
    found = era(source)
    assert (found.tensorflow[0], found.keras[0]) == ("1.12.3", "1.2.2")
    assert found.tensorflow[-1] == "2.3.4"


def test_either_import_may_be_meant_under_a_condition() -> None:
    """`keras.ops` came with Keras 3, which TensorFlow 2.16 was the first to have: either way."""
    source = "if use_tf:\n    import tensorflow.keras as keras\nelse:\n    import keras\nkeras.ops.ones(3)\n"
    assert ranges(source) == ("since 2.16", "since 3.0.5")


def test_what_hangs_on_an_import_that_may_fail_proves_nothing() -> None:
    source = """
        try:
            from keras.utils import multi_gpu_model
        except ImportError:
            multi_gpu_model = None
        if multi_gpu_model is not None:
            model = multi_gpu_model(model, gpus=2)
    """
    assert ranges(source) == ("", "since 1.2.2")


def test_import_and_use_in_one_branch() -> None:
    source = """
        try:
            from keras.utils import multi_gpu_model
            model = multi_gpu_model(model, gpus=2)
        except ImportError:
            from keras import ops
            x = ops.ones(3)
    """
    assert ranges(source) == ("", "2.0.9-2.3.1, since 3.0.5")
    source = source.replace("gpus=2", "gpus=2, cpu_merge=False")
    assert ranges(source) == ("", "2.1.6-2.3.1, since 3.0.5")


@pytest.mark.parametrize("end", ["raise", "raise RuntimeError('old Keras')", "sys.exit(1)", "print('no'); exit()"])
def test_to_give_up_is_no_alternative(end: str) -> None:
    source = f"""
        import sys
        try:
            from keras.utils import multi_gpu_model
        except ImportError:
            {end}
        model = multi_gpu_model(model, gpus=2)
    """
    assert ranges(source) == ("", "2.0.9-2.3.1")


def test_what_comes_after_an_error_for_other_releases() -> None:
    source = """
        import tensorflow as tf
        if tf.__version__ >= "2":
            raise RuntimeError("TensorFlow 1 only")
        session = tf.Session()
    """
    assert ranges(source) == ("1.12-1.15", "")


def test_two_imports_of_one_name() -> None:
    """It is unknown which one is meant, so either will do."""
    source = "import keras\nfrom tensorflow import keras\nkeras.utils.multi_gpu_model(m, gpus=2)\n"
    found = era(source)
    assert found.tensorflow[-1] == "2.3.4"
    source = "if a:\n    import keras\nif b:\n    from tensorflow import keras\nkeras.utils.multi_gpu_model(m)\n"
    assert len(detected(source).eras) == 1


def test_an_error_that_is_handled_is_no_alternative() -> None:
    source = """
        import tensorflow as tf
        try:
            session = tf.Session()
            session.run(ops)
            session.close()
        except Exception as error:
            print(error)
    """
    assert ranges(source) == ("1.12-1.15", "")


# --- mixed


def test_the_halves_of_a_mixed_script() -> None:
    source = """
        import tensorflow as tf
        from keras.utils import multi_gpu_model
        x = tf.placeholder(tf.float32)
        optimizer = tf.keras.mixed_precision.LossScaleOptimizer(inner)
        print(tf.estimator.ModeKeys.TRAIN)
    """
    legacy, modern = detected(source).eras
    assert legacy.tensorflow[-1] == "1.15.5"
    assert legacy.keras == ("2.0.9", "2.1.6", "2.2.4", "2.2.5", "2.3.1")
    assert (modern.tensorflow[0], modern.tensorflow[-1]) == ("2.4.4", "2.15.1")
    assert next(each.symbol for end in legacy.ends for each in end.evidence) == "tensorflow.placeholder"
    assert "tensorflow.keras.mixed_precision.LossScaleOptimizer" in [
        each.symbol for end in modern.ends for each in end.evidence
    ]


def test_releases_that_never_stood_beside_each_other_are_mixed() -> None:
    source = "import tensorflow as tf\nimport keras\ntf.Session()\nkeras.ops.ones(3)\n"
    legacy, modern = detected(source).eras
    assert legacy.tensorflow[-1] == "1.15.5"
    assert modern.keras[0] == "3.0.5"


# --- evidence


def test_the_evidence_has_lines_and_ranges() -> None:
    found = era("import tensorflow as tf\n\nif True:\n    s = tf.contrib.distribute.MirroredStrategy()\n")
    (end,) = found.ends
    (evidence,) = end.evidence
    assert (end.distribution, end.beyond, end.is_later, end.more) == ("tensorflow", "2.0.4", True, 0)
    assert (evidence.line, evidence.column) == (4, 9)
    assert evidence.symbol == "tensorflow.contrib.distribute.MirroredStrategy"
    assert api.ranges("tensorflow", evidence.releases) == "1.12-1.15"


def test_few_uses_are_shown_and_the_others_counted() -> None:
    lines = "".join(f"tf.{name}(x)\n" for name in ("placeholder", "to_float", "log", "Print", "assign"))
    (end,) = era("import tensorflow as tf\n" + lines).ends
    assert [each.line for each in end.evidence] == [2, 3]
    assert end.more == 3


def test_a_name_is_said_once() -> None:
    (end,) = era("import tensorflow as tf\ntf.placeholder(x)\ntf.placeholder(y)\ntf.placeholder(x, shape=3)\n").ends
    assert (len(end.evidence), end.more) == (1, 0)


def test_uses_that_only_decide_together() -> None:
    """One use is missing from one later release, another from the next: both are named."""
    source = "import keras\nkeras.optimizers.SGD(decay=0.1, lr=1)\n"
    found = era(source)
    assert found.keras[-1] == "2.12.0"
    assert {each.symbol for end in found.ends for each in end.evidence} == {
        "keras.optimizers.SGD(decay=)",
        "keras.optimizers.SGD(lr=)",
    }


# --- the environment


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "import tensorflow as tf\ntf.contrib.x\nfrom keras.utils import multi_gpu_model\n",
            "Python 3.7, tensorflow==1.15.5 protobuf<3.21 numpy<1.19 h5py<3 keras==2.3.1",
        ),
        (
            "from keras.utils.training_utils import multi_gpu_model\n",
            "Python 3.7, tensorflow==1.13.2 protobuf<3.21 numpy<1.17 h5py<3 keras==2.2.4",
        ),
        ("import tensorflow as tf\ntf.estimator\n", "Python 3.11, tensorflow-cpu==2.15.1"),
        ("import tensorflow as tf\n", "Python 3.13, tensorflow-cpu==2.21.0 keras==3.15.1"),
        ("import keras\nkeras.layers.core.Dense\nkeras.utils.get_file\n", "Python 3.11, tensorflow-cpu==2.12.1"),
    ],
)
def test_reproduce_with(source: str, said: str) -> None:
    assert str(era(source).environment) == said


def test_a_keras_that_no_table_was_made_with_is_pinned() -> None:
    chosen = frozenset({("1.15.5", "2.0.9"), ("1.14.0", "2.0.9")})
    assert newest(chosen, keras=True).packages == (
        "tensorflow==1.15.5",
        "keras==2.0.9",
        "protobuf<3.21",
        "numpy<1.19",
        "h5py<3",
    )


def test_a_pre_release_is_the_last_choice() -> None:
    last = api.releases("tensorflow")[-1]
    assert "rc" in last
    assert newest(pairs(), keras=False).tensorflow == api.releases("tensorflow")[-2]
    assert newest(frozenset({pair for pair in pairs() if pair[0] == last}), keras=False).tensorflow == last


def test_every_release_has_a_pair_and_so_has_each_that_was_walked() -> None:
    for name, place in (("tensorflow", 0), ("keras", 1)):
        assert {pair[place] for pair in pairs()} == set(api.releases(name))
    for release in api.releases("tensorflow"):
        beside = api.beside("tensorflow", release)
        assert beside is None or (release, beside) in pairs()


def test_the_rows_of_the_matrix_are_those_of_nox() -> None:
    rows = json.loads((ROOT / "codemods" / "releases" / "environments.json").read_text())
    named = {row["session"] for row in rows if "session" in row}
    assert named == {f"{session}({release})" for session, release in _nox_rows()}


def _nox_rows() -> set[tuple[str, str]]:
    found = set()
    for statement in ast.parse((ROOT / "noxfile.py").read_text()).body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        session = {"LEGACY": "legacy", "TARGETS": "tests"}.get(getattr(target, "id", ""))
        for call in ast.walk(statement) if session else ():
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Release":
                found.add((session, call.args[0].value))
    return found


# --- the command

LEGACY = "import tensorflow as tf\ns = tf.contrib.distribute.MirroredStrategy()\n"
MIXED = "import tensorflow as tf\ntf.placeholder\ntf.random.set_seed(1)\n"
PYTHON_2 = "import tensorflow as tf\nprint 'hello'\n"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def command(*args: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(main, ["detect", *args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("contents", "status"),
    [
        ([LEGACY], 0),
        (["print(1)\n"], 0),
        ([MIXED], 1),
        ([PYTHON_2], 2),
        ([LEGACY, MIXED, PYTHON_2], 3),
        (["import keras\nx = (\n", LEGACY], 2),
    ],
)
def test_exit_status(contents: list[str], status: int) -> None:
    for number, content in enumerate(contents):
        Path(f"{number}.py").write_text(content)
    assert command(".").exit_code == status


def test_the_text() -> None:
    Path("a.py").write_text(LEGACY)
    assert command("a.py").stdout.splitlines() == [
        "a.py: TensorFlow 1.12 or earlier to 1.15",
        "  TensorFlow up to 1.15",
        "    line    2  tf.contrib.distribute.MirroredStrategy: 1.12-1.15",
        "  reproduce with: Python 3.7, tensorflow==1.15.5 protobuf<3.21 numpy<1.19 h5py<3 keras==2.3.1",
        (
            "    uv run --no-project --python 3.7 --with tensorflow==1.15.5 --with 'protobuf<3.21' --with 'numpy<1.19'"
            " --with 'h5py<3' --with keras==2.3.1 python a.py"
        ),
        "1 file: 1 with matching releases, 0 mixed, 0 without TensorFlow or Keras; 0 could not be processed",
    ]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import tensorflow as tf\n", "any TensorFlow from 1.12 (or earlier) on"),
        ("import tensorflow as tf\ntf.contrib.nccl.broadcast\n", "TensorFlow 1.12 or earlier"),
        ("import tensorflow as tf\ntf.keras.mixed_precision.LossScaleOptimizer\n", "TensorFlow 2.4 and later"),
        ("import keras\nkeras.optimizers.rmsprop()\n", "Keras 1.2.2 or earlier to 2.3.1"),
        ("import keras\nkeras.optimizers.Adam(lr=1)\n", "Keras 1.2.2 or earlier to 2.4.3, 2.9.0-2.15.0"),
        ("import os\n", "uses neither TensorFlow nor Keras"),
        (MIXED, "mixed, no single release has everything it uses"),
        (PYTHON_2, "Python 2 source"),
    ],
)
def test_the_first_line(source: str, said: str) -> None:
    Path("a.py").write_text(source)
    assert said in command("a.py").stdout.splitlines()[0]


def test_why_the_other_distribution_decides() -> None:
    result = command("-", stdin="import tensorflow as tf\nimport keras\ntf.config.list_physical_devices('GPU')\n")
    assert "tf.config.list_physical_devices: TensorFlow since 2.1, too new for Keras 2.2.5" in result.stdout


def test_quiet_leaves_failures() -> None:
    Path("a.py").write_text(MIXED)
    Path("b.py").write_text(PYTHON_2)
    (line,) = command("--quiet", ".").stdout.splitlines()
    assert line.startswith("b.py:2")


def test_no_path() -> None:
    result = command()
    assert result.exit_code == 2
    assert "PATH" in result.stderr


def _checked(document: dict[str, Any]) -> list[dict[str, Any]]:
    schema = json.loads(json.dumps(SCHEMA).replace("report.schema.json#/$defs/", "#/$defs/"))
    schema["$defs"] |= {name: REPORT["$defs"][name] for name in ("failure", "cell")}
    jsonschema.validate(document, schema)
    return document["files"]


def test_json() -> None:
    for name, content in (("a.py", LEGACY), ("b.py", MIXED), ("c.py", "import os\n"), ("d.py", PYTHON_2)):
        Path(name).write_text(content)
    files = _checked(json.loads(command("--format", "json", ".").stdout))
    assert [each["status"] for each in files] == ["found", "mixed", "unrelated", "failed"]
    assert files[0]["eras"][0]["tensorflow"] == ["1.12.3", "1.13.2", "1.14.0", "1.15.5"]
    assert files[0]["eras"][0]["environment"]["session"] == "legacy(1.15.5)"
    assert [each["eras"] for each in files[2:]] == [[], []]
    assert files[3]["failure"]["line"] == 2


def test_it_needs_no_tensorflow_and_runs_as_a_module() -> None:
    Path("a.py").write_text(LEGACY)
    code = "import sys, codemods.cli.main; codemods.cli.main.main(['detect', 'a.py'], standalone_mode=False)"
    script = f"try:\n    {code}\nexcept SystemExit:\n    pass\nassert not {{'tensorflow', 'keras'}} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=".", env={"PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 0


def test_broken_sources_are_named() -> None:
    for source in (b"import keras\n\0", b"import keras\n\xff", b"import keras\nx = ("):
        assert isinstance(detect(source), Failure)
