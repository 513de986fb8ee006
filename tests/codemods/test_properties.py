"""Properties that hold for any spelling, any shape of a call, and any damage to a file."""

from __future__ import annotations

import ast
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from codemods.engine.engine import check, upgrade
from codemods.types import Failure, Settings, Upgraded
from tests.codemods.checks import lost_comments

FIXTURES = sorted((Path(__file__).parent / "fixtures").rglob("*.py"))
EXAMPLES = settings().max_examples
"""As many as the profile says: `conftest.py` has them."""

SPELLINGS = st.sampled_from(
    [
        ("import keras", "keras.{path}"),
        ("import keras as k", "k.{path}"),
        ("import tensorflow as tf", "tf.keras.{path}"),
        ("import tensorflow", "tensorflow.keras.{path}"),
        ("from tensorflow import keras", "keras.{path}"),
        ("from keras import {head}", "{head}.{tail}"),
        ("from keras import {head} as h", "h.{tail}"),
        ("import keras.{head} as h", "h.{tail}"),
        ("from keras.{module} import {name}", "{name}"),
        ("from keras.{module} import {name} as alias", "alias"),
        ("from tensorflow.keras.{module} import {name}", "{name}"),
        ("from tensorflow.python.keras.{module} import {name} as alias", "alias"),
        (
            "try:\n    from keras.{module} import {name}\nexcept ImportError:\n    from tensorflow.keras.{module} import {name}",
            "{name}",
        ),
        ("from keras.{module} import *", "{name}"),
        ("import os, keras", "keras.{path}"),
    ]
)
LEGACY = st.sampled_from(
    [
        "optimizers.SGD", "optimizers.adam", "optimizers.Nadam", "layers.core.Dense", "layers.merge.add", "layers.CuDNNLSTM",
        "utils.np_utils.to_categorical", "utils.multi_gpu_model", "utils.training_utils.multi_gpu_model", "engine.topology.Layer",
        "backend.set_session", "backend.sum", "backend.tensorflow_backend._get_available_gpus", "models.Model",
        "callbacks.ModelCheckpoint", "callbacks.EarlyStopping", "preprocessing.image.ImageDataGenerator", "objectives.mse",
        "layers.LSTM", "layers.Dropout", "callbacks.TensorBoard", "utils.get_file", "wrappers.scikit_learn.KerasClassifier",
    ]
)  # fmt: skip
ARGUMENTS = st.lists(
    st.sampled_from(
        [
            "model", "2", "0.1", "None", "[0, 1]", "lr=0.1", "decay=1e-4", "gpus=2", "gpus=G", "gpus=len(ids)", "monitor='val_acc'",
            "period=1", "'w.h5'", "'w.hdf5'", "save_weights_only=True", "input=a", "output=b", "*args", "**options", "lambda x: x",
            "f(y)", "[z for z in q]", "weights=w", "implementation=2", "metrics='acc'", "1.5", "name='a/b'", "write_grads=True",
        ]
    ),
    max_size=4,
)  # fmt: skip
PLACES = st.sampled_from(
    [
        "x = {call}\n",
        "{call}\n",
        "model = load()\nmodel = {call}\nmodel.compile('sgd', 'mse')\nmodel.fit(a, b)\n",
        "def f(G, ids):\n\tmodel = load()\n\tpm = {call}  # c\n\tpm.compile('adam', 'mse', metrics=['accuracy'])\n\treturn pm\n",
        "class A:\n    x = {call}\n    def f(self):\n        self.model = {call}\n        self.model.compile('sgd')\n",
        "if G > 1: x = {call}; y = {call}\nelse: y = 1\n",
        "for i in range(3):\n    x = {call}\nelse:\n    pass\n",
        "try:\n    x = {call}\nexcept Exception:\n    pass\n",
        "x = [{call} for i in y if {call}]\n",
        "x = (\n    {call},  # first\n    {call}\n)\n",
        "@d({call})\ndef f(x={call}) -> None: return {call}\n",
        "with open(p) as f, {call} as g:\n    pass\n",
        "async def f():\n    return await {call}\n",
        "x = f'{{{call}}}'\n",
        "while {call}: break\n",
        "x: int = {call}\ny += {call}\ndel x\n",
        "x = {call}\nx.fit_generator(g, nb_epoch=2)\nx.predict_classes(g)\nx.total_loss\n",
        "x = {call}  # tf-forward: ignore[TFM1]\n",
    ]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@st.composite
def scripts(draw: st.DrawFn) -> str:
    """A legacy use: any symbol, under any spelling, with any arguments, at any place."""
    path = draw(LEGACY)
    module, _, name = path.rpartition(".")
    head, _, tail = path.partition(".")
    names = {"path": path, "module": module, "name": name, "head": head, "tail": tail}
    imports, use = (text.format(**names) for text in draw(SPELLINGS))
    call = f"{use}({', '.join(draw(ARGUMENTS))})"
    return imports + "\n" + "".join(place.format(call=call) for place in draw(st.lists(PLACES, min_size=1, max_size=2)))


def _check(source: bytes, to: str) -> Upgraded | Failure:
    result = upgrade(source, Settings(to))
    if isinstance(result, Upgraded):
        assert (result.after is source) == (not result.changes)
        ast.parse(result.after)
        again = upgrade(result.after, Settings(to))
        assert isinstance(again, Upgraded)
        assert again.after is result.after, again.changes
        # what showed the releases may be modern now: then a note asks for --from
        asks = any("was written for" in each.message for each in again.notes)
        assert again.findings == result.findings or asks
        assert not lost_comments(source, result.after)
    return result


@settings(max_examples=EXAMPLES)
@given(scripts().filter(parses), ENDS, st.sampled_from(["native", "compat"]))
def test_result_parses_and_is_a_fixed_point(script: str, end: str, to: str) -> None:
    result = _check(script.replace("\n", end).encode(), to)
    assert isinstance(result, Upgraded)


@settings(max_examples=EXAMPLES)
@given(scripts().filter(parses))
def test_names_of_other_libraries_are_never_touched(script: str) -> None:
    """The same scripts on a package of another name, beside a true import of Keras."""
    other = (
        script.replace("tensorflow", "tensorflux").replace("keras", "kerox").replace("kerox import *", "kerox import x")
    )
    source = b"import keras\n" + other.encode()
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    if "val_acc" not in script and "_generator" not in script:
        assert result.after is source, result.changes


@settings(max_examples=EXAMPLES)
@given(scripts().filter(parses), st.sampled_from(["native", "compat"]))
def test_names_of_parameters_are_never_touched(script: str, to: str) -> None:
    """A parameter hides the import, whatever it is named."""
    imports, _, rest = script.partition("\n")
    if imports.startswith("try") or "*" in imports or "async" in rest or "val_acc" in rest or "_generator" in rest:
        return
    name = imports.split()[-1].partition(".")[0]
    body = "".join(f"    {line}\n" for line in rest.splitlines())
    source = f"{imports}\ndef hidden({name}):\n{body}".encode()
    if not parses(source.decode()):
        return
    result = upgrade(source, Settings(to))
    assert isinstance(result, Upgraded)
    kept = source.decode().partition("\n")[2]
    assert kept in result.after.decode(), result.changes


TF_1 = st.sampled_from(
    [
        "log", "placeholder", "Session", "ConfigProto", "random_normal", "reduce_sum", "nn.dropout", "train.AdamOptimizer",
        "gfile.Open", "logging.info", "app.run", "contrib.layers.flatten", "estimator.RunConfig", "layers.dense", "get_variable",
        "data.Dataset.from_tensors", "nn.softmax_cross_entropy_with_logits", "set_random_seed", "losses.sigmoid_cross_entropy",
    ]
)  # fmt: skip
TF_SPELLINGS = st.sampled_from(
    [
        ("import tensorflow as tf", "tf.{path}"),
        ("import tensorflow", "tensorflow.{path}"),
        ("import tensorflow as T, os", "T.{path}"),
        ("import tensorflow.compat.v1 as tf", "tf.{path}"),
        ("from tensorflow import {head}", "{path}"),
        ("from tensorflow import {head} as h", "h{rest}"),
        ("try:\n    import tensorflow.compat.v1 as tf\nexcept ImportError:\n    import tensorflow as tf", "tf.{path}"),
        ("if G:\n    import tensorflow as tf\nelse:\n    tf = None", "tf.{path}"),
        ("from tensorflow import *", "{path}"),
    ]
)
TF_ARGUMENTS = st.lists(
    st.sampled_from(
        [
            "x",
            "0.5",
            "keep_dims=True",
            "axis=1",
            "reduction_indices=[1]",
            "*args",
            "**kwargs",
            "name='n'",
            "keep_prob=p",
        ]
    ),
    max_size=3,
)


@st.composite
def tensorflow_scripts(draw: st.DrawFn) -> str:
    """A use of TensorFlow 1: any symbol, under any spelling, with any arguments, at any place."""
    path = draw(TF_1)
    head, _, rest = path.partition(".")
    imports, use = (text.format(path=path, head=head, rest=f".{rest}" if rest else "") for text in draw(TF_SPELLINGS))
    call = f"{use}({', '.join(draw(TF_ARGUMENTS))})"
    return imports + "\n" + "".join(place.format(call=call) for place in draw(st.lists(PLACES, min_size=1, max_size=2)))


@settings(max_examples=EXAMPLES)
@given(tensorflow_scripts().filter(parses), ENDS, st.sampled_from(["native", "compat"]))
def test_tensorflow_1_parses_and_is_a_fixed_point(script: str, end: str, to: str) -> None:
    assert isinstance(_check(script.replace("\n", end).encode(), to), Upgraded)


@settings(max_examples=EXAMPLES)
@given(tensorflow_scripts().filter(parses))
def test_other_tensors_are_never_touched(script: str) -> None:
    """The same scripts on a package of another name, beside a true import of TensorFlow."""
    other = script.replace("tensorflow", "tensorflux").replace("tensorflux import *", "tensorflux import x")
    source = b"import tensorflow\n" + other.encode()
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    if "_generator" not in script:  # a name that only Keras models had
        assert result.after is source, result.changes


@settings(max_examples=EXAMPLES)
@given(st.one_of(scripts(), tensorflow_scripts()).filter(parses))
def test_check_tells_what_upgrade_does(script: str) -> None:
    """Every change and everything that is left has its finding, in a line of the source."""
    source = script.encode()
    result, checked = upgrade(source), check(source)
    assert isinstance(result, Upgraded)
    assert isinstance(checked, Upgraded)
    assert not checked.changed
    assert {change.code for change in result.changes} <= {finding.code for finding in checked.findings if finding.rule}
    assert {finding.code for finding in result.findings} <= {finding.code for finding in checked.findings}
    lines = len(source.splitlines())
    assert all(1 <= finding.line <= lines and finding.column >= 1 for finding in checked.findings)


@settings(max_examples=EXAMPLES)
@given(st.sampled_from(FIXTURES), st.data())
def test_damaged_files_never_raise(path: Path, data: st.DataObject) -> None:
    """Cut, spliced and flipped: a failure, or a result that parses."""
    source = path.read_bytes()
    start = data.draw(st.integers(0, len(source)), "start")
    stop = data.draw(st.integers(start, min(len(source), start + 200)), "stop")
    piece = data.draw(
        st.one_of(
            st.just(b""),
            st.binary(max_size=4),
            st.sampled_from([b"\n", b"\t", b"(", b'"', b"\\", b"\r", b"\xff", b"\0"]),
        ),
        "piece",
    )
    damaged = data.draw(
        st.sampled_from([source[:start] + piece, source[:start] + piece + source[stop:], piece + source[start:]]),
        "damaged",
    )
    result = _check(damaged, "native")
    if isinstance(result, Failure):
        assert result.reason
        assert result.advice
        assert not hasattr(result, "after")


@settings(max_examples=EXAMPLES)
@given(st.lists(st.sampled_from(FIXTURES), min_size=2, max_size=2), st.data())
def test_spliced_files_never_raise(paths: list[Path], data: st.DataObject) -> None:
    """Lines of one file within another."""
    first, second = (path.read_bytes().splitlines(keepends=True) for path in paths)
    at = data.draw(st.integers(0, len(first)), "at")
    start = data.draw(st.integers(0, len(second)), "start")
    stop = data.draw(st.integers(start, min(len(second), start + 12)), "stop")
    _check(b"".join(first[:at] + second[start:stop] + first[at:]), "native")


@settings(max_examples=EXAMPLES * 3)
@given(st.binary(max_size=60))
def test_any_bytes_never_raise(source: bytes) -> None:
    _check(source, "native")
    _check(b"import keras\n" + source, "native")
