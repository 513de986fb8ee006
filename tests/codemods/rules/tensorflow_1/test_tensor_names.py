"""The tensors of a Keras 3 model belong to no graph."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched

HEAD = "from keras.models import load_model\nm = load_model('a.h5')\n"


@pytest.mark.parametrize(
    "line",
    [
        "m.output.op",
        "n = m.output.op.name",
        "n = m.outputs[0].op.name",
        "n = [o.op.name for o in m.outputs]",
        "n = m.input.op.name",
        "g = m.inputs[0].graph",
        "for t in m.inputs:\n    print(t.op)",
        "n = m.output.name",
        "n = m.output.name.split(':')[0]",
        "n = m.layers[-1].output.op.name",
        "n = m.get_layer('a').output.name",
        "t = m.output\nn = t.op.name",
    ],
)
def test_reported(line: str) -> None:
    result = check_sound(f"{HEAD}{line}\n")
    assert [each.code for each in result.findings] == ["TFM250"]
    assert not result.changed


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}n = m.input.name\n",
        f"{HEAD}n = [i.name.split(':')[0] for i in m.inputs]\n",
        f"{HEAD}n = [layer.name for layer in m.layers]\n",
        f"{HEAD}n = m.output.shape\n",
        f"{HEAD}n = m.output_names\n",
        f"{HEAD}n = node.op.name\n",
        f"{HEAD}n = [o.op for o in graph.outputs]\n",
        "import onnx\nm = onnx.load('a')\nn = [o.name for o in m.graph.output]\n",
        "from keras import ops\nfrom keras.models import load_model\nm = load_model('a.h5')\nn = m.output.name\n",
        "import keras\n\ndef f(job):\n    return job.output.name\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
