"""`fit_generator` and its kin become `fit`, `evaluate`, `predict`."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from textwrap import dedent

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "from keras.models import Sequential\nm = Sequential()\n"

IMAGES = "from tensorflow.keras.preprocessing.image import ImageDataGenerator\n" + HEAD + "d = ImageDataGenerator()\n"
FLOW = "flow = d.flow_from_directory(folder, batch_size=16)\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "m.evaluate_generator(flow, val_samples=n)",
            "m.evaluate(flow, steps=math.ceil(n / flow.batch_size), verbose=0)",
        ),
        (
            "m.evaluate_generator(flow, n, nb_worker=1)",
            "m.evaluate(flow, steps=math.ceil(n / flow.batch_size), verbose=0)",
        ),
        (
            "m.predict_generator(d.flow(x, batch_size=rows), val_samples=a + b)",
            "m.predict(d.flow(x, batch_size=rows), steps=math.ceil((a + b) / rows), verbose=0)",
        ),
        (
            "m.predict_generator(d.flow(x, y), len(x), max_q_size=10)",
            "m.predict(d.flow(x, y), steps=math.ceil(len(x) / 32), verbose=0)",
        ),
        (
            "m.predict_generator(d.flow(x, None, 8), val_samples=len(x))",
            "m.predict(d.flow(x, None, 8), steps=math.ceil(len(x) / 8), verbose=0)",
        ),
    ],
)
def test_counts_of_samples(legacy: str, modern: str) -> None:
    check_upgraded(IMAGES + FLOW + legacy + "\n", "import math\n" + IMAGES + FLOW + modern + "\n")


OF_KERAS_2 = "from keras.layers import ReLU\n"
ROWS = "def rows():\n    yield x, y\ng = rows()\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "m.fit_generator(flow, samples_per_epoch=n, nb_epoch=2)",
            "m.fit(flow, steps_per_epoch=n // flow.batch_size, epochs=2)",
        ),
        (
            "m.fit_generator(d.flow(x, y), samples_per_epoch=a + b)",
            "m.fit(d.flow(x, y), steps_per_epoch=(a + b) // 32)",
        ),
        (
            "m.fit_generator(g, steps_per_epoch=3, validation_data=flow, nb_val_samples=n)",
            "m.fit(g, steps_per_epoch=3, validation_data=flow, validation_steps=n)",
        ),
    ],
)
def test_counts_of_samples_are_steps_in_keras_2(legacy: str, modern: str) -> None:
    head = OF_KERAS_2 + IMAGES + FLOW
    result = upgrade(f"{head}{legacy}\n".encode(), Settings(select=("TFM120",)))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == f"{head}{modern}\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("m.fit_generator(g, samples_per_epoch=n, nb_epoch=2)", "m.fit(g, steps_per_epoch=n, epochs=2)"),
        ("m.fit_generator(rows(), samples_per_epoch=n, epochs=2)", "m.fit(rows(), steps_per_epoch=n, epochs=2)"),
        ("m.evaluate_generator(any_data, val_samples=n)", "m.evaluate(any_data, steps=n, verbose=0)"),
    ],
)
def test_counts_of_samples_with_the_release(legacy: str, modern: str) -> None:
    settings = Settings(origin=parse_origin("keras==2.3"), select=("TFM120",))
    result = upgrade(f"{HEAD}{ROWS}{legacy}\n".encode(), settings)
    assert isinstance(result, Upgraded)
    assert result.after.decode() == f"{HEAD}{ROWS}{modern}\n"


@pytest.mark.parametrize("data", ["g", "rows()"])
def test_counts_of_samples_of_other_data_are_reported(data: str) -> None:
    source = f"{OF_KERAS_2}{HEAD}{ROWS}m.fit_generator({data}, samples_per_epoch=100, nb_epoch=2)\n"
    assert "steps in Keras 2" in check_declined(source, "TFM120", 7).message


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("m.fit_generator(g, steps_per_epoch=10, epochs=3)", "m.fit(g, steps_per_epoch=10, epochs=3)"),
        ("m.fit_generator(g, 10, 3, 2)", "m.fit(g, steps_per_epoch=10, epochs=3, verbose=2)"),
        ("m.fit_generator(generator=g, steps_per_epoch=10)", "m.fit(x=g, steps_per_epoch=10)"),
        ("m.fit_generator(steps_per_epoch=10, generator=g)", "m.fit(steps_per_epoch=10, x=g)"),
        ("H = m.fit_generator(g, 10, workers=1)", "H = m.fit(g, steps_per_epoch=10)"),
        ("m.fit_generator(g, 10, max_queue_size=10, use_multiprocessing=False)", "m.fit(g, steps_per_epoch=10)"),
        ("m.fit_generator(g, steps_per_epoch=10, nb_epoch=2)", "m.fit(g, steps_per_epoch=10, epochs=2)"),
        (
            "m.fit_generator(g, 10, nb_worker=1, max_q_size=10, pickle_safe=False, epochs=2)",
            "m.fit(g, steps_per_epoch=10, epochs=2)",
        ),
        ("m.evaluate_generator(g, 5)", "m.evaluate(g, steps=5, verbose=0)"),
        ("m.evaluate_generator(g, steps=5, verbose=1)", "m.evaluate(g, steps=5, verbose=1)"),
        ("print(m.predict_generator(g, 5)[0])", "print(m.predict(g, steps=5, verbose=0)[0])"),
        ("p = m.predict_generator(g)", "p = m.predict(g, verbose=0)"),
        ("if m: m.fit_generator(g, 10); print(1)", "if m: m.fit(g, steps_per_epoch=10); print(1)"),
        ("return_ = [m.fit_generator(g, 10) for g in gs]", "return_ = [m.fit(g, steps_per_epoch=10) for g in gs]"),
        ("m.evaluate_generator(g, 5, 10)", "m.evaluate(g, steps=5, verbose=0)"),
        ("m.evaluate_generator(g, 5, None, 10)", "m.evaluate(g, steps=5, callbacks=None, verbose=0)"),
        ("m.evaluate_generator(g, 5, [c])", "m.evaluate(g, steps=5, callbacks=[c], verbose=0)"),
        ("m.predict_generator(g, 5, 10, 1, False, 1)", "m.predict(g, steps=5, verbose=1)"),
        (
            "m.fit_generator(g, 1, 2, 1, [], v, 3, None, 10)",
            "m.fit(g, steps_per_epoch=1, epochs=2, verbose=1, callbacks=[], validation_data=v, validation_steps=3, class_weight=None)",
        ),
        (
            "m.fit_generator(g, 1, 2, 1, [], v, 3, 2)",
            "m.fit(g, steps_per_epoch=1, epochs=2, verbose=1, callbacks=[], validation_data=v, validation_steps=3, validation_freq=2)",
        ),
        ("m.fit_generator(g, n // 32)", "m.fit(g, steps_per_epoch=n // 32)"),
    ],
)
def test_calls(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy + "\n", HEAD + modern + "\n")


def test_layout_stays() -> None:
    check_upgraded(
        """
        from keras.models import Model
        m = Model(inputs=a, outputs=b)
        m.fit_generator(
            aug.flow(x, y),  # augmented
            validation_data=(tx, ty),
            steps_per_epoch=10,
            epochs=E,  # few
            verbose=1)
        """,
        """
        from keras.models import Model
        m = Model(inputs=a, outputs=b)
        m.fit(
            aug.flow(x, y),  # augmented
            validation_data=(tx, ty),
            steps_per_epoch=10,
            epochs=E,  # few
            verbose=1)
        """,
    )


def test_last_argument_goes_with_a_trailing_comma() -> None:
    check_upgraded(
        """
        from keras.models import Sequential
        m = Sequential()
        m.fit_generator(
            g,
            epochs=2,
            workers=1,
        )
        """,
        """
        from keras.models import Sequential
        m = Sequential()
        m.fit(
            g,
            epochs=2,
        )
        """,
    )


def test_fraction_of_steps_is_rounded_up() -> None:
    check_upgraded(
        """
        from keras.models import Sequential
        m = Sequential()
        m.fit_generator(g, steps_per_epoch=len(x) / (64 * G), epochs=3)
        """,
        """
        import math
        from keras.models import Sequential
        m = Sequential()
        m.fit(g, steps_per_epoch=math.ceil(len(x) / (64 * G)), epochs=3)
        """,
    )


def test_fraction_behind_a_name() -> None:
    text = check_sound(HEAD + "steps = len(x) / 64\nm.fit_generator(g, steps, 2, validation_steps=steps)\n").after
    assert b"m.fit(g, steps_per_epoch=math.ceil(steps), epochs=2, validation_steps=math.ceil(steps))" in text


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("import numpy as np\n", "np.floor"),
        ("import numpy\n", "numpy.floor"),
        ("import numpy\n", "numpy.ceil"),
        ("from numpy import floor as down\n", "down"),
    ],
)
def test_numpy_rounds_to_a_float_by_any_name(head: str, name: str) -> None:
    text = check_sound(f"{head}{HEAD}m.fit_generator(g, {name}(n / 2))\n").after.decode()
    assert f"steps_per_epoch=int({name}(n / 2))" in text


def test_another_floor_is_left_alone() -> None:
    text = check_sound("from house import np\n" + HEAD + "m.fit_generator(g, np.floor(n / 2))\n").after.decode()
    assert "steps_per_epoch=np.floor(n / 2)" in text


def test_math_is_another_module_here() -> None:
    text = check_sound("from my import math\n" + HEAD + "m.fit_generator(g, len(x) / 2)\n").after.decode()
    assert "import math as math_module\n" in text
    assert "math_module.ceil(len(x) / 2)" in text


def test_dataset_takes_the_loading() -> None:
    check_upgraded(
        """
        from keras.models import Sequential
        from keras.utils import Sequence
        class Batches(Sequence):
            def __len__(self): return 3
        m = Sequential()
        batches = Batches()
        # train
        m.fit_generator(batches, epochs=2, workers=4, use_multiprocessing=True)
        """,
        """
        from keras.models import Sequential
        from keras.utils import Sequence
        class Batches(Sequence):
            def __len__(self): return 3
        m = Sequential()
        batches = Batches()
        # train
        batches.workers = 4
        batches.use_multiprocessing = True
        m.fit(batches, epochs=2)
        """,
    )


def test_loading_of_an_unknown_dataset_is_named() -> None:
    result = check_upgraded(HEAD + "m.fit_generator(g, 3, workers=4)\n", HEAD + "m.fit(g, steps_per_epoch=3)\n")
    assert "workers=4" in result.changes[0].message


def test_attribute_receiver_with_telling_keywords() -> None:
    check_upgraded(
        """
        import keras
        class Trainer:
            def run(self):
                return self.net.fit_generator(self.g, steps_per_epoch=3)
        """,
        """
        import keras
        class Trainer:
            def run(self):
                return self.net.fit(self.g, steps_per_epoch=3)
        """,
    )


def test_generator_method_within_arguments_of_another() -> None:
    check_upgraded(
        HEAD + "m.fit_generator(mix(m.predict_generator(g, 1)), 10)\n",
        HEAD + "m.fit(mix(m.predict(g, steps=1, verbose=0)), steps_per_epoch=10)\n",
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (HEAD + "m.fit_generator(*args)\n", 3),
        (HEAD + "m.fit_generator(g, **options)\n", 3),
        (HEAD + "m.fit_generator(g, 1, steps_per_epoch=2)\n", 3),
        (HEAD + "m.fit_generator(g, samples_per_epoch=100, nb_epoch=2)\n", 3),
        (HEAD + "m.evaluate_generator(g, val_samples=100)\n", 3),
        (IMAGES + "m.fit_generator(d.flow(x, y, batch_size=rows()), samples_per_epoch=100, nb_epoch=2)\n", 5),
        (IMAGES + "m.fit_generator(d.flow(*data), samples_per_epoch=100, nb_epoch=2)\n", 5),
        (IMAGES + "m.fit_generator(other.flow(x, y), samples_per_epoch=100, nb_epoch=2)\n", 5),
        (HEAD + "m.fit_generator(g, 1, 2, 1, None, v, 3, w, 10)\n", 3),
        (HEAD + "m.evaluate_generator(g, 10, size)\n", 3),
        ("import keras\nself.net.fit_generator(g)\n", 2),
        ("import keras\nnet = make()\nnet.predict_generator(g)\n", 3),
        ("net.fit_generator(g, steps_per_epoch=3)\n", 1),
    ],
)
def test_declined(source: str, line: int) -> None:
    check_declined(source, "TFM120", line)


def test_another_call_tells_of_keras_1() -> None:
    result = check_sound(HEAD + "m.fit(x, y, nb_epoch=2)\nm.predict_generator(g, 100)\n")
    assert [(each.code, each.line) for each in result.findings] == [("TFM120", 4)]
    assert result.after.endswith(b"m.fit(x, y, epochs=2)\nm.predict_generator(g, val_samples=100)\n")


def test_counts_by_position_of_unknown_batches() -> None:
    result = check_sound(HEAD + "m.fit_generator(g, 100, 2, 1, nb_worker=4)\n")
    assert [(each.code, each.line) for each in result.findings] == [("TFM120", 3)]
    assert b"m.fit_generator(g, samples_per_epoch=100, nb_epoch=2, verbose=1, nb_worker=4)" in result.after


def test_keyword_that_no_release_had_declined() -> None:
    check_declined(HEAD + "m.fit_generator(g, epochs=3, logger=log)\n", "TFM120", 3)


@pytest.mark.parametrize(
    "call",
    [
        "trainer.fit_generator(g, nb_epochs=30)",
        "make().fit_generator(generator=g, nb_epochs=5, scheduler=s)",
        "make().fit_generator(g, nb_epochs=5, **options)",
        "class Own(Base):\n    def run(self, g): super().fit_generator(g, nb_epochs=5)",
    ],
)
def test_method_of_another_class_with_a_keyword_of_its_own_left_alone(call: str) -> None:
    check_untouched(f"import keras\nfrom art import Base, make, trainer\n{call}\n")
    check_untouched(f"import torch\nfrom art import Base, Trainer, make\ntrainer = Trainer(model, eps=0.3)\n{call}\n")


OWN = """
    import keras

    class Net({base}):
        def fit_generator(self, batches, factor=2, **options):
            return self.fit(batches, **options)

    net = Net()
    {call}
