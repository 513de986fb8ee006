"""Functions of a project that do what `multi_gpu_model` did.

On Keras 3.15.1 one that asks an input for `get_shape()` ends with "'KerasTensor' object has no attribute 'get_shape'".
"""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound

HEAD = "import tensorflow as tf\nfrom tensorflow.keras.layers import Lambda, concatenate\n"
HEAD += "from tensorflow.keras.models import Model\n\n\n"
COPY = """def {name}:
    merged = []
    for gpu in range(gpus):
        with tf.device("/gpu:%d" % gpu):
            with tf.name_scope("tower"):
                inputs = [Lambda(part, arguments=dict(i=gpu, n=gpus))(x) for x in {model}.inputs]
                merged.append({model}(inputs))
    with tf.device("/cpu:0"):
        return Model({model}.inputs, concatenate(merged, axis=0))
"""


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("name", "model"), [("multi_gpu_model(model, gpus)", "model"), ("make_parallel(keras_model, gpus)", "keras_model")]
)
def test_functions(name: str, model: str, to: str) -> None:
    source = HEAD + COPY.format(name=name, model=model)
    if to == "compat":
        source = source.replace("import tensorflow as", "from compat import tensorflow as")
        source = source.replace("from tensorflow.", "from compat.tensorflow.")
    assert "keras.utils.multi_gpu_model" in check_declined(source, "TFM212", 6, to=to).advice


def test_method() -> None:
    method = COPY.format(name="make_parallel(self, gpus)", model="self.inner_model").replace("\n", "\n    ").rstrip()
    check_declined(f"{HEAD}class ParallelModel(Model):\n    {method}\n", "TFM212", 7)


@pytest.mark.parametrize(
    "source",
    [
        COPY.format(name="one_device(model, gpus)", model="model").replace(
            "    for gpu in range(gpus):", "    if gpus:"
        ),
        COPY.format(name="towers(model, gpus)", model="model").replace(
            "Lambda(part, arguments=dict(i=gpu, n=gpus))", "part"
        ),
        COPY.format(name="layers(model, gpus)", model="model").replace("model(inputs)", "tower(inputs)"),
        COPY.format(name="f(model, gpus)", model="model").replace('tf.device("/gpu:%d" % gpu)', "tf.name_scope('a')"),
    ],
)
def test_left_alone(source: str) -> None:
    result = check_sound(HEAD + source)
    assert "TFM212" not in {each.code for each in (*result.findings, *result.notes)}
