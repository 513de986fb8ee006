"""`multi_gpu_model`: models that only predict, and what other functions and modules do with the models."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_shimmed, check_sound

HEAD = "from keras.models import Model, load_model\nfrom keras.utils import multi_gpu_model\n"
MODEL = "m = load_model('x.h5', compile=False)\n"
CALL = "p = multi_gpu_model(m, gpus=2)\n"
GET = "def get(path):\n    m = load_model(path, compile=False)\n    return multi_gpu_model(m, gpus=2)\n"
MAIN = "if __name__ == '__main__':\n    main()\n"
SHIM = "compat.keras.utils"


def native(source: str) -> Upgraded:
    result = check_sound(HEAD + source)
    assert b"multi_gpu_model" not in result.after, result.after.decode()
    return result


# --- models that only predict


@pytest.mark.parametrize(
    "source",
    [
        f"{MODEL}{CALL}def show(net):\n    return net.predict(x, batch_size=3)\nshow(p)\n",
        f"{MODEL}{CALL}def show(net):\n    return net.predict(x)\nshow(p)\nm.get_layer('a').get_weights()\nm.save_weights('y.h5')\n",
        f"{MODEL}{CALL}show = lambda: p.predict(x)\nprint(p)\np.summary()\np.save('y.h5')\n",
        f"{MODEL}{CALL}p.n_classes = 3\ndef show(net):\n    print(net.n_classes)\n    return net.predict(x)\nshow(net=p)\n",
        f"{GET}def main():\n    p = get('x.h5')\n    p.predict_generator(x, 3)\n{MAIN}",
        f"{GET}def main():\n    both = (1, get('x.h5'))\n    one, p = 1, get('x.h5')\n    p.predict(x)\n    both[1]\n{MAIN}",
        (
            "class A:\n    def __init__(self):\n        self.p = self.get()\n    def get(self):\n"
            f"        m = load_model('x.h5', compile=False)\n        return multi_gpu_model(m, gpus=2)\n"
            f"    def ask(self):\n        return self.p.predict(x)\nclass B(object):\n    def get(self):\n        return 1\n"
            f"    def ask(self):\n        return self.get() + 1\n{MAIN}"
        ),
    ],
)
def test_only_predicts(source: str) -> None:
    said = [each.message for each in native(source).changes if each.code == "TFM201"]
    assert said[-1] == "multi_gpu_model is now a tf.distribute.MirroredStrategy scope", "predict takes any batch"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        pytest.param(
            f"{MODEL}{CALL}def show(net):\n    return net.predict_on_batch(x)\nshow(p)\n",
            4,
            id="every replica predicts all",
        ),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    return net.evaluate(x)\nshow(p)\n", 4, id="evaluates"),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    return net(x)\nshow(p)\n", 4, id="called"),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    return net.outputs\nshow(p)\n", 4, id="its tensors"),
        pytest.param(
            f"{MODEL}{CALL}def show(net):\n    return Model(net.input, net.output)\nshow(m)\ndef go(net):\n    net.predict(x)\ngo(p)\n",
            4,
            id="a model on the tensors of the template",
        ),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    return net.optimizer\nshow(p)\n", 4, id="its optimizer"),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    return net.ask(x)\nshow(p)\n", 4, id="a method of its own"),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    return net.predict\nshow(p)\n", 4, id="a method as a value"),
        pytest.param(f"from other import show\n{MODEL}{CALL}show(p)\n", 5, id="another package"),
        pytest.param(f"{MODEL}{CALL}def show(*nets):\n    pass\nshow(p)\n", 4, id="one of any number"),
        pytest.param(f"{MODEL}{CALL}def show(net, **others):\n    pass\nshow(1, other=p)\n", 4, id="any keyword"),
        pytest.param(f"{MODEL}{CALL}@wraps\ndef show(net):\n    net.predict(x)\nshow(p)\n", 4, id="a decorator"),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    all.append(net)\nshow(p)\n", 4, id="a list"),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    other.net = net\nshow(p)\n", 4, id="another object"),
        pytest.param(f"{MODEL}{CALL}def show(net):\n    yield net\nshow(p)\n", 4, id="a generator"),
        pytest.param(f"{GET}def main():\n    get('x.h5').predict(x)\n", 5, id="a module that others import"),
        pytest.param(
            (
                f"class A:\n    m = load_model('x.h5', compile=False)\n    p = multi_gpu_model(m, gpus=2)\n"
                f"    def go(self):\n        print(self.p)\n        self.p.predict_on_batch(x)\n{MAIN}"
            ),
            5,
            id="an attribute of the class",
        ),
        pytest.param(
            (
                "class A:\n    def go(self):\n        m = load_model('x.h5', compile=False)\n"
                "        p = multi_gpu_model(m, gpus=2)\n        self.show(p)\n"
                "    def show(self, net):\n        net.predict(x)\n"
                "class B(A):\n    def show(self, net):\n        net.fit(x)\n"
            ),
            6,
            id="a method that another class has too",
        ),
        pytest.param(
            (
                "from other import Base\nclass A(Base):\n    def go(self):\n        m = load_model('x.h5', compile=False)\n"
                f"        self.p = multi_gpu_model(m, gpus=2)\n        self.p.predict(x)\n{MAIN}"
            ),
            7,
            id="a base class that is not there",
        ),
        pytest.param(f"{GET}def main():\n    call(get)\n{MAIN}", 5, id="the function as a value"),
        pytest.param(f"{GET}def main():\n    get('x.h5').fit(x)\n{MAIN}", 5, id="trained where it gets"),
        pytest.param(
            f"from other import train\n{MODEL}train(m)\n{CALL}def show(net):\n    net.predict(x)\nshow(p)\n",
            6,
            id="the template gets out of sight",
        ),
        pytest.param(
            f"def train(m):\n    m.compile('sgd')\n    m.fit(x, y)\n{MODEL}train(m)\n{CALL}p.predict(x)\n",
            8,
            id="the template trains in a function",
        ),
    ],
)
def test_may_do_more_than_predict(source: str, line: int) -> None:
    check_shimmed(HEAD + source, line, "")


@pytest.mark.parametrize("asked", ["compile('adam')", "fit(x)", "evaluate(x)"])
def test_a_function_trains_the_template(asked: str) -> None:
    source = f"def work(net):\n    net.{asked}\n{MODEL}{CALL}p.compile('sgd', 'mse')\nwork(m)\np.fit(x, y)\n"
    check_shimmed(HEAD + source, 6, "in a function that is given it")


def test_a_function_trains_one_model_or_the_other() -> None:
    source = f"def work(net):\n    net.fit(x)\n{MODEL}if g > 1:\n    {CALL}    p.compile('sgd')\n    work(p)\n"
    native(f"{source}else:\n    m.compile('sgd')\n    work(m)\n")


# --- other modules of the project

TRAIN = "from nets import train\n" + MODEL + CALL + "p.compile('sgd', 'mse')\ntrain(p, x)\n"


def run(folder: Path, source: str, exact: bool = False, **modules: str) -> Upgraded:
    (folder / ".git").mkdir(parents=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(dedent(text))
    script = folder / "train.py"
    script.write_text(HEAD + source)
    result = upgrade(script.read_bytes(), Settings("native", exact=exact), project=project_of(script))
    assert isinstance(result, Upgraded), result
    return result


def is_native(result: Upgraded) -> bool:
    text = result.after.decode()
    assert ("multi_gpu_model" in text) == (SHIM in text), text
    return SHIM not in text


@pytest.mark.parametrize(
    "nets",
    [
        "def train(net, x):\n    net.fit(x, batch_size=4)\n    net.predict(x)\n    net.save('y.h5')\n",
        "class train:\n    def __init__(self, net, x):\n        self.net = net\n    def run(self):\n        self.net.fit(x)\n",
        "def train(net, x):\n    for other in x:\n        other.train_on_batch(1)\n",
        "def train(net, x):\n    again(x, net)\n\n\ndef again(x, net=None):\n    return net.summary()\n",
    ],
)
def test_another_module_does_what_keras_3_can(tmp_path: Path, nets: str) -> None:
    assert is_native(run(tmp_path, TRAIN, nets=nets))


@pytest.mark.parametrize(
    "nets",
    [
        "def train(net, x):\n    net.train_on_batch(x)\n",
        "def train(net, x):\n    net.predict_on_batch(x)\n",
        "def train(net, x):\n    net.fit(x, batch_size=3)\n",
        "def train(net, x):\n    again(x, net)\n\n\ndef again(x, net):\n    net.test_on_batch(x)\n",
        (
            "class train:\n    def __init__(self, net, x):\n        self.net = net\n\n"
            "    def run(self):\n        self.net.train_on_batch(x)\n"
        ),
        "from deep import train\n",
    ],
)
def test_another_module_does_what_exact_training_can(tmp_path: Path, nets: str) -> None:
    result = run(tmp_path, TRAIN, nets=nets, deep="def train(net, x):\n    net.train_on_batch(x)\n")
    assert is_native(result)
    assert not result.findings
    text = result.after.decode()
    assert "    m.compile('sgd', 'mse')\n    exact(m)\ntrain(m, x)\n" in text


@pytest.mark.parametrize(
    ("nets", "reason"),
    [
        ("def train(net, x):\n    net.get_layer('a')\n", "get_layer"),
        ("def train(net, x):\n    return net.layers[-2]\n", "layers"),
        ("def train(net, x):\n    net.load_weights('a.h5')\n", "load_weights"),
        ("from deep import train\n", "layers"),
    ],
)
def test_another_module_does_what_one_model_cannot(tmp_path: Path, nets: str, reason: str) -> None:
    result = run(
        tmp_path, TRAIN, nets=nets, deep="def train(net, x):\n    for each in net.layers:\n        print(each)\n"
    )
    assert not is_native(result)
    (note,) = [each for each in result.notes if each.code == "TFM201"]
    assert reason in note.message
    assert note.message.endswith("(line 7)"), "the call that hands the model on is to blame"


def test_the_template_may_load_weights_elsewhere(tmp_path: Path) -> None:
    source = (
        TRAIN.replace(CALL, f"load(m)\n{CALL}").replace("import train", "import load, train").replace("p = ", "m = ")
    )
    nets = "def load(net):\n    net.load_weights('a.h5')\n    return net.layers[-2]\n\n\ndef train(net, x):\n    net.fit(x)\n"
    assert is_native(run(tmp_path, source.replace("p.", "m.").replace("(p,", "(m,"), nets=nets))


def test_only_predicts_in_another_module(tmp_path: Path) -> None:
    source = f"from nets import show\n{MODEL}{CALL}show(p)\n"
    assert is_native(run(tmp_path, source, nets="def show(net):\n    return net.predict(1)\n"))
    assert not is_native(run(tmp_path / "b", source, nets="def show(net):\n    return net.predict_on_batch(1)\n"))
    assert not is_native(run(tmp_path / "c", source, nets="def show(net):\n    return nets.append(net)\n"))
    assert not is_native(run(tmp_path / "d", source, nets="def show(net):\n    return net.evaluate(1)\n"))


@pytest.mark.parametrize(
    ("asked", "expected"), [("predict(1)", True), ("predict_on_batch(1)", False), ("fit(1)", False)]
)
def test_a_base_class_of_another_module_has_the_model(tmp_path: Path, asked: str, expected: bool) -> None:
    source = (
        "from nets import Base\nclass A(Base):\n    def go(self):\n        m = load_model('x.h5', compile=False)\n"
        f"        self.p = multi_gpu_model(m, gpus=2)\n        self.p.predict(1)\n{MAIN}"
    )
    nets = f"class Base(object):\n    def ask(self):\n        return self.p.{asked}\n"
    assert is_native(run(tmp_path, source, nets=nets)) is expected


# --- callbacks of other modules

CALLBACK = "from nets import Check\n" + MODEL + CALL + "p.compile('sgd', 'mse')\np.fit(x, y, callbacks=[Check()])\n"
CLASS = "from keras.callbacks import Callback\n\n\nclass Check(Callback):\n"


@pytest.mark.parametrize(
    ("body", "is_exact"),
    [
        ("    def on_epoch_end(self, epoch, logs):\n        self.model.predict_on_batch(1)\n", True),
        ("    def on_batch_end(self, batch):\n        self.model.predict(1)\n", False),
        ("    def run(self):\n        self.model.predict_on_batch(1)\n", False),
        (
            (
                "    def __init__(self, model):\n        self.model = model\n\n"
                "    def on_epoch_end(self, epoch):\n        self.model.predict_on_batch(1)\n"
            ),
            False,
        ),
    ],
)
def test_callback_of_another_module(tmp_path: Path, body: str, is_exact: bool) -> None:
    result = run(tmp_path, CALLBACK, nets=CLASS + body)
    assert is_native(result)
    assert ("exact(m)" in result.after.decode()) is is_exact


@pytest.mark.parametrize(
    "body",
    [
        "    def on_train_end(self):\n        self.run()\n\n    def run(self):\n        self.model.layers[-2]\n",
        "    def set_model(self, model):\n        self.model = model.layers[-2]\n",
        "    def set_model(self, model):\n        super().set_model(model.get_layer('net'))\n",
    ],
)
def test_callback_of_another_module_looks_for_the_template(tmp_path: Path, body: str) -> None:
    result = run(tmp_path, CALLBACK, nets=CLASS + body)
    assert not is_native(result)
    assert any("Check of another module looks for the template" in each.message for each in result.notes)


# --- compile in another module

ADAM = "from keras.optimizers import Adam\n"
FIT = f"from nets import work\n{MODEL}{CALL}work(p)\n"


@pytest.mark.parametrize(
    ("source", "nets", "line"),
    [
        (FIT, "def work(net):\n    net.compile('sgd', 'mse')\n    net.fit(1)\n", "    work(m)\n"),
        (FIT, f"{ADAM}def work(net):\n    net.compile(Adam(0.1))\n    net.fit(1)\n", "    work(m)\n"),
        (
            FIT,
            f"{ADAM}def work(net):\n    inner(1, net)\ndef inner(x, net):\n    net.compile(Adam(0.1))\n",
            "    work(m)\n",
        ),
        (
            f"from nets import work\n{ADAM}opt = Adam(0.1)\n{MODEL}{CALL}x = read()\nwork(p, opt, x)\n",
            "def work(net, opt, x):\n    net.compile(optimizer=opt)\n    net.fit(x)\n",
            "    opt = Adam(0.1)\n    m = load_model('x.h5', compile=False)\n    x = read()\n    work(m, opt, x)\n",
        ),
        (
            f"from nets import Work\n{GET}def main():\n    p = get('x.h5')\n    w = Work(p, 1)\n    w.start(**x)\n    w.fit()\nmain()\n",
            (
                f"{ADAM}class Work:\n    def __init__(self, net, rate):\n        self.net = net\n"
                "    def start(self, loss, **rest):\n        opt = Adam(0.1)\n        self.net.compile(opt, loss)\n"
                "    def fit(self):\n        self.net.fit(1)\n"
            ),
            "    w = Work(p, 1)\n    with p.distribute_strategy.scope():\n        w.start(**x)\n    w.fit()\n",
        ),
        (
            f"from nets import Work\n{MODEL}{CALL}w = Work(p)\n",
            "class Work:\n    def __init__(self, net):\n        net.compile('sgd')\n        self.net = net\n",
            "    w = Work(m)\n",
        ),
    ],
)
def test_another_module_compiles(tmp_path: Path, source: str, nets: str, line: str) -> None:
    result = run(tmp_path, source, nets=nets)
    assert is_native(result), result.notes
    assert line in result.after.decode()


@pytest.mark.parametrize(
    ("source", "nets", "reason"),
    [
        (FIT, f"{ADAM}opt = Adam(0.1)\ndef work(net):\n    net.compile(opt)\n", "opt, which it may have made before"),
        (FIT, f"{ADAM}def work(net, opt=Adam(0.1)):\n    net.compile(opt)\n", "makes when it is imported"),
        (FIT, "def work(net, args):\n    net.compile(args.opt)\n", "args.opt, which it may"),
        (FIT, "def work(net):\n    net.compile(*args)\n", "unpacked"),
        (
            FIT,
            "def work(net):\n    inner(net, 1)\ndef inner(net, opt):\n    net.compile(opt)\n",
            "which the call does not show",
        ),
        (
            FIT.replace("work(p)", "work(p, **x)"),
            "def work(net, opt):\n    net.compile(opt)\n",
            "which the call does not show",
        ),
        (
            FIT,
            "from keras.models import Model\ndef work(net):\n    net.compile('sgd')\n    Model(1, 2)\n",
            "uses keras.models.Model",
        ),
        (
            FIT,
            "import tensorflow as tf\ndef work(net):\n    net.compile('sgd')\n    more()\ndef more():\n    tf.Variable(1)\n",
            "more uses tensorflow.Variable",
        ),
        (FIT, "def work(net):\n    net.compile('sgd')\n    other.fit(1)\n", "calls other.fit too"),
        (
            f"from nets import Work\n{MODEL}{CALL}go(Work(p))\n",
            "class Work:\n    def __init__(self, net):\n        self.net = net\n    def start(self):\n        self.net.compile('sgd')\n",
            "does not show where it is called",
        ),
        (
            f"from nets import Work\n{ADAM}{MODEL}{CALL}Work(p, Adam(0.1)).start()\n",
            (
                "class Work:\n    def __init__(self, net, opt):\n        self.net, self.opt = net, opt\n"
                "    def start(self):\n        self.net.compile(self.opt)\n"
            ),
            "",
        ),
        (
            FIT.replace("work(p)", "if work(p):\n    pass"),
            "def work(net):\n    net.compile('sgd')\n",
            "of a larger statement",
        ),
        (
            f"from nets import work\n{GET}def main(opt):\n    p = get('x.h5')\n    work(p, opt)\nmain(1)\n",
            "def work(net, opt):\n    net.compile(opt)\n",
            "opt is passed to the function",
        ),
    ],
)
def test_another_module_compiles_what_a_scope_may_not_hold(tmp_path: Path, source: str, nets: str, reason: str) -> None:
    result = run(tmp_path, source, nets=nets)
    assert not is_native(result), result.after.decode()
    (note,) = [each for each in result.notes if each.code == "TFM201"]
    assert reason in note.message


def test_the_scope_is_of_the_model_that_is_compiled(tmp_path: Path) -> None:
    nets = "class Work:\n    def __init__(self, net):\n        self.net = net\n    def start(self):\n        self.net.compile('sgd')\n"
    source = f"from nets import Work\n{MODEL}{CALL}a, other = 1, load()\nw = Work(p)\nv = Work(other)\nv.start()\nw.start()\n"
    text = run(tmp_path, source, nets=nets).after.decode()
    assert "v = Work(other)\nv.start()\nwith strategy.scope():\n    w.start()\n" in text
    source = f"from nets import work\n{MODEL}{CALL}other = load()\nwork(other)\nwork(p)\n"
    text = run(tmp_path / "b", source, nets="def work(net):\n    net.compile('sgd')\n").after.decode()
    assert "other = load()\nwork(other)\nwith strategy.scope():\n    work(m)\n" in text


# --- modules that import the script

BUILD = f"""def build():
    m = load_model('x.h5', compile=False)
    p = multi_gpu_model(m, gpus=2)
    p.compile('sgd', 'mse')
    return p


