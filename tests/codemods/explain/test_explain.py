"""`python -m codemods explain`: what names were and became, and what rules do, shown by doing it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import compat.tables
from codemods.cli.main import main
from codemods.explain.explanation import Explanation, explain_name
from codemods.explain.names import Subject, near, subject_of
from codemods.explain.rows import facts
from codemods.explain.snippets import snippet
from codemods.releases import api, tables

ROOT = Path(__file__).resolve().parents[3]
WITHOUT_WORDS = {"Change", "Shim", "Given", "Deviation"}
"""Rows that `explain` does not put into sentences: where a shim is and how it deviates it says in another way."""


def explained(name: str) -> Explanation:
    found = explain_name(name)
    assert found is not None, name
    return found


def said(explanation: Explanation, label: str) -> str:
    return "\n".join(fact.text for fact in explanation.facts if fact.label == label)


# --- which symbol is meant


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("tf.contrib.distribute.MirroredStrategy", "tensorflow.contrib.distribute.MirroredStrategy"),
        ("tensorflow.contrib.distribute.MirroredStrategy", "tensorflow.contrib.distribute.MirroredStrategy"),
        ("keras.utils.multi_gpu_model", "keras.utils.multi_gpu_model"),
        ("multi_gpu_model", "keras.utils.multi_gpu_model"),
        ("multi_gpu_model()", "keras.utils.multi_gpu_model"),
        ("multi_gpu_model(gpus=4)", "keras.utils.multi_gpu_model(gpus=)"),
        ("K.set_session", "keras.backend.set_session"),
        ("K.tensorflow_backend.set_session", "keras.backend.tensorflow_backend.set_session"),
        ("tf.keras.optimizers.Adam(lr)", "tensorflow.keras.optimizers.Adam(lr=)"),
        ("tf.keras.optimizers.Adam(lr=)", "tensorflow.keras.optimizers.Adam(lr=)"),
        ("Adam(lr=0.1)", "keras.optimizers.Adam(lr=)"),
        (" Adam( lr = 0.1 ) ", "keras.optimizers.Adam(lr=)"),
        ("Model.fit_generator", "keras.models.Model.fit_generator"),
        (".fit_generator()", "keras.models.Model.fit_generator"),
        ("model.fit_generator(workers=)", "keras.models.Model.fit_generator(workers=)"),
        ("fit_generator", "keras.models.Model.fit_generator"),
        ("estimator.train(hooks=)", "tensorflow.estimator.Estimator.train(hooks=)"),
        ("Dataset.make_one_shot_iterator", "tensorflow.data.Dataset.make_one_shot_iterator"),
        ("tf._api.v1.gfile.Exists", "tensorflow.gfile.Exists"),
        ("tensorflow_core.python.keras.layers.Dense", "tensorflow.keras.layers.Dense"),
        ("tf.python.keras.utils.multi_gpu_model", "tensorflow.keras.utils.multi_gpu_model"),
        ("tf.python.estimator.run_config.RunConfig", "tensorflow.estimator.RunConfig"),
        ("Session", "tensorflow.Session"),
        ("layers.dense", "tensorflow.layers.dense"),
        ("np_utils.to_categorical", "keras.utils.np_utils.to_categorical"),
        ("_make_predict_function", "keras.models.Model._make_predict_function"),
    ],
)
def test_spellings(name: str, symbol: str) -> None:
    assert str(subject_of(name)) == symbol


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "()",
        "tf..Session",
        "not a name",
        "1.2.3",
        "keras.layers.Dense(colour=)",
        "Dense(**options)",
        "keras.laiers.Dense",
        "tf.keras.model",
        "keras.optimizers.np.argmax",
        "torch.nn.Linear",
        "no_such_name_at_all",
        "tf.Session.no_such_method",
        "keras.utils.multi_gpu_modle",
        "tensorflow_hub.load",
    ],
)
def test_no_release_has_it(name: str) -> None:
    assert subject_of(name) is None


@pytest.mark.parametrize(
    ("name", "close"),
    [
        ("multi_gpu_modle", "keras.utils.multi_gpu_model"),
        ("tf.keras.utils.multi_gpu_modle", "tensorflow.keras.utils.multi_gpu_model"),
        ("Adam(lrr=)", "keras.optimizers.Adam(lr=)"),
        ("tf.contrib.distribute.MirrorStrategy", "tensorflow.contrib.distribute.MirroredStrategy"),
    ],
)
def test_near_matches(name: str, close: str) -> None:
    assert close in near(name)


def test_nothing_is_near_to_nonsense() -> None:
    assert near("qqqqqqqq") == []
    assert near("not a name") == []


# --- what became of it


@pytest.mark.parametrize(
    ("name", "label", "text"),
    [
        ("keras.utils.multi_gpu_model", "in", "Keras 2.0.9-2.3.1, gone since 2.4.3"),
        ("keras.utils.multi_gpu_model", "also", "tensorflow.keras.utils.multi_gpu_model, in TensorFlow 1.12-2.3"),
        ("keras.utils.multi_gpu_model", "was", "a function: multi_gpu_model(model, gpus=None, cpu_merge=True"),
        ("keras.utils.multi_gpu_model", "shim", "compat.keras.utils.multi_gpu_model"),
        ("keras.utils.multi_gpu_model", "deviates", "`cpu_relocation` keeps the template's weights"),
        ("keras.utils.multi_gpu_model", "rule", "TFM201 multi_gpu_model"),
        ("K.set_session", "deviates", "The device options go to `tf.config`"),
        ("K.tensorflow_backend.set_session", "deviates", "The device options go to `tf.config`"),
        ("tf.keras.layers.BatchNormalization", "deviates", "corrected once, as the fused kernel did"),
        ("keras.callbacks.ModelCheckpoint", "deviates", "`ModelCheckpoint` is the legacy one"),
        ("Model.fit_generator", "deviates", "A `Sequence` starts again when it ends"),
        ("tf.contrib.distribute.MirroredStrategy", "deviates", "More GPUs than there are: ValueError"),
        ("tf.contrib.distribute.MirroredStrategy", "in", "TensorFlow 1.12-1.15, gone since 2.0"),
        ("tf.contrib.distribute.MirroredStrategy", "instead", "tf.distribute.MirroredStrategy"),
        ("tf.Session", "became", "tensorflow.compat.v1.Session"),
        ("tf.train.AdamOptimizer", "became", "tensorflow.compat.v1.train.AdamOptimizer"),
        ("keras.layers.core.Dense", "became", "keras.layers.Dense"),
        ("Adam(lr=)", "became", "lr= is learning_rate="),
        ("Adam(lr=)", "lr=", "taken by Keras 1.2.2-2.4.3, 2.9.0-2.15.0; refused since 3.0.5"),
        ("Adam(decay=)", "keyword", "ignored with a warning since keras 3.0"),
        ("keras.optimizers.Adagrad", "default", "learning_rate= was 0.01, is 0.001 in Keras 3"),
        ("Model.fit_generator", "was", "a method: fit_generator(generator, steps_per_epoch=None"),
        ("Model.fit_generator", "became", "fit, which takes generators"),
        ("_make_predict_function", "instead", "leave it out"),
        ("keras.layers.CuDNNLSTM", "instead", "keras.layers.LSTM"),
        ("tf.contrib.slim.nets.inception.inception_v1", "in", "tensorflow.contrib.slim.nets.inception"),
        ("tf.python.eager.context.allGather", "is", "in no table of a release"),
        ("K.np.argmax", "instead", "numpy"),
        ("tensorflow_addons.optimizers.AdamW", "instead", "it ended in 2024"),
        ("MirroredStrategy", "others", "tensorflow.contrib.distribute.MirroredStrategy"),
    ],
)
def test_facts(name: str, label: str, text: str) -> None:
    assert text in said(explained(name), label)


@pytest.mark.parametrize("name", ["keras.layers.Add", "tf.data.Dataset.map", "keras.callbacks.CSVLogger", "tf.reshape"])
def test_what_is_as_it_was(name: str) -> None:
    explanation = explained(name)
    assert said(explanation, "today") == "nothing to do: the codemods leave it as it is"
    assert explanation.example.after == explanation.example.before
    assert "gone" not in said(explanation, "in")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("keras.layers.recurrent.LSTM", "from keras.layers.recurrent import LSTM", "from keras.layers import LSTM"),
        ("keras.layers.core.Dense(units=)", "Dense(units=units)", "from keras.layers import Dense"),
        ("Model.predict_generator", "model.predict_generator(generator)", "model.predict(generator, verbose=0)"),
        ("SGD(lr=)", "SGD(lr=0.01)", "SGD(learning_rate=0.01)"),
        ("keras.engine.Layer", "from keras.engine import Layer", "from keras.layers import Layer"),
    ],
)
def test_before_and_after(name: str, before: str, after: str) -> None:
    example = explained(name).example
    assert before in example.before
    assert after in example.after


def test_a_rule_s_own_example_is_preferred() -> None:
    """`multi_gpu_model(model)` alone goes to the shim; the example of its rule shows the whole way."""
    assert "strategy.scope()" in explained("multi_gpu_model").example.after


# --- the lines that are synthesised


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("tf.Session", "import tensorflow as tf\n\nsession = tf.Session()\n"),
        ("K.mean", "from keras import backend as K\n\nresult = K.mean(x)\n"),
        ("keras.layers.Dense", "from keras.layers import Dense\n\ndense = Dense(units)\n"),
        ("keras.Model", "import keras\n\nmodel = keras.Model()\n"),
        ("keras.layers.Lambda(mask=)", "from keras.layers import Lambda\n\nlambda_ = Lambda(function, mask=mask)\n"),
        ("tf.logging.INFO", "import tensorflow as tf\n\nvalue = tf.logging.INFO\n"),
        (
            "tf.train.Saver.save",
            "import tensorflow as tf\n\nsaver = tf.train.Saver()\nsaver.save(sess, save_path)\n",
        ),
        (
            "Adam(amsgrad=)",
            "from keras.optimizers import Adam\n\nadam = Adam(amsgrad=False)\n",
        ),
    ],
)
def test_snippets(name: str, source: str) -> None:
    subject = subject_of(name)
    assert subject is not None
    assert snippet(subject) == source


@pytest.mark.parametrize("unit", ["keras", "tensorflow.keras", "tensorflow", "tensorflow.contrib"])
def test_snippets_of_all_kinds_parse(unit: str) -> None:
    paths = list(tables.table(unit).symbols)
    for path in paths[:: max(1, len(paths) // 200)]:
        ast.parse(snippet(Subject(path)))


# --- the tables


def _rows() -> list[object]:
    modules = pkgutil.walk_packages(compat.tables.__path__, "compat.tables.")
    values = [value for each in modules for value in vars(importlib.import_module(each.name)).values()]
    return [row for value in values if isinstance(value, tuple) for row in value if hasattr(row, "_fields")]


def test_every_kind_of_row_is_put_into_words() -> None:
    """One symbol of each kind of row, and the row's own link or text is among the facts."""
    kinds = {type(row).__name__: row for row in _rows()}
    kinds = {name: row for name, row in kinds.items() if name not in WITHOUT_WORDS}
    assert {"MovedModule", "MovedSymbol", "RenamedKeywords", "Removed", "IgnoredKeyword", "ChangedValue"} <= set(kinds)
    for name, row in kinds.items():
        assert facts(_subject(row)), name


