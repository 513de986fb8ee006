"""Weight files get names that Keras 3 takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import os\nfrom keras.callbacks import ModelCheckpoint\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('m.save_weights("a.h5")', 'm.save_weights("a.weights.h5")'),
        ("m.save_weights('a.hdf5', overwrite=True)", "m.save_weights('a.weights.h5', overwrite=True)"),
        ('m.save_weights(filepath="a.h5")', 'm.save_weights(filepath="a.weights.h5")'),
        ('m.save_weights(os.path.join(d, "a.h5"))', 'm.save_weights(os.path.join(d, "a.weights.h5"))'),
        ('m.save_weights("w-%d.h5" % e)', 'm.save_weights("w-%d.weights.h5" % e)'),
        ('m.save_weights("w-{}.h5".format(e))', 'm.save_weights("w-{}.weights.h5".format(e))'),
        ('m.save_weights(d + "/a.h5")', 'm.save_weights(d + "/a.weights.h5")'),
        ('m.save_weights(r"c:\\a.h5")', 'm.save_weights(r"c:\\a.weights.h5")'),
        ('m.save_weights("my_weights.h5")', 'm.save_weights("my_weights.weights.h5")'),
        (
            'P = "a.h5"\nm.save_weights(P)\nm.load_weights(P)',
            'P = "a.weights.h5"\nm.save_weights(P)\nm.load_weights(P)',
        ),
        (
            'm.save_weights("a.h5"); m.load_weights("a.h5")',
            'm.save_weights("a.weights.h5"); m.load_weights("a.weights.h5")',
        ),
        ('if m: m.save_weights("a.h5")', 'if m: m.save_weights("a.weights.h5")'),
        (
            'ModelCheckpoint("w.{epoch:02d}.hdf5", save_weights_only=True)',
            'ModelCheckpoint("w.{epoch:02d}.weights.h5", save_weights_only=True)',
        ),
        ('ModelCheckpoint("m.h5", period=1)', 'ModelCheckpoint("m.h5")'),
        ('ModelCheckpoint(filepath="m.h5", period=1, verbose=1)', 'ModelCheckpoint(filepath="m.h5", verbose=1)'),
    ],
)
def test_names(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy + "\n", HEAD + modern + "\n")


def test_the_same_name_is_loaded_elsewhere() -> None:
    check_upgraded(
        """
        import keras
        def train(m):
            m.save_weights("best.h5")  # best so far
        def test(m):
            m.load_weights('best.h5')
            m.load_weights("other.h5")
        """,
        """
        import keras
        def train(m):
            m.save_weights("best.weights.h5")  # best so far
        def test(m):
            m.load_weights('best.weights.h5')
            m.load_weights("other.h5")
        """,
    )


@pytest.mark.parametrize(
    "writer",
    [
        'm.save_weights("best.h5")',
        'm.save_weights(f"{d}/best.h5")\nd = "out"\nm.load_weights(f"{d}/best.h5")',
        'm.save_weights(name + ".h5")\nm.load_weights(name + ".h5")',
        'm.save_weights("run_%d.h5" % i)\nm.load_weights("run_%d.h5" % last)',
        'm.save_weights(f"run_{i}.h5")\nm.load_weights("run_{}.h5".format(last))',
        'def save(m, path="best.h5"):\n    m.save_weights(path)\nm.load_weights("best.h5")',
        'class A:\n    def __init__(self):\n        self.path = "best.h5"\n    def save(self):\n        m.save_weights(self.path)',
        'C = {"w": "best.h5"}\nm.save_weights(C["w"])\nm.load_weights("best.h5")',
        'C = dict(w="best.h5")\nm.save_weights(C["w"])',
        'm.save_weights(args.out)\np.add_argument("--out", "-o", default="best.h5")',
        'flags.DEFINE_string("out", "best.h5", "where")\nm.save_weights(FLAGS.out)',
        'args = vars(p.parse_args())\np.add_argument("-o", "--out", default="best.h5")\nm.save_weights(args["out"])',
        'for path in ("a.h5", "b.h5"):\n    m.save_weights(path)',
        'm.save_weights("a.h5" if x else "b.h5")',
        'm.save_weights(path or "b.h5")\npath = "a.h5"',
        'm.save_weights(str(Path(d) / "best.h5"))\nif (Path(d) / "best.h5").exists(): pass',
        'm.save_weights(Path(d).with_suffix(".h5"))',
        'm.save_weights("best.h5")\nshutil.copy("best.h5", d)\nos.rename("best.h5", os.path.join(d, "x.h5"))\nglob("best.h5")',
        'm.save_weights("best.h5", save_format="h5")\nm.load_weights("best.h5")',
        'm.save_weights("cp.ckpt")\nm.load_weights("cp.ckpt")',
        'os.makedirs("out")\nm.save_weights("out/cp.ckpt")\nm.load_weights("out/cp.ckpt")',
        'P = "out/cp.ckpt"\nModelCheckpoint(P, save_weights_only=True)\nm.load_weights(P)',
        'ModelCheckpoint("w.{epoch:02d}.hdf5", save_weights_only=True)\nm.load_weights("w.%02d.hdf5" % best)',
    ],
)
def test_all_places_follow(writer: str) -> None:
    result = check_sound("import glob, os, shutil\nfrom pathlib import Path\n" + HEAD + writer + "\n")
    text = result.after.decode()
    left = [line for line in text.splitlines() if re.search(r"(?<!weights)\.(h5|hdf5|ckpt)\b", line)]
    assert left == []
    assert "save_format" not in text
    assert result.findings == ()


NUMBERED = 'P = "out/cp-{n}.ckpt"\nfor i in range(3):\n    # each\n    m.save_weights(P.format(n=i))\n'
NUMBERED_TODAY = """P = "out/cp-{n}.weights.h5"
for i in range(3):
    # each
    os.makedirs(os.path.dirname(os.path.abspath(P.format(n=i))), exist_ok=True)
    m.save_weights(P.format(n=i))