"""


@pytest.mark.parametrize(
    "call",
    [
        "net.fit_generator(batches, steps_per_epoch=2)",
        "net.fit_generator(batches, 3)",
        "train = net.fit_generator",
        "class Other(Net): pass\nOther().fit_generator(batches, epochs=2)",
    ],
)
@pytest.mark.parametrize("base", ["keras.Model", "keras.Sequential"])
def test_own_method_left_alone(base: str, call: str) -> None:
    check_untouched(dedent(OWN).format(base=base, call=call))


def test_method_of_keras_of_an_own_class() -> None:
    net = "import keras\nclass Net(Base, keras.Model):\n    def run(self): pass\n"
    check_upgraded(net + "Net().fit_generator(g, steps_per_epoch=2)\n", net + "Net().fit(g, steps_per_epoch=2)\n")


def test_method_of_keras_within_the_own_one() -> None:
    source = (
        "import keras\nclass Net(keras.Model):\n    def fit_generator(self, g): return super().fit_generator(g, 3)\n"
    )
    result = check_sound(source + "Net().fit_generator(g)\n")
    assert b"Net().fit_generator(g)" in result.after


def test_method_without_call_declined() -> None:
    check_declined(HEAD + "train = m.fit_generator\ntrain(g, 10)\n", "TFM120", 3)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "m.fit(g, steps_per_epoch=3)\n",
        HEAD + "fit_generator(g, steps_per_epoch=3)\n",
        HEAD + "def fit_generator(g): return g\nfit_generator(g)\n",
        HEAD + "text = 'm.fit_generator(g)'  # m.fit_generator(g)\n",
        "import keras\nclass W:\n    def fit_generator(self, g): return g\n",
        "import keras\nclass W:\n    def fit_generator(self, g): pass\nW().fit_generator(g, steps_per_epoch=3)\n",
        "import keras\nfrom sklearn.linear_model import SGDRegressor\nSGDRegressor().fit_generator(g, epochs=3)\n",
        "import deepchem as dc\nimport keras\nm = dc.models.KerasModel(n)\nm.fit_generator(g, epochs=3)\nm.evaluate_generator(g, [score], t)\n",
        "fit_generator = 1\nprint(fit_generator)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


EPOCHS = """
import keras, numpy as np

class Batches(keras.utils.PyDataset):
    def __len__(self):
        return 4
    def __getitem__(self, index):
        return np.ones((2, 3)), np.zeros((2, 1))

class Steps(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.made = 0
    def on_train_batch_end(self, batch, logs=None):
        self.made += 1
    def on_epoch_end(self, epoch, logs=None):
        print(self.made)

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(Batches(), steps_per_epoch=3, epochs=4, verbose=0, callbacks=[Steps()])
"""


@pytest.mark.tensorflow
@pytest.mark.skipif(find_spec("tensorflow") is None, reason="TensorFlow is not installed")
def test_an_epoch_of_keras_3_ends_where_a_sequence_ends() -> None:
    """Keras 2.3.1 made three steps in each epoch; if this fails, Keras does so again, and the rule's page is wrong."""
    printed = subprocess.run([sys.executable, "-c", EPOCHS], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["3", "1", "3", "1"]
