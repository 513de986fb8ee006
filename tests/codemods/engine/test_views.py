"""What the rules say of a file with its constants written out, and together with the modules around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine import looks
from codemods.engine.engine import check, upgrade
from codemods.types import Finding, Settings, Upgraded

MODEL = """import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


def build():
    return Net()
"""
TRAIN = """import tensorflow as tf
from nets import build

net = build()
checkpoint = tf.train.Checkpoint(net=net)
checkpoint.restore(tf.train.latest_checkpoint("logs"))
"""
METRIC = """from keras import backend as K


def overlap(y_true, y_pred):
    return K.sum(y_true * y_pred)
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def of(path: Path, to: str = "native", *, only_check: bool = False) -> Upgraded:
    result = (check if only_check else upgrade)(path.read_bytes(), Settings(to), project_of(path))
    assert isinstance(result, Upgraded), result
    return result


def found(path: Path, to: str = "native") -> list[tuple[str, int]]:
    return [(each.code, each.line) for each in of(path, to).findings]


def wrote(folder: Path, **modules: str) -> Path:
    """Writes modules, and gives the path of the first one."""
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source)
    return folder / f"{next(iter(modules))}.py"


def test_a_model_of_another_module(project: Path) -> None:
    assert found(wrote(project, train=TRAIN, nets=MODEL)) == [("TFM324", 6)]


def test_a_constant(project: Path) -> None:
    script = "from keras.layers.core import Dense\nfrom keras.models import Sequential\n\nACTIVATION = 'softmax'\n"
    script += "model = Sequential()\nmodel.add(Dense(2, input_dim=8, activation=ACTIVATION))\n"
    script += "model.compile('adam', 'binary_crossentropy')\n"
    assert found(wrote(project, train=script)) == [("TFM271", 7)]
    assert found(wrote(project, train=script.replace("model = S", "ACTIVATION = other()\nmodel = S"))) == []


OPTIONS = """import argparse

from keras.layers.core import Dense
from keras.models import Sequential

parser = argparse.ArgumentParser()
parser.add_argument("--activation", default="softmax")
args = parser.parse_args()
model = Sequential()
model.add(Dense(2, input_dim=8, activation=args.activation))
model.compile("adam", "binary_crossentropy")
"""


def test_the_default_of_an_option(project: Path) -> None:
    (finding,) = of(wrote(project, train=OPTIONS)).findings
    assert (finding.code, finding.line) == ("TFM271", 11)
    assert not of(wrote(project, train=OPTIONS.replace("softmax", "sigmoid"))).findings


def test_the_default_of_an_option_beside_another_module(project: Path) -> None:
    model = "from keras.models import Sequential\n\nmodel = Sequential()\n"
    train = OPTIONS.replace("model = Sequential()", "from nets import model")
    assert found(wrote(project, train=train, nets=model)) == [("TFM271", 11)]


def test_an_edit_that_a_default_asks_for_is_reported(project: Path) -> None:
    result = of(wrote(project, train=OPTIONS.replace("softmax", "hard_sigmoid")))
    assert [(each.code, each.line, each.advice) for each in result.findings] == [("TFM270", 10, "edit it by hand")]
    assert result.findings[0].message.startswith("with the values of its options and parameters, it would be edited: ")
    assert b"activation=args.activation" in result.after


def test_a_rule_that_spoke_without_the_defaults_says_no_more(project: Path) -> None:
    train = OPTIONS.replace("activation", "loss").replace('"binary_crossentropy"', "args.loss")
    train = train.replace(", loss=args.loss", "").replace("softmax", "logcosh")
    assert found(wrote(project, train=train)) == [("TFM297", 7)]


def test_what_is_said_already_is_not_said_again(project: Path) -> None:
    alone = MODEL + TRAIN.replace("from nets import build\n", "")
    apart = found(wrote(project, whole=alone))
    both = wrote(project, again=f"{alone}import other\nother.f(net)\n", other="def f(net):\n    return net\n")
    assert found(both) == apart
    assert [code for code, _ in apart] == ["TFM324"]


def test_what_a_note_only_asks_is_said(project: Path) -> None:
    train = "from keras.utils import to_categorical\nfrom nets import *\n\nshares = model.predict_proba(x)\n"
    nets = "from keras.layers import Dense\nfrom keras.models import Sequential\n\n"
    nets += "model = Sequential([Dense(3, input_shape=(4,))])\n"
    path = wrote(project, train=train, nets=nets)
    assert [each.code for each in of(path).changes] == ["TFM124"]
    wrote(project, nets="from sklearn.ensemble import RandomForestClassifier\n\nmodel = RandomForestClassifier()\n")
    assert not of(path).findings


@pytest.mark.parametrize("mended", ["", "    exact(net, same_batches=False)\n"])
def test_files_of_a_program_do_not_import_it(mended: str, project: Path) -> None:
    nets = "import tensorflow as tf\n\n\ndef build():\n    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
    nets += "    model.compile('sgd', 'mse')\n    return model\n"
    train = "from compat.distribute import exact\n" if mended else ""
    train += "import tensorflow as tf\nimport nets\n\nstrategy = tf.distribute.MultiWorkerMirroredStrategy()\n"
    train += f"with strategy.scope():\n    net = nets.build()\n{mended}net.fit(x, y, batch_size=64)\n"
    path = wrote(project, nets=nets, train=train)
    assert not of(path).findings
    assert [each.code for each in of(project / "train.py").changes] == ([] if mended else ["TFM206"])


def test_check_says_the_same(project: Path) -> None:
    path = wrote(project, train=TRAIN, nets=MODEL)
    assert of(path, only_check=True).findings == of(path).findings


def test_each_file_is_told_of_its_own_lines(project: Path) -> None:
    train = wrote(project, train=TRAIN, nets=MODEL)
    assert found(train.with_name("nets.py")) == []


def test_a_comment_silences_it(project: Path) -> None:
    train = TRAIN.replace('"logs"))', '"logs"))  # tf-forward: ignore[TFM324]')
    assert found(wrote(project, train=train, nets=MODEL)) == []


@pytest.mark.parametrize(
    ("train", "nets"),
    [
        (TRAIN.replace("net = build()", "net = build()\nnet(tf.ones((1, 2)))"), MODEL),
        (TRAIN.replace("nets", "other"), MODEL),
        (TRAIN.replace("from nets import build", "import nets\nbuild = getattr(nets, name)"), MODEL),
        (TRAIN.replace("from nets import build", "build = other.build"), MODEL),
    ],
    ids=["a model that is built", "a module that is not there", "not by its name", "not imported"],
)
def test_nothing_to_say(train: str, nets: str, project: Path) -> None:
    assert found(wrote(project, train=train, nets=nets)) == []


def test_shims_stand_alone(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = wrote(project, train=TRAIN, nets=MODEL)
    found_apart = found(path, "compat")
    monkeypatch.setattr(looks, "views", None)
    assert found(path, "compat") == found_apart


def test_findings_can_be_shown(project: Path) -> None:
    for each in of(wrote(project, train=TRAIN, nets=MODEL)).findings:
        assert isinstance(each, Finding)
        assert each.culprit == 0, "a line of another file"