def _subject(row: object) -> Subject:
    """The subject of a row."""
    legacy = getattr(row, "legacy", None)
    symbol = getattr(row, "symbol", None) or (getattr(row, "symbols", None) or (None,))[0]
    keyword = next(iter(getattr(row, "keywords", ())), None)
    if hasattr(row, "classes"):
        return Subject(f"{row.classes[0]}.{legacy or row.names[0]}")  # type: ignore[attr-defined]
    if symbol is not None:
        return Subject(str(symbol).replace(".*", ".Dense"), keyword)
    if hasattr(row, "names"):
        return Subject(f"{legacy}.{row.names[0]}" if legacy else row.names[0])
    return Subject(str(legacy) if "." in str(legacy) else f"keras.models.Model.{legacy}")


# --- names of real scripts

REAL = """
tf.estimator.RunConfig tf.estimator.ModeKeys tf.logging.set_verbosity tf.ConfigProto .minimize() tf.placeholder
tf.app.run tf.variable_scope .make_one_shot_iterator() tf.layers.dense tf.contrib.cluster_resolver.TPUClusterResolver
keras.optimizers.Adam(lr=) tf.feature_column.input_layer tf.parse_single_example tf.GraphKeys tf.contrib.tpu.TPUConfig
tf.keras.mixed_precision.experimental.LossScaleOptimizer model.compile(target_tensors=) tf.app.flags.FLAGS
tf.losses.sparse_softmax_cross_entropy keras.backend.int_shape tf.nn.dropout(keep_prob=) .add_summary() tf.gfile.GFile
keras.preprocessing.image.ImageDataGenerator tf.contrib.layers.fully_connected keras.layers.advanced_activations.LeakyReLU
tf.saved_model.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY tf.contrib.distribute.MirroredStrategy(num_gpus=)
tf.image.resize_image_with_crop_or_pad keras.layers.merge.concatenate tf.contrib.training.HParams .experimental_run()
keras.callbacks.ModelCheckpoint(period=) keras.backend.tensorflow_backend._get_available_gpus tf.set_random_seed
tf.contrib.distribute.python.mirrored_strategy.MirroredStrategy tf.flags.FLAGS.__flags.items tf._api.v1.keras .to_yaml()
tf.python.estimator.canned.head._Head keras.utils.generic_utils.Progbar keras.models.Model(output=) tf.contrib.slim
"""


