"""`multi_gpu_model` in a loop: one strategy above the loop, or the shim."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_shimmed, check_upgraded
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import HEAD, native

BODY = "    m = build()\n    m = multi_gpu_model(m, gpus=g)\n    m.compile('sgd', 'mse')\n    m.fit(x, y)\n"


def test_folds() -> None:
    check_upgraded(
        """
        from keras import backend as K
        from keras.models import load_model
        from keras.utils import multi_gpu_model

        # five folds
        for fold in range(5):  # each on its own
            # the model
            model = load_model("start.h5", compile=False)
            if gpus > 1:
                model = multi_gpu_model(model, gpus=gpus)  # on all
            model.compile("sgd", "mse")
            model.fit(*data(fold))
            del model
            K.clear_session()
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        from keras.models import load_model

        strategy = (
            tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(gpus)])
            if gpus > 1
            else tf.distribute.get_strategy()
        )
        # five folds
        for fold in range(5):  # each on its own
            # on all
            with strategy.scope():
                # the model
                model = load_model("start.h5", compile=False)
                model.compile("sgd", "mse")
            model.fit(*data(fold))
            del model
            K.clear_session()
        """,
    )


@pytest.mark.parametrize(
    "source",
    [
        f"for k in range(g * 2):\n{BODY}",
        f"while ask():\n    k = 1\n{BODY}",
        f"for a in b:\n    print(a)\n    for k in a:\n{BODY}".replace("\n    m", "\n        m"),
        (
            "for k in ks:\n    p = None\n    m = build()\n    if g > 1:\n        p = multi_gpu_model(m, gpus=g)\n"
            "    final = p or m\n    final.compile('sgd')\n    final.fit(x, y)\n"
        ),
        f"def f(g=2):\n    ids = []\n    for k in ks:\n        ids.append(k)\n{BODY}".replace("\n    m", "\n        m"),
    ],
    ids=["for", "while", "nested", "guard", "function"],
)
def test_one_strategy(source: str) -> None:
    lines = [line.strip() for line in native(f"from nets import build\ng = 2\n{source}").splitlines()]
    made = next(index for index, line in enumerate(lines) if "MirroredStrategy(" in line)
    loop = next(index for index, line in enumerate(lines) if line.startswith(("for ", "while ")))
    assert made < loop
    assert sum("MirroredStrategy(" in line for line in lines) == 1


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (f"for g in (2, 4):\n{BODY}", "a loop that sets g"),
        (f"for k in ks:\n    g = k + 1\n{BODY}", "a loop that sets g"),
        (f"while g < 8:\n{BODY}    g += 1\n", "a loop that sets g"),
        (f"for k in ks:\n    os.environ['CUDA_VISIBLE_DEVICES'] = k\n{BODY}", "a loop that sets up GPUs"),
        (f"for k in ks:\n    if k:\n        m.save('k.h5')\n{BODY}", "the model of the round before"),
        (f"while not m.done:\n{BODY}", "the model of the round before"),
        (f"m = build()\nfor k in ks:\n{BODY}", "a model from before it"),
        (f"for k in ks:\n    if k:\n{BODY}".replace("\n    m", "\n        m"), "goes on with the model"),
        (f"for k in ks:\n{BODY}".replace("gpus=g", "gpus=len(gs)") + "    gs.append(1)\n", "may change gs"),
        (
            "for k in ks:\n    m = build()\n    m = multi_gpu_model(m, g)\n    m.train_on_batch(x, y)\n",
            "train_on_batch",
        ),
    ],
)
def test_loop_on_the_shim(source: str, reason: str) -> None:
    source = f"{HEAD}import os\nfrom nets import build\ng = 2\ngs = [0, 1]\n{source}"
    check_shimmed(source, source[: source.index("= multi_gpu_model(")].count("\n") + 1, reason)


def test_two_models_of_one_round_share_the_strategy() -> None:
    text = native(
        "for k in ks:\n    a = load_model('a.h5', compile=False)\n    b = load_model('b.h5', compile=False)\n    a = multi_gpu_model(a, gpus=2)\n"
        "    b = multi_gpu_model(b, gpus=2)\n    a.compile('sgd', 'mse')\n    b.compile('sgd', 'mse')\n    a.fit(x, y)\n"
    )
    assert text.count("MirroredStrategy(") == 1
    assert text.index("MirroredStrategy(") < text.index("for k in ks:")
    assert "mirrored_strategy" not in text


def test_two_models_one_after_the_other_share_the_strategy() -> None:
    text = native(
        "a = load_model('a.h5', compile=False)\na = multi_gpu_model(a, gpus=2)\na.compile('sgd', 'mse')\na.fit(x, y)\n"
        "for i in x:\n    print(i)\nb = load_model('b.h5', compile=False)\nb = multi_gpu_model(b, gpus=2)\nb.compile('sgd', 'mse')\nb.fit(x, y)\n"
    )
    assert text.count("MirroredStrategy(") == 1


def test_two_models_on_other_gpus() -> None:
    text = native(
        "g = 2\na = load_model('a.h5', compile=False)\na = multi_gpu_model(a, gpus=g)\na.compile('sgd', 'mse')\na.fit(x, y)\n"
        "g = 4\nb = load_model('b.h5', compile=False)\nb = multi_gpu_model(b, gpus=g)\nb.compile('sgd', 'mse')\nb.fit(x, y)\n"
    )
    assert text.count("MirroredStrategy(") == 2
    assert "mirrored_strategy = " in text
