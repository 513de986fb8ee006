"""`multi_gpu_model`: what is asked of the parallel model's layers, under its own name or that of the template."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_shimmed, check_sound, check_upgraded
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import CALL, HEAD, MODEL, native

LAYERS = "from keras.layers import Conv2D, Concatenate, Dense, Lambda, Layer\n"
COMPILE = "p.compile('sgd', 'mse')\n"


def test_loop_that_finds_nothing_in_a_parallel_model() -> None:
    check_upgraded(
        """
        from keras.layers import Conv2D, Dense
        from keras.models import load_model
        from keras.regularizers import l2
        from keras.utils import multi_gpu_model

        body = load_model("start.h5", compile=False)
        if gpus > 1:
            model = multi_gpu_model(body, gpus=gpus)
        else:
            model = body

        # weight decay
        for layer in model.layers:  # all
            # by class
            if isinstance(layer, Conv2D):
                layer.strides = (1, 1)
            elif isinstance(layer, Dense):
                layer.units = 3
        model.compile("sgd", "mse")
        model.fit(x, y)
        """,
        """
        import tensorflow as tf
        from keras.layers import Conv2D, Dense
        from keras.models import load_model
        from keras.regularizers import l2

        strategy = (
            tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(gpus)])
            if gpus > 1
            else tf.distribute.get_strategy()
        )
        with strategy.scope():
            body = load_model("start.h5", compile=False)

        # weight decay
        if body.distribute_strategy.num_replicas_in_sync == 1:
            for layer in body.layers:  # all
                # by class
                if isinstance(layer, Conv2D):
                    layer.strides = (1, 1)
                elif isinstance(layer, Dense):
                    layer.units = 3
        with strategy.scope():
            body.compile("sgd", "mse")
        body.fit(x, y)
        """,
    )


@pytest.mark.parametrize(
    "test",
    [
        "isinstance(a, Dense)",
        "isinstance(a, Dense) or isinstance(a, Conv2D)",
        "isinstance(a, (Dense, Conv2D))",
    ],
)
@pytest.mark.parametrize("call", [CALL, "p = m\nif g > 1:\n    " + CALL, "m = multi_gpu_model(m, gpus=2)\np = m\n"])
def test_classes_that_no_parallel_model_has(test: str, call: str) -> None:
    text = native(
        f"{LAYERS}{MODEL}{call}for a in p.layers:\n    if {test}:\n        a.units = 3\n{COMPILE}p.fit(x, y)\n"
    )
    assert ".distribute_strategy.num_replicas_in_sync == 1:\n    for a in " in text


def test_loop_over_the_template_stays() -> None:
    text = native(
        f"{LAYERS}{MODEL}{CALL}for a in m.layers:\n    if isinstance(a, Dense):\n        a.units = 3\n{COMPILE}"
    )
    assert "num_replicas_in_sync" not in text


@pytest.mark.parametrize(
    "loop",
    [
        "for a in p.layers:\n    a.units = 3\n",
        "for a in p.layers:\n    if isinstance(a, Dense):\n        a.units = 3\n    else:\n        a.units = 4\n",
        "for a in p.layers:\n    if isinstance(a, Dense):\n        a.units = 3\n    print(a)\n",
        "for a in p.layers:\n    if isinstance(a, Lambda):\n        a.units = 3\n",
        "for a in p.layers:\n    if isinstance(a, (Dense, Concatenate)):\n        a.units = 3\n",
        "for a in p.layers:\n    if isinstance(a, Layer):\n        a.units = 3\n",
        "for a in p.layers:\n    if isinstance(a, Model):\n        a.units = 3\n",
        "for a in p.layers:\n    if isinstance(a, Own):\n        a.units = 3\n",
        "for a in p.layers:\n    if not isinstance(a, Dense):\n        a.units = 3\n",
        "for a in p.layers:\n    if isinstance(a, Dense) or a.name == 'b':\n        a.units = 3\n",
        "for a in p.layers:\n    if isinstance(a, Dense):\n        a.units = 3\nelse:\n    print(1)\n",
        "for a in p.layers[2:]:\n    if isinstance(a, Dense):\n        a.units = 3\n",
        "for a in p.layers:\n    a.trainable = True\n",
        "print([a for a in p.layers])\n",
    ],
)
def test_layers_that_a_parallel_model_has(loop: str) -> None:
    source = f"{HEAD}{LAYERS}{MODEL}{CALL}{loop}{COMPILE}"
    check_shimmed(source, 5, "depends on the layers of the parallel model")


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ("m.layers[3].trainable = False\n", "m.layers depends on the layers"),
        ("m.get_layer('a').trainable = False\n", "m.get_layer depends on the layers"),
        ("m.load_weights('p.h5')\n", "reads a checkpoint of the parallel model"),
        ("def f():\n    m.load_weights('p.h5')\n", "reads a checkpoint of the parallel model"),
    ],
)
def test_uses_of_a_name_that_both_models_have(use: str, reason: str) -> None:
    source = f"{HEAD}{MODEL}m = multi_gpu_model(m, gpus=2)\n{use}m.compile('sgd', 'mse')\n"
    check_shimmed(source, 4, reason)


@pytest.mark.parametrize(
    "source",
    [
        f"{MODEL}m.layers[3].trainable = False\nm.load_weights('m.h5')\nm = multi_gpu_model(m, gpus=2)\n",
        f"{MODEL}if g > 1:\n    m = multi_gpu_model(m, gpus=2)\nelse:\n    m.load_weights('m.h5')\n",
        "m = load_model('x.h5', compile=False)\nm = multi_gpu_model(m, gpus=2)\nm.layers[-2].save('y.h5')\n",
        f"def f(m):\n    m.load_weights('m.h5')\n    return m\n{MODEL}m = f(m)\nm = multi_gpu_model(m, gpus=2)\n",
        f"def f():\n    m = load_model('x.h5')\n    m.load_weights('m.h5')\n{MODEL}m = multi_gpu_model(m, gpus=2)\n",
        f"{MODEL}t = m\nm.load_weights('m.h5')\nif g > 1:\n    m = multi_gpu_model(t, gpus=2)\n",
    ],
)
def test_uses_of_the_template_under_that_name(source: str) -> None:
    native(f"{source}m.compile('sgd', 'mse')\nm.fit(x, y)\nm.save('z.h5')\n")


def test_weights_that_a_loop_loads_after_the_call() -> None:
    source = f"{HEAD}{MODEL}t = m\nfor f in files:\n    m.load_weights(f)\n    m = multi_gpu_model(t, gpus=2)\n"
    check_shimmed(f"{source}    m.compile('sgd', 'mse')\n    m.fit(x, y)\n", 7, "it is under a for statement")


def test_uses_after_an_edit_gave_both_one_name() -> None:
    native(f"{MODEL}{CALL}{COMPILE}p.fit(x, y)\nm.layers[3].trainable = False\nm.load_weights('m.h5')\n")


# --- in other functions


@pytest.mark.parametrize("use", ["layers[3]", "load_weights('p.h5')", "get_layer('a')", "layers[-2].save('y.h5')"])
@pytest.mark.parametrize(
    "source",
    [
        "def f(each):\n    each.{use}\n{MODEL}{CALL}{COMPILE}f(p)\n",
        "def f(each):\n    each.{use}\n{MODEL}m = multi_gpu_model(m, gpus=2)\nm.compile('sgd', 'mse')\nf(m)\n",
        "def f():\n    {MODEL}    {CALL}    {COMPILE}    return p\ndef g():\n    each = f()\n    each.{use}\n",
        "def f():\n    {MODEL}    {CALL}    {COMPILE}    return m, p\ndef g():\n    a, each = f()\n    each.{use}\n",
        "def f():\n    {MODEL}    if g > 1:\n        {CALL}    else:\n        p = m\n    {COMPILE}    return p\nf().{use}\n",
    ],
)
def test_use_in_another_function(source: str, use: str) -> None:
    source = HEAD + source.format(use=use, MODEL=MODEL, CALL=CALL, COMPILE=COMPILE)
    check_shimmed(source, source[: source.index("= multi_gpu_model(")].count("\n") + 1, "of the parallel model")


@pytest.mark.parametrize("use", ["layers[3]", "load_weights('p.h5')", "get_layer('a')", "layers[-2].save('y.h5')"])
@pytest.mark.parametrize(
    "source",
    [
        "def f(each):\n    each.{use}\n{MODEL}{CALL}{COMPILE}f(m)\n",
        "def f(each):\n    each.{use}\n{MODEL}f(m)\nm = multi_gpu_model(m, gpus=2)\nm.compile('sgd', 'mse')\n",
        "def f():\n    {MODEL}    {CALL}    {COMPILE}    return m, p\ndef g():\n    each, a = f()\n    each.{use}\n",
    ],
)
def test_use_of_the_template_in_another_function(source: str, use: str) -> None:
    native(source.format(use=use, MODEL=MODEL, CALL=CALL, COMPILE=COMPILE))


CALLBACK = """
from keras.callbacks import Callback
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import multi_gpu_model
{helper}
class Saver(Callback):
    def {method}
        {use}
