"""Models that were written to folders become `.keras` files, if the file loads them itself."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import os; os.makedirs(d)\nfrom tensorflow import keras\nm = keras.Sequential()\n"
LOAD = "keras.models.load_model"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (f'm.save("m")\n{LOAD}("m")', f'm.save("m.keras")\n{LOAD}("m.keras")'),
        (
            f'm.save("o/m", True)\n{LOAD}("o/m", compile=False)',
            f'm.save("o/m.keras", True)\n{LOAD}("o/m.keras", compile=False)',
        ),
        (f'P = "m"\nm.save(P)\n{LOAD}(P)', f'P = "m.keras"\nm.save(P)\n{LOAD}(P)'),
        (f'm.save("m", save_format="tf")\n{LOAD}("m")', f'm.save("m.keras")\n{LOAD}("m.keras")'),
        (f'm.save("m", save_format="h5")\n{LOAD}("m")', f'm.save("m.h5")\n{LOAD}("m.h5")'),
        ('m.save("m.h5", save_format="h5")', 'm.save("m.h5")'),
        ('m.save("m.keras", save_format="keras")', 'm.save("m.keras")'),
        (
            f'keras.models.save_model(m, os.path.join(d, "m"))\n{LOAD}(os.path.join(d, "m"))',
            f'keras.models.save_model(m, os.path.join(d, "m.keras"))\n{LOAD}(os.path.join(d, "m.keras"))',
        ),
        (
            f'm.save(f"o/m_{{e}}_x")\n{LOAD}(f"o/m_{{best}}_x")',
            f'm.save(f"o/m_{{e}}_x.keras")\n{LOAD}(f"o/m_{{best}}_x.keras")',
        ),
    ],
)
def test_a_folder_becomes_a_file(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy + "\n", HEAD + modern + "\n")


@pytest.mark.parametrize(
    "source",
    [
        'm.save("m")',
        f'm.save("m")\n{LOAD}("n")',
        f'm.save("m")\n{LOAD}("m")\nos.listdir("m")',
        f'm.save("m")\n{LOAD}("m")\nimport tensorflow as tf\ntf.saved_model.load("m")',
        f'm.save(name + "_m")\n{LOAD}(other + "_m")',
        'm.save("m.pb")',
        f'm.save("m")\nk.save("m.keras")\n{LOAD}("m")',
        f'm.save("m", save_format="h5")\nk.save("m.h5")\n{LOAD}("m")',
        'm.save("m" if x else "m.h5")',
    ],
)
def test_reported(source: str) -> None:
    result = check_sound(HEAD + source + "\n")
    assert result.changes == ()
    assert [each.line for each in result.findings if each.code in ("TFM153", "TFM198")][:1] == [4]


def test_a_folder_that_the_file_does_not_make_is_reported() -> None:
    source = HEAD.replace("; os.makedirs(d)", "") + f'm.save("o/m")\n{LOAD}("o/m")\n'
    check_declined(source, "TFM198", 4)


def test_a_default_argument_is_reported() -> None:
    check_declined(HEAD + 'def f(path="model"):\n    m.save(path)\n', "TFM153", 5)
    check_declined(HEAD + 'def f(path="model"):\n    m.save(path)\nf("a.keras")\n', "TFM153", 5)


@pytest.mark.parametrize("path", ["path", "sys.argv[1]", "os.path.join(d, name)"])
def test_an_unknown_path_is_noted(path: str) -> None:
    result = check_sound(HEAD + f"m.save({path})\n")
    assert (result.changes, result.findings) == ((), ())
    assert [each.code for each in result.notes] == ["TFM153"]


@pytest.mark.parametrize(
    "source",
    [
        'm.save("m.h5")',
        'm.save(os.path.join(d, "m.keras"))',
        'm.save("hf://me/m")',
        'figure.save("m")',
        'import numpy\nnumpy.save("m", x)',
        'from PIL import Image\nImage.open(f).save("m")',
        "keras.ops.sum(x)\nm.save(path)",
        "m.save",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source + "\n")


@pytest.mark.parametrize("model", ["tf.keras.Sequential([layer])", "tf.keras.models.load_model('a.h5')"])
def test_models_that_saved_model_saves(model: str) -> None:
    source = f"import tensorflow as tf\nm = {model}\ntf.saved_model.save(m, 'd')\n"
    result = check_sound(source)
    assert [(each.code, each.line) for each in result.findings] == [("TFM153", 3)]


@pytest.mark.parametrize(
    "source",
    [
        "m = tf.keras.Sequential([layer])\ntf.saved_model.save(m, 'd', signatures=m.call)\n",
        "m = tf.Module()\ntf.saved_model.save(m, 'd')\n",
        "def write(m):\n    tf.saved_model.save(m, 'd')\n",
        "m = tf.keras.Sequential([layer])\nm.export('d')\n",
    ],
)
def test_other_saved_models(source: str) -> None:
    check_untouched(f"import tensorflow as tf\n{source}")


OWN = """import keras
class Net(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.dense = keras.layers.Dense(units)
    def call(self, x):
        return self.dense(x)
{}m = Net(3)
m.fit(x, y)
m.save("net")
n = keras.models.load_model("net"{})
"""
CONFIG = "    def get_config(self):\n        return {'units': 3}\n"


@pytest.mark.parametrize(("config", "more"), [("", ""), (CONFIG, ""), ("", ", custom_objects={'Net': Net}")])
def test_a_class_that_a_folder_did_not_need(config: str, more: str) -> None:
    result = check_sound(OWN.format(config, more))
    assert not result.changes
    assert "keras.Model.save(filepath=)" in {each.symbol for each in result.findings}


def test_a_class_that_is_told() -> None:
    more = ", custom_objects={'Net': Net}"
    before = OWN.format(CONFIG, more)
    check_upgraded(before, before.replace('"net"', '"net.keras"'))


LAYERS = """import keras
{}class Scale(keras.layers.Layer):
    def call(self, x):
        return x * 2
m = keras.Sequential([Scale()])
m.save("net")
n = keras.models.load_model("net"{})
"""


def test_a_layer_that_a_folder_did_not_need() -> None:
    result = check_sound(LAYERS.format("", ""))
    assert not result.changes
    assert [each.line for each in result.findings] == [6, 7]
    assert any("what Scale computes" in each.message for each in result.notes)


INIT = "    def __init__(self, size{}):\n        super().__init__()\n    def call("


@pytest.mark.parametrize(("more", "is_made"), [("", False), (", **kwargs", True), ("=3, *, trainable=True", False)])
def test_a_layer_that_is_made_of_its_configuration(more: str, is_made: bool) -> None:
    source = LAYERS.format("", ", custom_objects={'Scale': Scale}").replace("    def call(", INIT.format(more))
    assert bool(check_sound(source).changes) is is_made
    written = "    def get_config(self):\n        return {'size': 3}\n    def call("
    assert check_sound(source.replace("    def call(", written)).changes


@pytest.mark.parametrize(
    ("mark", "more"),
    [("", ", custom_objects={'Scale': Scale}"), ("@keras.utils.register_keras_serializable()\n", "")],
)
def test_a_layer_that_is_told(mark: str, more: str) -> None:
    before = LAYERS.format(mark, more)
    check_upgraded(before, before.replace('"net"', '"net.keras"'))


EXPORT = "import tensorflow as tf\nm = tf.keras.Sequential([layer])\n"
WRITE, READ = "tf.keras.experimental.export_saved_model", "tf.keras.experimental.load_from_saved_model"
LOADED = "tf.keras.models.load_model"


def check_exported(legacy: str, modern: str, head: str = EXPORT) -> None:
    check_upgraded(head + legacy + "\n", f"import os\n{head}{modern}\n" if "os." in modern else f"{head}{modern}\n")


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (f"{WRITE}(m, 'm')\nn = {READ}('m')", f"m.save('m.keras')\nn = {LOADED}('m.keras', compile=False)"),
        (
            f"p = 'm'\n{WRITE}(m, p)\nprint(p)\nn = {READ}(p, custom_objects={{'A': A}})",
            f"p = 'm.keras'\nm.save(p)\nprint(p)\nn = {LOADED}(p, custom_objects={{'A': A}}, compile=False)",
        ),
        (
            f"p = 'o/m'\n# once\n{WRITE}(m, p)  # here\nn = {READ}(p, objects)",
            (
                "p = 'o/m.keras'\n# once\nos.makedirs(os.path.dirname(p), exist_ok=True)\nm.save(p)  # here\n"
                f"n = {LOADED}(p, custom_objects=objects, compile=False)"
            ),
        ),
        (
            f"{WRITE}(m, f'o/{{m.name}}')\n{READ}(f'o/{{m.name}}')",
            (
                "os.makedirs(os.path.dirname(os.path.abspath(f'o/{m.name}' + \".keras\")), exist_ok=True)\n"
                "m.save(f'o/{m.name}' + \".keras\")\n"
                f"{LOADED}(f'o/{{m.name}}' + \".keras\", compile=False)"
            ),
        ),
        (
            f"def f(path):\n    {WRITE}(m, path)\n    return {READ}(path)",
            (
                "def f(path):\n"
                '    os.makedirs(os.path.dirname(os.path.abspath(path + ".keras")), exist_ok=True)\n'
                f'    m.save(path + ".keras")\n    return {LOADED}(path + ".keras", compile=False)'
            ),
        ),
        (
            (
                "import time\np = './s/{}'.format(int(time.time()))\n"
                f"{WRITE}(m, p, serving_only=False)\nn = {READ}(saved_model_path=p)"
            ),
            (
                "import time\np = './s/{}'.format(int(time.time()))\n"
                'os.makedirs(os.path.dirname(os.path.abspath(p + ".keras")), exist_ok=True)\n'
                f'm.save(p + ".keras")\nn = {LOADED}(p + ".keras", compile=False)'
            ),
        ),
        (
            "tf.contrib.saved_model.save_keras_model(m, 'm')\ntf.contrib.saved_model.load_keras_model('m')",
            "m.save('m.keras')\nkeras.models.load_model('m.keras', compile=False)",
        ),
    ],
)
def test_an_export_that_is_loaded_again(legacy: str, modern: str) -> None:
    head = EXPORT if "\nkeras." not in modern else EXPORT.replace("import", "import keras\nimport", 1)
    check_exported(legacy, modern, head)


def test_an_export_by_the_names_of_functions() -> None:
    check_upgraded(
        """
        import os
        from tensorflow import keras
        from tensorflow.keras.experimental import export_saved_model, load_from_saved_model
        folder = os.environ["OUT"]
        os.makedirs(folder)
        m = keras.Sequential([layer])
        export_saved_model(m, os.path.join(folder, "m"))
        export_saved_model(m, os.path.join(folder, "n"))
        a, b = load_from_saved_model(os.path.join(folder, "m")), load_from_saved_model(os.path.join(folder, "n"))
        """,
        """
        import os
        from tensorflow import keras
        folder = os.environ["OUT"]
        os.makedirs(folder)
        m = keras.Sequential([layer])
        m.save(os.path.join(folder, "m.keras"))
        m.save(os.path.join(folder, "n.keras"))
        a, b = keras.models.load_model(os.path.join(folder, "m.keras"), compile=False), keras.models.load_model(os.path.join(folder, "n.keras"), compile=False)
        """,
    )


@pytest.mark.parametrize(
    "source",
    [
        f"{WRITE}(m, 'm')",
        f"m = {READ}('m')",
        f"{WRITE}(m, 'm')\nn = {READ}('n')",
        f"{WRITE}(m, p)\nn = {READ}(p)",
        f"p = 'm'\n{WRITE}(m, p)\nos.listdir(p)\nn = {READ}(p)",
        f"{WRITE}(m, 'm')\nos.listdir('m')\nn = {READ}('m')",
        f"{WRITE}(m, args.p)\nos.listdir(args.p)\nn = {READ}(args.p)",
        f"{WRITE}(m, 'm', serving_only=True)\nn = {READ}('m')",
        f"{WRITE}(m, 'm', None, True)\nn = {READ}('m')",
        f"{WRITE}(m, 'm', input_signature=s)\nn = {READ}('m')",
        f"{WRITE}(m, *p)\nn = {READ}('m')",
        f"{WRITE}(m, 'm')\nm.save('m.keras')\nn = {READ}('m')",
        f"{WRITE}(m, 'm')\nn = {READ}('m')\ntf.saved_model.load('m')",
        f"{WRITE}(m, make())\nn = {READ}(make())",
        f"if x: {WRITE}(m, 'm')\nn = {READ}('m')",
        f"a = b = {WRITE}(m, 'm')\nn = {READ}('m')",
        f"p = 'm'\nif x:\n    p = 'n'\n{WRITE}(m, p)\nn = {READ}(p)",
        f"p = 'm'\n{WRITE}(m, p)\np = 'n'\nn = {READ}(p)",
        f"class N(tf.keras.Sequential):\n    pass\nm = N()\n{WRITE}(m, 'm')\nn = {READ}('m')",
        "p = tf.contrib.saved_model.save_keras_model(m, 'm')\ntf.contrib.saved_model.load_keras_model(p)",
    ],
)
def test_an_export_that_is_reported(source: str) -> None:
    result = check_sound(f"import os\n{EXPORT}{source}\n")
    assert result.changes == ()
    assert "TFM190" in {each.code for each in result.findings}


COUNTED = "import datetime, time\nfor n in range(9):\n    {}\n"


@pytest.mark.parametrize(
    "path",
    [
        '"m_" + str(n)',
        '"m_" + str(n + 1)',
        '"m_%d" % n',
        '"m_%s" % n',
        'f"m_{n}"',
        'f"m_{loss:.2f}"',
        '"m_{}".format(n)',
        '"m_{:03d}".format(n)',
        "os.path.join(d, str(n))",
        '"m_" + str(time.time())',
        '"m_" + str(datetime.datetime.now())',
    ],
)
def test_a_path_that_ends_with_a_number_is_reported(path: str) -> None:
    source = HEAD + COUNTED.format(f"m.save({path})")
    assert [each.line for each in check_sound(source).findings if each.code == "TFM153"] == [6]


SAVER = """
class Saver(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.save("m_%s" % epoch)
"""
RUNNER = """
class Runner:
    def __init__(self):
        self.step = 0

    def go(self):
        self.step += 1
        m.save(f"m_{self.step}")
"""


@pytest.mark.parametrize(
    "source",
    [
        "def go(n):\n    while True:\n        n += 1\n        m.save(f'm_{n}')",
        "for n, each in enumerate(d):\n    m.save('m_' + str(n))",
        SAVER,
        RUNNER,
        "def save(name, episode):\n    m.save('{}_{}'.format(name, episode))",
        "def save(out, global_step):\n    m.save(out + str(global_step))",
    ],
)
def test_what_is_counted_is_a_number(source: str) -> None:
    assert "TFM153" in {each.code for each in check_sound(f"{HEAD}{source}\n").findings}


@pytest.mark.parametrize(
    "path",
    [
        '"m_" + str(name)',
        'f"m_{n}" + suffix',
        '"m_%d.h5" % n',
        'f"m_{n}.keras"',
        '"{}_{}.h5".format(name, n)',
        "str(d)",
        "d + best_step_file",
    ],
)
def test_other_ends_are_no_numbers(path: str) -> None:
    assert not [
        each for each in check_sound(HEAD + COUNTED.format(f"m.save({path})")).findings if each.code == "TFM153"
    ]


@pytest.mark.parametrize("path", ["folder", "self.folder"])
def test_a_folder_of_the_file(path: str) -> None:
    head = "import os\nfrom tensorflow import keras\nm = keras.Sequential()\n"
    check_declined(f"{head}def keep(self, folder):\n    os.makedirs({path})\n    m.save({path})\n", "TFM153", 6)


def test_a_folder_beside_the_model() -> None:
    head = "import os\nfrom tensorflow import keras\nm = keras.Sequential()\n"
    head += "def keep(folder, path):\n    os.makedirs(folder)\n"
    check_untouched(f"{head}    m.save(path)\n")
    check_untouched(f"{head}    m.save(os.path.join(folder, path))\n")