class Net:
    def __init__(self):
        m = load_model('x.h5', compile=False)
        self.net = multi_gpu_model(m, gpus=2)
        self.net.compile('sgd', 'mse')

    def get(self):
        return self.net


{MODEL}{CALL}p.compile('sgd', 'mse')
"""
IMPORTERS = [
    "from train import build\nnet = build()\nnet.{asked}\n",
    "import train as t\nnet = t.build()\nnet.{asked}\n",
    "def main():\n    import train\n    train.build().{asked}\n",
    "from between import build\n\n\ndef main():\n    build().{asked}\n",
    "from between import *\nbuild().{asked}\n",
    "from train import p\np.{asked}\n",
    "import train\ntrain.p.{asked}\n",
    "from train import Net\nNet().net.{asked}\n",
    "from train import Net\nNet().get().{asked}\n",
    "from train import Net\n\n\nclass More(Net):\n    def run(self):\n        self.net.{asked}\n",
    "from train import build\n\n\nclass More:\n    def __init__(self):\n        self.m = build()\n\n    def run(self):\n        self.m.{asked}\n",
    "from between import make\nmake().{asked}\n",
]
BETWEEN = "from train import build\n\n\ndef make():\n    return build()\n"


@pytest.mark.parametrize("importer", IMPORTERS)
@pytest.mark.parametrize("asked", ["layers[3]", "get_layer('a')", "load_weights('a.h5')"])
def test_an_importer_asks_for_what_one_model_cannot(tmp_path: Path, importer: str, asked: str) -> None:
    result = run(tmp_path, BUILD, main=importer.format(asked=asked), between=BETWEEN)
    assert not is_native(result)
    reasons = [each.message for each in result.notes if each.code == "TFM201" and "another module asks" in each.message]
    assert reasons
    assert asked.partition("[")[0].partition("(")[0] in reasons[0]


@pytest.mark.parametrize("importer", IMPORTERS)
def test_an_importer_trains_single_batches(tmp_path: Path, importer: str) -> None:
    result = run(tmp_path, BUILD, main=importer.format(asked="train_on_batch(x, y)"), between=BETWEEN)
    assert is_native(result)
    assert "exact(" in result.after.decode()


@pytest.mark.parametrize(
    "importer",
    [
        *(each.format(asked="fit(x, y)") for each in IMPORTERS),
        "from train import build\nnet = other()\nnet.layers[3]\n",
        "from other import build\nnet = build()\nnet.layers[3]\n",
        "from keras import train\ntrain.build().layers[3]\n",
        "from train import Net\n\n\nclass Other:\n    def run(self):\n        self.net.layers[3]\n",
        "import train\ntrain.q.layers[3]\n",
    ],
)
def test_an_importer_does_what_keras_3_can(tmp_path: Path, importer: str) -> None:
    result = run(tmp_path, BUILD, main=importer, between=BETWEEN)
    assert is_native(result)
    assert "exact(" not in result.after.decode()


def test_an_importer_uses_what_a_function_wraps(tmp_path: Path) -> None:
    source = """
    class Parallel(Model):
        def __init__(self, model, gpus):
            parallel = multi_gpu_model(model, gpus)
            self.__dict__.update(parallel.__dict__)
            self._model = model

        def __getattribute__(self, name):
            if 'load' in name or 'save' in name:
                return getattr(self._model, name)
            return super(Parallel, self).__getattribute__(name)


    def build():
        m = load_model('x.h5', compile=False)
        m = Parallel(m, 2)
        m.compile('sgd', 'mse')
        return m
    """
    main = "import train\ntrain.build().{}\n"
    assert not is_native(run(tmp_path / "a", dedent(source), main=main.format("layers[3]")))
    assert is_native(run(tmp_path / "b", dedent(source), main=main.format("fit(x, y)")))


@pytest.mark.parametrize(
    ("data", "is_exact"), [("batches()", True), ("(b for b in a)", True), ("x", False), ("Sequence()", False)]
)
def test_an_importer_trains_on_a_generator(tmp_path: Path, data: str, is_exact: bool) -> None:
    main = "from train import build\n\n\ndef batches():\n    yield x, y\n\n\nbuild().fit_generator({})\n"
    result = run(tmp_path, BUILD, main=main.format(data))
    assert is_native(result)
    assert ("exact(" in result.after.decode()) is is_exact


@pytest.mark.parametrize("index", ["-2", "-(n + 1)", "-n"])
def test_a_callback_of_an_importer_looks_for_the_template(tmp_path: Path, index: str) -> None:
    main = """
    from keras.callbacks import Callback
    from check import Check
    from train import Net


    class Trained(Net):
        def run(self):
            self.net.fit(x, y, callbacks=[Check()])
    """
    check = CLASS + f"    def on_epoch_end(self, epoch, logs):\n        self.model.layers[{index}].save('a.h5')\n"
    assert not is_native(run(tmp_path / "a", BUILD, main=main, check=check))
    assert is_native(run(tmp_path / "b", BUILD, main=main, check=check.replace(".layers[", ".metrics[")))


def test_a_model_that_an_importer_reads_keeps_its_name(tmp_path: Path) -> None:
    source = f"{MODEL}{CALL}p.compile('sgd', 'mse')\n"
    assert "p = m\n" in run(tmp_path / "a", source, main="from train import p\np.fit(x)\n").after.decode()
    assert "p = m\n" not in run(tmp_path / "b", source, main="from train import m\nm.fit(x)\n").after.decode()


def test_a_function_that_an_importer_calls_stays(tmp_path: Path) -> None:
    source = f"""