@pytest.mark.parametrize("name", REAL.split())
def test_names_of_real_scripts(name: str) -> None:
    explanation = explained(name)
    assert said(explanation, "was") or said(explanation, "is")
    ast.parse(explanation.example.before)
    ast.parse(explanation.example.after)


# --- the command


def command(*args: str) -> Result:
    result = CliRunner().invoke(main, ["explain", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["TFM102"], 0),
        (["tfm102"], 0),
        (["keras.layers.Add"], 0),
        (["TFM102", "multi_gpu_model"], 0),
        (["TFM999"], 2),
        (["multi_gpu_modle"], 2),
        (["TFM102", "no_such_name_at_all"], 2),
        ([], 2),
    ],
)
def test_exit_status(names: list[str], status: int) -> None:
    assert command(*names).exit_code == status


def test_the_text_of_a_rule() -> None:
    lines = command("TFM102").stdout.splitlines()
    assert lines[0] == "TFM102 renamed_keywords"
    headings = ["What it does", "Why", "Example", "Numbers", "What it leaves to you"]
    assert [line.strip() for line in lines if line.strip() in headings] == headings
    assert "      optimizer = Adam(learning_rate=0.001)" in lines
    assert "  silence: a line with  # tf-forward: ignore[TFM102]" in lines
    assert lines[-1] == "  see: https://github.com/keras-team/keras/issues/18467"
    assert sum("http" in line for line in lines) == 1


