"""`multi_gpu_model` in an `elif` branch: the strategy takes the conditions above it into account."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_shimmed, check_upgraded
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import HEAD, MODEL, native

COMPILE = "m.compile('sgd', 'mse')\n"
CALL = "    m = multi_gpu_model(m, gpus=2)\n"


def test_one_of_several_ways() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras.models import load_model
        from other import parallel

        def train(way, gpus, device):
            if gpus > 1:
                with tf.device(device):  # the template
                    template = load_model("start.h5", compile=False)

                if way == "other":
                    model = parallel(template)
                # as Keras does
                elif way == "keras":
                    # an import of its own
                    from keras.utils import multi_gpu_model
                    model = multi_gpu_model(template, gpus=gpus)
            else:
                model = template = load_model("start.h5", compile=False)
            model.compile("sgd", "mse")
            model.fit(x, y)
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        from other import parallel

        def train(way, gpus, device):
            if gpus > 1:
                strategy = (
                    tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(gpus)])
                    if way == "keras"
                    else tf.distribute.get_strategy()
                )
                with strategy.scope():
                    with tf.device(device):  # the template
                        template = load_model("start.h5", compile=False)

                if way == "other":
                    model = parallel(template)
                # as Keras does
                elif way == "keras":
                    # an import of its own
                    model = template
            else:
                model = template = load_model("start.h5", compile=False)
            with model.distribute_strategy.scope():
                model.compile("sgd", "mse")
            model.fit(x, y)
        """,
    )


@pytest.mark.parametrize(
    ("chain", "condition"),
    [
        ("if a:\n    print(1)\nelif b:\n", "(not a) and b"),
        ("if a == 1:\n    print(1)\nelif b > 2:\n", "(not (a == 1)) and b > 2"),
        ("if a == 'x':\n    print(1)\nelif a == 'y':\n    print(2)\nelif a == 'z':\n", "a == 'z'"),
        ("if a == 'x':\n    print(1)\nelif b == 'y':\n", "(not (a == 'x')) and b == 'y'"),
        ("if a == 'x':\n    print(1)\nelif a == 'x':\n", "(not (a == 'x')) and a == 'x'"),
        ("if a != 'x':\n    print(1)\nelif a == 'y':\n", "(not (a != 'x')) and a == 'y'"),
    ],
)
def test_condition_of_a_chain(chain: str, condition: str) -> None:
    text = native(f"{MODEL}{chain}{CALL}{COMPILE}")
    assert f"    if {condition}\n" in text
    assert f"{chain}    pass\n" in text


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (f"{MODEL}if ask():\n    1\nelif a:\n{CALL}{COMPILE}", "calls functions"),
        (f"{MODEL}if a:\n    1\nelif ask():\n{CALL}{COMPILE}", "calls functions"),
        (f"{MODEL}if a:\n    1\nelif b:\n    2\nelse:\n{CALL}{COMPILE}", "else branch of an elif"),
        (f"{MODEL}if a:\n    m.compile('sgd')\nelif b:\n    if c:\n    {CALL}{COMPILE}", "more than one condition"),
        (
            f"{MODEL}if a:\n    1\nelif b:\n    if c:\n    {CALL}    m.compile('sgd')\n",
            "more than one condition",
        ),
        (f"m = Sequential()\na = m.count()\nif a:\n    1\nelif b:\n{CALL}{COMPILE}", "known only after"),
    ],
)
def test_chain_on_the_shim(source: str, reason: str) -> None:
    source = HEAD + source
    check_shimmed(source, source[: source.index("= multi_gpu_model(")].count("\n") + 1, reason)