def parallel(m, gpus):
    return multi_gpu_model(m, gpus)


{MODEL}p = parallel(m, 2)
p.compile('sgd', 'mse')
"""
    assert b"def parallel" in run(tmp_path / "a", source, main="from train import parallel\nparallel(m, 2)\n").after
    assert b"def parallel" not in run(tmp_path / "b", source, main="from other import parallel\nparallel(m, 2)\n").after


@pytest.mark.parametrize(
    ("given", "expected"), [("4", True), ("", True), ("n", True), ("[0, 1]", False), ("gpus=(0, 1)", False)]
)
def test_an_importer_gives_a_number_or_a_list(tmp_path: Path, given: str, expected: bool) -> None:
    source = """
    def build(gpus=2):
        m = load_model('x.h5', compile=False)
        p = multi_gpu_model(m, gpus=gpus)
        p.compile('sgd', 'mse')
        return p
    """
    result = run(tmp_path, dedent(source), main=f"from train import build\nbuild({given})\n")
    assert is_native(result)
    assert (b"isinstance(gpus, int)" not in result.after) is expected


def test_a_number_or_a_list(tmp_path: Path) -> None:
    source = """
    def build(gpus=2):
        if isinstance(gpus, list):
            print(len(gpus))
        m = load_model('x.h5', compile=False)
        p = multi_gpu_model(m, gpus=gpus)
        p.compile('sgd', 'mse')
        return p
    """
    result = run(tmp_path, dedent(source))
    assert is_native(result)
    assert b"isinstance(gpus, int)" in result.after


@pytest.mark.parametrize(("asked", "expected"), [("layers[3]", False), ("fit(x, y)", True)])
def test_a_notebook_imports_the_script(tmp_path: Path, asked: str, expected: bool) -> None:
    (tmp_path / "notes").mkdir()
    lines = ["%matplotlib inline\n", "from train import build\n", f"build().{asked}"]
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": lines}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "notes" / "main.ipynb").write_text(json.dumps(notebook, indent=1))
    assert is_native(run(tmp_path, BUILD)) is expected
