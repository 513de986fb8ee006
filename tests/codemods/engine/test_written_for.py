"""The releases that a source was written for are determined from the source as it came in."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.releases.written_for import Sign, WrittenFor, written_for
from codemods.engine.engine import check, upgrade
from codemods.releases.origin import KerasLine, Origin, parse_origin
from codemods.source.file import File
from codemods.types import Settings, Upgraded

STANDALONE, TENSORFLOW_1, TENSORFLOW_2, KERAS_3 = KerasLine
ADAGRAD = "from keras.optimizers import Adagrad\no = Adagrad()\n"
FETCHED = "import keras\nd = keras.utils.get_file(origin=u, extract=True)\n"
FUTURE = "from __future__ import print_function\n"
COMPILED = "import keras\nm = keras.Sequential()\nm.compile('sgd', 'mse', metrics=['accuracy'])\nh = m.fit(x, y)\n"
MEASURED = COMPILED.replace("'accuracy'", "'mae'")
DROPOUT = "import tensorflow as tf\ndef f(x, keep):\n    return tf.nn.dropout(x, keep)\n"


def _read(source: str, origin: Origin | None = None) -> WrittenFor:
    return written_for(File(cst.parse_module(source), source.encode(), origin=origin))


@pytest.mark.parametrize(
    ("source", "keras", "tensorflow"),
    [
        ("from keras.layers.core import Dense\n", STANDALONE, None),
        ("from keras.optimizers import SGD\nSGD(lr=0.1)\n", STANDALONE, None),
        ("from keras.optimizers import SGD\nSGD(0.1, decay=1e-4)\n", STANDALONE, None),
        ("import keras\nm = load()\nm.fit_generator(g)\n", STANDALONE, None),
        ("import keras\nm = load()\nm.fit(x, nb_epoch=3)\n", STANDALONE, None),
        ("import keras\nimport tensorflow as tf\ntf.contrib.layers.flatten(x)\n", STANDALONE, 1),
        ("import tensorflow as tf\ntf.placeholder(tf.float32)\ntf.keras.layers.GRU(3)\n", TENSORFLOW_1, 1),
        ("import tensorflow as tf\ntf.keras.utils.set_random_seed(3)\n", None, 2),
        ("import tensorflow as tf\ntf.keras.layers.experimental.preprocessing.Resizing(3, 3)\n", TENSORFLOW_2, 2),
        ("import keras\nkeras.ops.sum(x)\n", KERAS_3, 2),
        ("import keras\nm = load()\nm.save_weights('a.h5')\n", STANDALONE, None),
        ("import keras\nm = load()\nm.save_weights('%d.hdf5' % n)\n", STANDALONE, None),
        ("import keras\nm = load()\nm.save_weights('a.weights.h5')\n", None, None),
        ("import keras\nm = load()\nm.save_weights(path)\nm.save('a.h5')\n", None, None),
        ("from keras.callbacks import ModelCheckpoint\nModelCheckpoint('a.hdf5')\n", STANDALONE, None),
        (
            "from keras.callbacks import ModelCheckpoint\nModelCheckpoint('a.h5', save_weights_only=True)\n",
            STANDALONE,
            None,
        ),
        ("from keras.callbacks import ModelCheckpoint\nModelCheckpoint('a.h5', save_best_only=True)\n", None, None),
        (ADAGRAD, None, None),
        (DROPOUT, None, None),
        ("import keras\nkeras.ops.sum(x)\nfrom keras.layers.core import Dense\n", None, 2),
        ("from keras.optimizers.schedules import InverseTimeDecay\nkeras.SGD(lr=InverseTimeDecay())\n", None, 2),
        ("import tensorflow as tf\nif tf.__version__ < '2': tf.placeholder(tf.float32)\n", None, None),
        ("import os\n", None, None),
        (f"import os\nos.environ['KERAS_BACKEND'] = 'jax'\n{ADAGRAD}", KERAS_3, 2),
        (f"import os\nos.environ.setdefault('KERAS_BACKEND', 'torch')\n{ADAGRAD}", KERAS_3, 2),
        (f"import os\nos.environ['KERAS_BACKEND'] = 'tensorflow'\n{ADAGRAD}", None, None),
        (f"import os\nos.environ['BACKEND'] = 'jax'\n{ADAGRAD}", None, None),
        (f"import keras_hub\n{ADAGRAD}", KERAS_3, 2),
        (f"from keras_rs.src import types\n{ADAGRAD}", KERAS_3, 2),
        (f"import keras_cv\n{ADAGRAD}", None, None),
        ("import tensorflow as tf\nimport keras_hub\ntf.keras.optimizers.Adagrad()\n", KERAS_3, 2),
        ("import keras_hub\nfrom keras.layers.core import Dense\n", None, 2),
        (f"{FETCHED}p = d + '/a_extracted/b'\n", KERAS_3, 2),
        (f"{FETCHED}p = d + '/a_extracted_b'\n", None, None),
        ("import keras\np = d + '/a_extracted/b'\n", None, None),
        (f"{FUTURE}{ADAGRAD}", STANDALONE, None),
        (f"from __future__ import absolute_import, division\n{ADAGRAD}", STANDALONE, None),
        (f"{ADAGRAD}for i in xrange(3): print(i)\n", STANDALONE, None),
        (f"from __future__ import annotations\n{ADAGRAD}", None, None),
        (f"{FUTURE}{ADAGRAD}print(f'{{o}}')\n", None, None),
        (f"{FUTURE}import keras\nkeras.ops.sum(x)\n", KERAS_3, 2),
        (f"{FUTURE}import keras\nfrom keras.utils import set_random_seed\n", None, 2),
        (f"{FUTURE}import tensorflow as tf\ntf.keras.optimizers.Adagrad()\n", None, None),
        (f"{FUTURE}import os\n", None, None),
        (f"{COMPILED}print(h.history['acc'])\n", STANDALONE, 1),
        (f"{COMPILED}keras.callbacks.EarlyStopping(monitor='val_acc')\n", STANDALONE, 1),
        (f"{COMPILED}print(h.history['accuracy'])\n", None, None),
        (f"{COMPILED}print(h.history['acc' if old else 'accuracy'])\n", None, None),
        (f"{COMPILED}print(h.history['acc'] if 'acc' in h.history else 0)\n", None, None),
        (f"{COMPILED}print(other['acc'])\n", None, None),
        (MEASURED + "print(h.history['val_mean_absolute_error'])\n", STANDALONE, 1),
        (MEASURED + "print(h.history['mean_squared_error'])\n", None, None),
        (MEASURED + "print(h.history['mean_absolute_error'] if old else h.history['mae'])\n", None, None),
        (MEASURED.replace("'mae'", "'mean_absolute_error'") + "print(h.history['mean_absolute_error'])\n", None, None),
        (COMPILED.replace("'accuracy'", "'acc'") + "print(h.history['acc'])\n", None, None),
        (COMPILED.replace("'accuracy'", "'accuracy', acc") + "print(h.history['acc'])\n", None, None),
        (f"{COMPILED.replace('import keras', 'from tensorflow import keras')}h.history['acc']\n", TENSORFLOW_1, 1),
    ],
)
def test_lines(source: str, keras: KerasLine | None, tensorflow: int | None) -> None:
    found = _read(source)
    assert (found.keras, found.tensorflow) == (keras, tensorflow), found


def test_evidence_is_the_lines_that_say_so() -> None:
    source = "import keras\nx = 1\nm = keras.Model(input=a, output=b)\nkeras.optimizers.SGD(lr=0.1)\n"
    assert Sign(4, "keras.optimizers.SGD(lr=)") in _read(source).evidence
    assert _read(ADAGRAD).evidence == ()


def test_what_a_person_says_outweighs_the_source() -> None:
    legacy = "from keras.layers.core import Dense\n"
    assert _read(legacy, parse_origin("keras==3.3")).keras is KERAS_3
    assert _read(ADAGRAD, parse_origin("tensorflow==1.15")) == WrittenFor(STANDALONE, 1)
    assert _read(DROPOUT, parse_origin("tensorflow==1.4")).tensorflow == 1
    assert _read(ADAGRAD, parse_origin("keras==2.8")).keras is TENSORFLOW_2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("keras", "does not pin one release"),
        ("keras>=2", "does not pin one release"),
        ("torch==1.0", "does not pin one release"),
        ("keras 2.3", "is not a release"),
        ("keras==99.1", "is not in the tables"),
        ("keras==2.3,keras==2.2", "pins keras twice"),
        ("keras==2.3,tensorflow==2.16", "does not run on"),
    ],
)
def test_bad_origins(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as error:
        parse_origin(text)
    assert "\n" not in str(error.value)


def _upgraded(source: str, origin: str | None = None) -> Upgraded:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("source", "origin", "written"),
    [
        (ADAGRAD, "keras==2.3", "Adagrad(learning_rate=0.01, initial_accumulator_value=0.0, epsilon=1e-14)"),
        (ADAGRAD, "keras==2.8", "Adagrad()"),
        (ADAGRAD, "keras==3.0", "Adagrad()"),
        ("import keras\nx = keras.layers.ConvLSTM2D(3, 3)\n", "keras==2.8", "recurrent_activation=hard_sigmoid"),
        (DROPOUT, "tensorflow==1.15", "rate=1 - keep"),
        (DROPOUT, "tensorflow==2.4", "tf.nn.dropout"),
    ],
)
def test_values_follow_what_a_person_says(source: str, origin: str, written: str) -> None:
    result = _upgraded(source, origin)
    assert written in result.after.decode()
    assert not [note for note in result.notes if "--from" in note.advice]


def test_one_note_where_nothing_tells() -> None:
    result = _upgraded("from keras.layers import GRU\nx = GRU(3)\n" + DROPOUT)
    (note,) = result.notes
    assert not result.changed
    assert not result.findings
    assert (note.code, note.line) == ("TFM112", 2)
    assert "GRU(reset_after=), GRU(recurrent_activation=), tensorflow.nn.dropout" in note.message
    assert note.advice.endswith("--from keras==2.2.4,tensorflow==1.15")
    checked = check(result.before)
    assert isinstance(checked, Upgraded)
    assert checked.notes == result.notes


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nkeras.ops.sum(x)\nx = keras.layers.GRU(3)\n",
        "import keras\nx = keras.layers.GRU(3, reset_after=True, recurrent_activation='sigmoid')\n",
        "import tensorflow as tf\ntf.keras.utils.set_random_seed(3)\ny = tf.nn.dropout(x, 0.5)\n",
        "import tensorflow as tf\nd = tf.data.Dataset.from_tensor_slices(x)\n",
    ],
)
def test_modern_files_get_no_note(source: str) -> None:
    assert _upgraded(source).notes == ()


def test_a_name_that_the_upgrade_binds_tells_in_the_same_run() -> None:
    source = (
        "from tensorflow.keras import layers, models\nfrom keras.utils import multi_gpu_model\n"
        "def total(x):\n    return tf.reduce_sum(x, keep_dims=True)\n"
        "m = multi_gpu_model(models.Sequential([layers.Dense(1)]), 2)\nm.compile('sgd', 'mse')\n"
    )
    result = _upgraded(source)
    assert "import tensorflow as tf" in result.after.decode()
    assert "keepdims=True" in result.after.decode()
    assert not _upgraded(result.after.decode()).changed


def test_a_comment_silences_the_note() -> None:
    source = "from keras.optimizers import Adagrad\no = Adagrad()  # tf-forward: ignore[TFM112]\n"
    assert _upgraded(source).notes == ()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (ADAGRAD, "Adagrad() defaulted to learning_rate=0.01, and to 0.001 later"),
        ("from keras.optimizers import Adadelta\no = Adadelta()\n", "learning_rate=1.0, and to 0.001 later"),
        ("from keras.regularizers import l1_l2\nr = l1_l2()\n", "l1=0.01, and to 0.0 later"),
        ("import keras\nm = keras.Sequential()\nm.compile('adadelta', 'mse')\n", "Adadelta defaulted to"),
        ("import keras\no = keras.optimizers.Adadelta(**options)\n", "Adadelta defaulted to"),
        ("from keras.optimizers import SGD\no = SGD(0.1, clipnorm=1.0)\n", "clipped by the norm of all gradients"),
        ("import keras\nkeras.layers.Dense(1, activity_regularizer='l2')\n", "divides it by the batch's rows"),
        ("from keras.layers import Convolution2D\nConvolution2D(8, 3, 3)\n", "the sizes of a kernel in Keras 1"),
        ("import keras\nx = keras.Model().get_layer('dense_2')\n", "which began with 1"),
        ("from keras.layers.core import Dense\nfrom keras.layers import LSTM\nLSTM(3)\n", "'sigmoid' later"),
    ],
)
def test_a_finding_where_much_is_at_stake_and_nothing_tells(source: str, said: str) -> None:
    result = _upgraded(source)
    (finding,) = [each for each in result.findings if "nothing tells" in each.message]
    assert said in finding.message
    assert "or say for which: --from" in finding.advice
    assert finding.severity == "doubt"
    for origin in ("keras==2.3", "keras==3.3"):
        assert not [each for each in _upgraded(source, origin).findings if "nothing tells" in each.message]


@pytest.mark.parametrize(
    "source",
    [
        "from keras.optimizers import Adadelta\no = Adadelta(0.5)\n",
        "from keras.optimizers import Adadelta\no = Adadelta(learning_rate=0.5, **options)\n",
        "from keras.regularizers import l1_l2\nr = l1_l2(0.1, 0.1)\n",
        "from keras.optimizers import SGD\no = SGD(0.1, clipnorm=None)\n",
        "import tensorflow as tf\ntf.keras.optimizers.Adadelta()\n",
        "import tensorflow as tf\ntf.keras.optimizers.SGD(0.1, clipnorm=1.0)\n",
        "import keras\nkeras.layers.Dense(1, activity_regularizer=activity_regularizer)\n",
        "from keras.layers import LSTM\nLSTM(3)\n",
        "from keras.layers import Convolution2D\nConvolution2D(8, (3, 3))\n",
    ],
)
def test_no_finding_where_little_is_at_stake(source: str) -> None:
    assert not _upgraded(source).findings


def test_signs_of_python_2_beside_a_name_that_nothing_binds() -> None:
    """The signs are nodes of the source as it came in; the file that was edited since has others."""
    source = (
        b"from __future__ import print_function\nfrom keras.models import Sequential\nimport numpy as np\n"
        b"np.random.seed(1)\nif K.image_dim_ordering() == 'th':\n    x = 1\nmodel = Sequential()\n"
        b"model.compile(loss='mse', optimizer='adadelta')\n"
    )
    assert isinstance(upgrade(source), Upgraded)


SESSION = "session = tf.compat.v1.Session()\n"
ADDED = "import tensorflow as tf\na = tf.constant(1.0)\nb = tf.add(a, a)\nc = a * b\n"


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\nx = tf.compat.v1.placeholder(tf.float32)\n",
        "import tensorflow.compat.v1 as tf\nx = tf.placeholder(tf.float32)\n",
        f"{ADDED}{SESSION}print(session.run(c))\n",
        f"{ADDED}{SESSION}print(session.run([a, b]))\n",
        f"{ADDED}with tf.compat.v1.Session(config=None) as s:\n    print(s.run(c))\n",
        f"{ADDED}with tf.compat.v1.Session() as s:\n    for i in range(3):\n        print(s.run(c))\n",
    ],
)
def test_a_graph_at_the_top_is_of_tensorflow_1(source: str) -> None:
    assert _read(source).tensorflow == 1


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\ndef build():\n    return tf.compat.v1.placeholder(tf.float32)\n",
        "import tensorflow as tf\nclass A:\n    x = tf.compat.v1.placeholder(tf.float32)\n",
        "import tensorflow as tf\ng = tf.Graph()\nwith g.as_default():\n    x = tf.compat.v1.placeholder(tf.float32)\n",
        "import tensorflow as tf\nwith context:\n    x = tf.compat.v1.placeholder(tf.float32)\n",
        "import tensorflow as tf\ntry:\n    x = tf.compat.v1.placeholder(tf.float32)\nexcept RuntimeError:\n    x = 1\n",
        "import tensorflow as tf\ntf.compat.v1.disable_eager_execution()\nx = tf.compat.v1.placeholder(tf.float32)\n",
        "import tensorflow as tf\nif tf.__version__ < '2': x = tf.compat.v1.placeholder(tf.float32)\n",
        f"{ADDED}{SESSION}",
        f"{ADDED}session = tf.compat.v1.Session(graph=g)\nsession.run(c)\n",
        f"{ADDED}session = tf.compat.v1.Session('', g)\nsession.run(c)\n",
        f"{ADDED}with tf.compat.v1.Session() as s:\n    d = tf.constant(1)\n    print(s.run(d))\n",
        f"import tensorflow as tf\nnames = ['a:0']\n{SESSION}session.run(names)\n",
        f"{ADDED}with g.as_default():\n    pass\n{SESSION}session.run(c)\n",
    ],
)
def test_a_graph_that_tensorflow_2_may_run(source: str) -> None:
    assert _read(source).tensorflow is None


WEIGHED = (
    "model = keras.Sequential([keras.layers.Dense(1)])\nmodel.compile('sgd', 'mse')\nmodel.fit(x, y, sample_weight=w)\n"
)


@pytest.mark.parametrize(
    ("head", "origin", "severities"),
    [
        ("import keras\nimport tensorflow as tf\ntf.config.list_physical_devices()\n", "keras==2.2.5", ["numbers"]),
        ("import keras\nimport tensorflow as tf\ntf.config.list_physical_devices()\n", "keras==2.3", []),
        ("from tensorflow.keras import layers\nimport keras\n", "tensorflow==1.13.2", ["numbers"]),
        ("from tensorflow.keras import layers\nimport keras\n", "tensorflow==1.15", []),
        (
            "from tensorflow.keras import layers\nfrom keras import Sequential\nimport keras\n",
            "keras==2.2.5",
            ["numbers"],
        ),
        ("import keras\nfrom keras import layers\n", "tensorflow==1.13.2", ["doubt"]),
    ],
)
def test_what_a_person_says_outweighs_what_an_upgrade_wrote(head: str, origin: str, severities: list[str]) -> None:
    """A second run finds names of today, and an `import keras`, where the first has put them."""
    assert [each.severity for each in _upgraded(head + WEIGHED, origin).findings] == severities


def test_the_note_names_releases_that_settle_it() -> None:
    (note,) = _upgraded("import keras\n" + WEIGHED).notes
    origin = note.advice.partition("--from ")[2]
    assert [each.code for each in _upgraded("import keras\n" + WEIGHED, origin).findings] == ["TFM162"]