def test_no_document_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[Path] = []
    read = Path.read_text
    monkeypatch.setattr(
        Path, "read_text", lambda path, *args, **kwargs: reads.append(path) or read(path, *args, **kwargs)
    )
    assert "deviates" in command("keras.utils.multi_gpu_model", "TFM102").stdout
    assert not [path for path in reads if path.suffix == ".md"]


def test_the_text() -> None:
    lines = command("SGD(lr=)").stdout.splitlines()
    assert lines[0] == "keras.optimizers.SGD(lr=)"
    assert "  became: lr= is learning_rate= since keras 3.0" in lines
    before, after = lines.index("  before:"), lines.index("  after:")
    assert lines[before + 1 : after] == ["    from keras.optimizers import SGD", "", "    sgd = SGD(lr=0.01)"]
    assert lines[after + 3] == "    sgd = SGD(learning_rate=0.01)"
    assert lines[after + 4] == "  TFM102 SGD(lr=) is now SGD(learning_rate=)"
    assert lines[-1].startswith("  see: https://")


def test_unknown_names_are_answered() -> None:
    text = command("tf.keras.utils.multi_gpu_modle").stdout
    assert "no release has it, from TensorFlow 1.12.3 and Keras 1.2.2" in text
    assert "tensorflow.keras.utils is there, in TensorFlow since 1.12" in text
    assert "did you mean tensorflow.keras.utils.multi_gpu_model?" in text
    assert "a package of its own" in command("tensorflow_hub.load").stdout
    assert "no rule of that code" in command("TFM999").stdout


def test_colours_stay_out_of_pipes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "codemods", "explain", "TFM102"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\x1b" not in done.stdout
    assert "Adam(learning_rate=0.001)" in done.stdout


def test_nothing_is_imported_that_it_speaks_of() -> None:
    code = (
        "import sys\nfrom codemods.explain.explanation import explain_symbol\n"
        "from codemods.explain.names import subject_of\nexplain_symbol(subject_of('multi_gpu_model'))\n"
        "assert not {'tensorflow', 'keras', 'compat.keras', 'compat.tensorflow'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_each_command_imports_what_it_needs() -> None:
    code = "import sys, codemods.cli.main; assert not {'libcst', 'rich'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True).returncode == 0


def test_every_release_named_is_one_of_the_tables() -> None:
    assert api.releases("tensorflow")[0] == "1.12.3"
    assert api.releases("keras")[0] == "1.2.2"