"""
IN_A_FOLDER = 'm.save_weights("out/cp.ckpt")\nm.load_weights("out/cp.ckpt")\n'
SHOWN = 'm.save_weights("{}.h5".format(n))\nm.load_weights("{}.h5".format(n))\nprint("from {}.h5".format(n))\n'


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('m.save_weights("best", True)\n', 'm.save_weights("best.weights.h5", True)\n'),
        ('m.save_weights("best.ckpt")\n', 'm.save_weights("best.weights.h5")\n'),
        (IN_A_FOLDER, "os.makedirs('out', exist_ok=True)\n" + IN_A_FOLDER.replace(".ckpt", ".weights.h5")),
        (NUMBERED, NUMBERED_TODAY),
        (SHOWN, SHOWN.replace(".h5", ".weights.h5", 2)),
    ],
)
def test_files_that_nothing_else_reads(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy, HEAD + modern)


@pytest.mark.parametrize(
    "source",
    [
        'm.save_weights("run_%s.h5" % i)\nm.load_weights("run_best.h5")\n',
        'm.save_weights("run_%d.h5" % i)\nm.load_weights("run_3.h5")\n',
        'm.save_weights(name + ".h5")\nm.load_weights("best.h5")\n',
        'm.save_weights(name + ".h5")\nm.load_weights(other + ".h5")\n',
        'm.save_weights(name + "_weights.h5")\nm.load_weights(pretrained + "_weights.h5")\n',
        'm.save_weights(os.path.join(out, "w.h5"))\nm.load_weights(os.path.join(pretrained, "w.h5"))\n',
        'm.save_weights("best.h5")\nm.load_weights(os.path.join(d, "best.h5"))\n',
        'm.save_weights("best.h5")\nk.save("best.h5")\nk.compile(loss="mse")\n',
        'm.save_weights("best.h5")\nModelCheckpoint("best.h5")\n',
        'm.save_weights("a.hdf5")\n[each for each in os.listdir(d) if each.endswith(".hdf5")]\n',
        'm.save_weights("a.hdf5")\nfound = each.split(".")[-1] == "hdf5"\n',
        'm.save_weights("a.hdf5")\nglob.glob(d + "/*.hdf5")\n',
        'm.save_weights("cp.ckpt")\nm.load_weights("cp.ckpt")\nimport tensorflow as tf\ntf.train.latest_checkpoint("x")\n',
        'm.save_weights("best")\nm.load_weights("best")\nmode = "best"\n',
        'm.save_weights(f"{now()}/cp.ckpt")\nm.load_weights("out/cp.ckpt")\n',
        'if x: m.save_weights("out/cp.ckpt")\n',
    ],
)
def test_doubt_leaves_all_places(source: str) -> None:
    check_declined(HEAD + source, "TFM150", 3)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('"net.hdf5"', '"net.h5"'),
        ('"net.hdf"', '"net.hdf5"'),
        ('"net.weights.hdf5"', '"net.h5"'),
        ('"w-%d.h5" % i', '"w-%d.hdf5" % i'),
        ('os.path.join(d, "a.hdf5")', 'os.path.join(d, "a.h5")'),
        ('name + ".hdf5"', 'name + ".h5"'),
        ('name + ".hdf5"', '"net.h5"'),
        ('"net"', '"net.ckpt"'),
    ],
)
def test_names_that_would_become_one_stay(first: str, second: str) -> None:
    """The second file would be written over the first."""
    source = f"{HEAD}m.save_weights({first})\nm.save_weights({second})\nm.load_weights({first})\n"
    result = check_sound(f"{source}m.load_weights({second})\n")
    assert not result.changes
    found = [each for each in result.findings if each.code == "TFM150"]
    assert [each.line for each in found] == [3, 4]
    assert all("would be one file" in each.message for each in found)


@pytest.mark.parametrize("use", ['m.save_weights("net.weights.h5")', 'm.load_weights("net.weights.h5")'])
def test_a_name_that_another_file_has(use: str) -> None:
    check_declined(f'{HEAD}m.save_weights("net.h5")\n{use}\n', "TFM150", 3)


def test_a_copy_under_another_suffix() -> None:
    result = check_sound(HEAD + 'import shutil\nm.save_weights("a.h5")\nshutil.copy("a.h5", "a.hdf5")\n')
    assert b'shutil.copy("a.weights.h5", "a.hdf5")' in result.after
    assert [(each.code, each.line) for each in result.findings] == [("TFM150", 5)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('"a.hdf5"', '"b.h5"'),
        ('"a/net.hdf5"', '"b/net.h5"'),
        ('"net.h5"', '"net.h5"'),
        ('"w-%d.h5" % i', '"best.hdf5"'),
        ('name + "_a.hdf5"', 'name + "_b.h5"'),
        ('"net.h5"', '"net_2.weights.h5"'),
    ],
)
def test_names_that_stay_apart(first: str, second: str) -> None:
    result = check_sound(f"{HEAD}m.save_weights({first})\nm.save_weights({second})\n")
    assert result.after.count(b".weights.h5") == 2
    assert result.findings == ()


def test_a_file_that_is_only_read_keeps_its_suffix() -> None:
    result = check_sound(HEAD + 'm.load_weights("net.hdf5")\nm.save_weights("net.h5")\n')
    assert b'load_weights("net.hdf5")' in result.after
    assert b'save_weights("net.weights.h5")' in result.after
    assert result.findings == ()


@pytest.mark.parametrize(
    "other",
    [
        'm.load_weights("second.h5")',
        'm.load_weights("pretrained/best.h5")',
        'm.load_weights("run_1.hdf5")',
        'x = "the best.h5 "',
    ],
)
def test_other_files_stay(other: str) -> None:
    result = check_sound("import keras\n" + HEAD + f'm.save_weights("out/best.h5")\n{other}\n')
    assert other.splitlines()[-1] in result.after.decode()
    assert result.findings == ()


@pytest.mark.parametrize(
    ("writer", "other"),
    [
        ("f'{d}/{n}_w.h5'", "f'{d}/{n}.h5'"),
        ("n + '_w.h5'", "n + '.h5'"),
        ("'run_%d.h5' % i", "'run_best.h5'"),
        ("'run_%d.h5' % i", "glob.glob(d + '/*.h5')[0]"),
        ("'run_%d.h5' % i", "next(each for each in os.listdir(d) if each.endswith('.h5'))"),
        ("'run_{:02d}.h5'.format(i)", "'run_%s.hdf5' % i"),
    ],
)
def test_families_of_files_stay_apart(writer: str, other: str) -> None:
    result = check_sound(HEAD + f"m.save_weights({writer})\nm.load_weights({other})\n")
    assert f"m.load_weights({other})" in result.after.decode()
    assert result.findings == ()


def test_copies_of_other_files_stay() -> None:
    check_untouched(
        HEAD + 'import shutil\nshutil.copy("a.h5", "b.h5")\nshutil.copy("a.weights.h5", d)\nos.rename(*names)\n'
    )


def test_weights_beside_a_whole_model() -> None:
    source = "from keras.models import load_model\nm.save_weights(n + '_w.h5')\nload_model(k + '.h5')\n"
    assert check_sound(source).findings == ()


@pytest.mark.parametrize("use", ['os.remove("a.h5")', 'h5py.File("a.h5")', 'if os.path.exists("a.h5"): pass'])
def test_the_same_name_is_used_otherwise(use: str) -> None:
    result = check_sound(HEAD + f'm.save_weights("a.h5")\n{use}\n')
    assert result.after.count(b'"a.h5"') != 1


@pytest.mark.parametrize(
    ("source", "line"),
    [],
)
def test_declined(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM150", line)


@pytest.mark.parametrize(
    "source",
    [
        "m.save_weights(args.output)\n",
        "m.save_weights(path_of(3))\n",
        "m.save_weights(os.path.join(*parts))\n",
        "m.save_weights('{}'.format(name))\n",
        "ModelCheckpoint(path, save_weights_only=True)\n",
    ],
)
@pytest.mark.parametrize("head", [HEAD, HEAD + "from keras.layers.core import Dense\n"])
def test_unknown_path_is_reported(head: str, source: str) -> None:
    result = check_sound(head + source)
    assert [(each.code, each.line) for each in result.findings] == [("TFM150", head.count("\n") + 1)]
    assert "does not show" in result.findings[0].message


@pytest.mark.parametrize(
    "source",
    [
        'm.save_weights("best")\nsend("best.index")\n',
        'm.save_weights("cp-{:04d}.ckpt".format(i))\nm.load_weights("cp-0017.ckpt")\n',
        'm.save_weights("{}.ckpt".format(i))\n',
        'm.save_weights("best.tf")\n',
        'm.save_weights(os.path.join(*parts, "best"))\n',
        'm.save_weights(f"{name}.bin")\n',
    ],
)
def test_known_path_that_is_refused_is_a_finding(source: str) -> None:
    check_declined(HEAD + source, "TFM150", 3)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + 'm.save_weights("a.weights.h5")\n',
        HEAD + 'm.load_weights("a.h5")\n',
        HEAD + 'm.save("a.h5")\n',
        HEAD + 'save_weights("a.h5")\n',
        HEAD + 'text = "a.h5"\n',
        HEAD + 'ModelCheckpoint("m.keras", save_best_only=True)\n',
        HEAD + "m.save_weights\n",
        HEAD + "def save_weights(self, path='a.h5'): pass\n",
        'm.save_weights("a.h5")\n',
        'from lightning import ModelCheckpoint\nModelCheckpoint("m.h5", period=5)\n',
        'from .callbacks import ModelCheckpoint\nimport keras\nModelCheckpoint("m.hdf5", period=5)\n',
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_file_that_asks_for_the_suffix_knows_it() -> None:
    source = "from keras.models import Sequential\nm = Sequential()\n{}\nif known: m.save_weights(p)\nelse: m.save(p)\n"
    check_untouched(source.format("known = p.endswith('.weights.h5') or p.endswith('.weights.json')"))
    check_declined(source.format("known = p.endswith('.h5')"), "TFM150", 4)


def test_other_libraries_left_alone() -> None:
    check_untouched('import keras\nm = keras.Sequential()\nm.save_weights("x.weights.json", max_shard_size=1)\n')
    check_untouched('import keras\nimport torchnet\nnet = torchnet.Net()\nnet.save_weights("x.pt")\n')


@pytest.mark.parametrize("trainer", ["import torch\ntorch.Trainer()", "class Trainer: pass\nTrainer()"])
def test_models_of_other_classes_left_alone(trainer: str) -> None:
    result = check_sound(f'import keras\n{trainer}.save_weights("w.h5")\n')
    assert (result.changes, result.findings, result.notes) == ((), (), ())


def test_model_of_an_unknown_class_is_reported() -> None:
    check_declined('import keras\nfrom trainers import Trainer\nTrainer().save_weights("w.h5")\n', "TFM150", 3)


def test_a_name_that_is_assigned_again_means_another_file() -> None:
    head = "from keras.models import Sequential\nm = Sequential()\npath = 'a.keras'\nm.save(path)\n"
    check_untouched(head + "path = 'b.weights.h5'\nm.save_weights(path)\n")
    source = head + "path = 'b.h5'\nm.save_weights(path)\nm.load_weights(path)\n"
    check_upgraded(source, source.replace("b.h5", "b.weights.h5"))


def test_a_name_that_a_loop_assigns_again_means_both_files() -> None:
    source = (
        "from keras.models import Sequential\nm = Sequential()\npath = 'a.h5'\n"
        "for i in range(2):\n    m.save_weights(path)\n    path = 'b.h5'\n"
    )
    check_upgraded(source, source.replace("a.h5", "a.weights.h5").replace("b.h5", "b.weights.h5"))


def test_functions_of_a_module_left_alone() -> None:
    check_untouched("import keras\nimport tools\ntools.save_weights(net, folder + name)\n")


def test_models_of_subclasses_are_reported() -> None:
    """A base class that saves what its subclasses build need not import Keras."""
    source = "class Base:\n    def save(self):\n        self.encoder.save_weights({})\n"
    check_declined(source.format("'encoder.h5'"), "TFM150", 3)
    for other in ("'encoder.weights.h5'", "'encoder.npz'", "path"):
        check_untouched(source.format(other))
    check_untouched("import torch\n" + source.format("'encoder.h5'"))
    own = "    def __init__(self):\n        self.encoder = Own()\nclass Own:\n    def save_weights(self, path):\n        pass\n"
    check_untouched(source.format("'encoder.h5'") + own)


TF = "import tensorflow as tf\nm = tf.keras.models.Sequential()\n"


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("m.load_weights(tf.train.latest_checkpoint('d'))\n", 3),
        ("p = tf.train.latest_checkpoint('d')\nm.load_weights(p)\n", 4),
        ("m.load_weights(filepath=tf.train.latest_checkpoint('d'))\n", 3),
    ],
)
def test_checkpoints_of_tensorflow_are_reported(code: str, line: int) -> None:
    check_declined(TF + code, "TFM150", line)


@pytest.mark.parametrize(
    "code",
    [
        "m.load_weights('best.weights.h5')\n",
        "p = latest('d')\nm.load_weights(p)\n",
        "c = tf.train.latest_checkpoint('d')\nm.load_weights(newest)\n",
    ],
)
def test_other_files_are_left_alone(code: str) -> None:
    check_untouched(TF + code)


READ = (
    "import h5py\nfrom keras.models import Sequential\nm = Sequential()\nm.save_weights('w/a{}')\nf = h5py.File({})\n"
)


@pytest.mark.parametrize("path", ["'w/a.h5'", "'w/a.h5', 'r'", "'w/a.h5', mode='r'"])
def test_read_by_h5py(path: str) -> None:
    found = [each for each in check_sound(READ.format(".h5", path)).findings if each.code == "TFM150"]
    assert [(each.line, "vars/0" in each.message) for each in found] == [(5, True)]


@pytest.mark.parametrize("path", ["'b.h5', 'r'", "path", "'w/a.h5', 'w'", "name=path, mode='r'"])
def test_other_files_of_h5py(path: str) -> None:
    assert not [each for each in check_sound(READ.format(".h5", path)).findings if "vars/0" in each.message]


NET = """from keras.models import Sequential