model = Sequential([Dense(1, input_dim=2)], name="template")
parallel = multi_gpu_model(model, gpus=2)
parallel.compile("sgd", "mse")
parallel.fit(x, y, callbacks=[Saver()])
"""


@pytest.mark.parametrize(
    ("helper", "method", "use", "is_on_shim"),
    [
        ("", "on_epoch_end(self, epoch, logs=None):", "self.model.get_layer('template').save('m.h5')", True),
        ("", "set_model(self, model):", "super().set_model(model.get_layer('template'))", True),
        (
            "def inner(parallel_model):\n    return parallel_model.get_layer('template')",
            "set_model(self, model):",
            "super().set_model(inner(model))",
            True,
        ),
        ("", "set_model(self, model):", "self.model = model.layers[-2]", True),
        ("", "set_model(self, net):", "super().set_model(net.layers[-len(net.outputs) - 1])", True),
        ("", "set_model(self, model):", "self.first = model.layers[0]", False),
        ("", "set_model(self, model):", "self.part = self.other.layers[-2]", False),
        ("class Other:\n    def run(self, model):\n        model.layers[-2]", "set_model(self, model):", "pass", False),
        ("", "on_epoch_end(self, epoch, logs=None):", "self.other.get_layer('template')", False),
        ("", "on_epoch_end(self, epoch, logs=None):", "print(self.model.name)", False),
        (
            "def first(net):\n    return net.get_layer('a')",
            "on_epoch_end(self, epoch, logs=None):",
            "print(epoch)",
            False,
        ),
    ],
)
def test_a_callback_that_takes_the_template_out(helper: str, method: str, use: str, *, is_on_shim: bool) -> None:
    result = check_sound(CALLBACK.format(helper=helper, method=method, use=use))
    assert (b"compat.keras.utils" in result.after) is is_on_shim