class Net:
    {decorator}
    def path_of({first}folder):
        return folder + "/net{end}"

    def train(self, folder):
        self.model = Sequential()
        self.model.save_weights({owner}.path_of(folder))

    def load(self, folder):
        self.model = Sequential()
        self.model.load_weights(Net.path_of(folder))
"""


@pytest.mark.parametrize("owner", ["self", "Net"])
@pytest.mark.parametrize(("decorator", "first"), [("@staticmethod", ""), ("@classmethod", "cls, ")])
def test_paths_of_static_methods(decorator: str, first: str, owner: str) -> None:
    source = NET.replace("{decorator}", decorator).replace("{first}", first).replace("{owner}", owner)
    check_upgraded(source.replace("{end}", ".h5"), source.replace("{end}", ".weights.h5"))


def test_paths_of_other_methods() -> None:
    source = NET.replace("{first}", "").replace("{owner}", "self").replace("{end}", ".h5")
    check_declined(source.replace("{decorator}", "@cached"), "TFM150", 11)


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('m.load_weights("a.h5", by_name=False)', 'm.load_weights("a.weights.h5")'),
        ('m.load_weights("a.h5", False)', 'm.load_weights("a.weights.h5")'),
        (
            'm.load_weights("a.h5", by_name=False, skip_mismatch=True)',
            'm.load_weights("a.weights.h5", skip_mismatch=True)',
        ),
        ('P = "a.h5"\nm.load_weights(filepath=P, by_name=False)', 'P = "a.weights.h5"\nm.load_weights(filepath=P)'),
    ],
)
def test_loaded_in_order(legacy: str, modern: str) -> None:
    head = 'import keras\nm = keras.Sequential()\nm.save_weights("a.%s")\n'
    check_upgraded(head % "h5" + legacy + "\n", head % "weights.h5" + modern + "\n")


OTHERS = "import keras\nm = keras.Sequential()\n"


@pytest.mark.parametrize(
    "code",
    [
        'm.load_weights("old.h5", by_name=False)',
        "m.load_weights(path, by_name=False)",
        'm.load_weights("a.weights.h5" if x else "old.h5", by_name=False)',
        'm.load_weights("a.weights.h5")',
        'm.load_weights("a.weights.h5", by_name=None)',
        'class Net:\n    def load_weights(self, path, by_name): pass\nNet().load_weights("a.weights.h5", by_name=False)',
    ],
)
def test_by_name_that_stays(code: str) -> None:
    check_untouched(OTHERS + code + "\n")


def test_by_name_of_a_value_that_does_not_show() -> None:
    check_declined(OTHERS + 'm.load_weights("a.weights.h5", by_name=flag)\n', "TFM150", 3)


@pytest.mark.parametrize("loader", ["model", "n"])
def test_by_name_of_a_model_that_is_handed_on(loader: str) -> None:
    source = f'def f(model, n):\n    model.save_weights("a.weights.h5")\n    {loader}.load_weights("a.weights.h5", by_name=True)\n'
    check_declined("import keras\n" + source, "TFM150", 4)


OPTIONS = "import argparse, os\nimport keras\np = argparse.ArgumentParser()\n"


@pytest.mark.parametrize(
    ("declared", "used"),
    [
        ('p.add_argument("--weights", default="w.h5")', "args.weights"),
        ('p.add_argument("-w", "--weights", type=str, default="out/w.hdf5")', "args.weights"),
        ('p.add_argument("--weights", default=os.path.join(d, "w.h5"))', 'args["weights"]'),
        ('flags.DEFINE_string("weights", "w.h5", "where to")', "FLAGS.weights"),
    ],
)
def test_what_an_option_takes_beside_its_default(declared: str, used: str) -> None:
    result = check_sound(f"{OPTIONS}{declared}\nm.save_weights({used})\nm.load_weights({used})\n")
    assert b"w.weights.h5" in result.after
    assert not result.findings
    assert [(each.code, each.line) for each in result.notes if "the option weights" in each.message] == [("TFM150", 5)]


@pytest.mark.parametrize(
    ("declared", "saved"),
    [
        ('p.add_argument("--weights", default="w.weights.h5")', "args.weights"),
        ('p.add_argument("--name", default="w.h5")', '"w.h5"'),
        ('p.add_argument("--weights", help="w.h5")', '"w.h5"'),
        ('p.add_argument("--weights", default="a")', 'args.weights + "_w.h5"'),
    ],
)
def test_options_of_which_nothing_is_to_be_said(declared: str, saved: str) -> None:
    result = check_sound(f"{OPTIONS}{declared}\nm.save_weights({saved})\n")
    assert not [each for each in result.notes if "the option" in each.message]


BASE = """
class Segmentation:
    def __init__(self):
        self.weights_path = None

    def train(self, model):
        model.fit(x, y, callbacks=[ModelCheckpoint(self.weights_path, save_weights_only=True)])
"""
HEIR = """
class UNet(Segmentation):
    def __init__(self):
        super().__init__()
        self.weights_path = "unet.best.hdf5"
"""


@pytest.mark.parametrize(
    "heir",
    [
        HEIR,
        HEIR + "\n\nnet = UNet()\nm.load_weights(net.weights_path)\n",
        'class UNet(Segmentation):\n    weights_path = "unet.best.hdf5"\n',
        'class Net(Segmentation):\n    pass\n\n\nclass UNet(Net):\n    weights_path = "unet.best.hdf5"\n',
        HEIR.replace('"unet.best.hdf5"', '(folder + "{}.hdf5").format(name)'),
        HEIR + HEIR.replace("UNet", "FCN").replace("unet", "fcn"),
    ],
)
def test_a_path_that_a_subclass_sets(heir: str) -> None:
    source = HEAD + BASE + heir
    check_upgraded(source, source.replace(".hdf5", ".weights.h5"))


@pytest.mark.parametrize(
    "heir",
    [
        HEIR.replace(".hdf5", ".weights.h5"),
        'class UNet(Segmentation):\n    weights_path = "unet.weights.h5"\n',
    ],
)
def test_a_path_that_a_subclass_sets_well(heir: str) -> None:
    check_untouched(HEAD + BASE + heir)


@pytest.mark.parametrize(
    "source",
    [
        BASE,
        BASE + HEIR.replace("Segmentation", "Other"),
        "def train(m, path=None):\n    m.save_weights(path)\n",
        "class Net:\n    def __init__(self, path=None):\n        self.p = path\n\n    def save(self, m): m.save_weights(self.p)\n",
    ],
)
def test_none_does_not_hide_that_a_path_is_unknown(source: str) -> None:
    result = check_sound(
        HEAD
        + "from keras.models import Sequential\n\nm = Sequential()\n"
        + source.replace("(m, ", "(").replace("(self, m)", "(self)")
    )
    assert ["does not show" in each.message for each in result.findings] == [True]


@pytest.mark.parametrize(
    "source",
    [
        "def train(path=None):\n    if path:\n        m.save_weights(path)\n\n\ntrain()\n",
        "def train(path=None):\n    if path:\n        m.save_weights(path)\n\n\ntrain('a.weights.h5')\n",
    ],
)
def test_calls_without_a_path_save_nothing(source: str) -> None:
    check_untouched(HEAD + "from keras.models import Sequential\n\nm = Sequential()\n" + source)


def _of_heir(folder: Path, heir: str) -> list[str]:
    """What is said of the base class in a module, where a class of another one derives from it."""
    (folder / ".git").mkdir()
    script = folder / "base.py"
    script.write_text(HEAD + BASE)
    (folder / "unet.py").write_text("import keras\nfrom base import Segmentation\n" + heir)
    result = upgrade(script.read_bytes(), Settings("native"), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert not result.changes
    return [each.plain_message for each in result.findings]


def test_a_path_that_a_subclass_of_another_module_sets(tmp_path: Path) -> None:
    (said,) = _of_heir(tmp_path, HEIR)
    assert said.endswith("and another module gives unet.best.hdf5")


@pytest.mark.parametrize("path", ['"unet.weights.h5"', 'folder + "/unet.weights.h5"'])
def test_a_path_that_a_subclass_of_another_module_sets_well(tmp_path: Path, path: str) -> None:
    assert not _of_heir(tmp_path, HEIR.replace('"unet.best.hdf5"', path))


def test_a_class_of_another_module_that_does_not_derive_from_it(tmp_path: Path) -> None:
    (said,) = _of_heir(tmp_path, HEIR.replace("(Segmentation)", "(keras.Model)"))
    assert said.endswith("and the file does not show this path")
