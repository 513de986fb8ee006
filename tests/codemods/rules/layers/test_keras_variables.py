from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = """import re, tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.BatchNormalization()])
{use}
"""


@pytest.mark.parametrize(
    "use",
    [
        'kept = [v for v in model.trainable_variables if "batch_normalization" not in v.{name}]',
        'for v in model.weights:\n    frozen = "bn" in v.{name}',
        'for grad, v in zip(grads, model.trainable_weights):\n    frozen = "dense/kernel" in v.{name}',
        'first = "dense" in model.weights[0].{name}',
    ],
)
@pytest.mark.parametrize("to", ["native", "compat"])
def test_name_of_a_layer(use: str, to: str) -> None:
    source = MODEL.replace("{use}", use)
    check_upgraded(source.format(name="name"), source.format(name="path"), to=to)


@pytest.mark.parametrize("text", ['"kernel:0"', "part"])
def test_text_that_may_not_be_in_the_path(text: str) -> None:
    check_declined(MODEL.format(use=f"for v in model.weights:\n    frozen = {text} in v.name"), "TFM223", 5)


@pytest.mark.parametrize(
    "use",
    [
        'kept = [v for v in model.trainable_variables if "kernel" in v.name]',
        "names = [v.name for v in model.weights]",
        'kept = [each for each in model.layers if "dense" in each.name]',
        'kept = [v for v in tf.Module().variables if "dense" in v.name]',
        'kept = [v for v in model.trainable_variables if "dense" in v.path]',
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(MODEL.format(use=use))


@pytest.mark.parametrize(
    "use",
    [
        'for layer in model.layers:\n    kept = [v for v in layer.weights if "bn" in v.{name}]',
        'kept = [*filter(lambda v: "bn" not in v.{name}, model.trainable_variables)]',
        'kept = [v for v in list(model.weights)[2:] if "bn" in v.{name}]',
    ],
)
def test_name_of_a_layer_in_a_part_of_the_list(use: str) -> None:
    source = MODEL.replace("{use}", use)
    check_upgraded(source.format(name="name"), source.format(name="path"))


USES = [
    'v.name.startswith("enc")',
    'v.name.startswith(("enc", "dec"))',
    'v.name.lower().startswith("enc")',
    'v.name.endswith("kernel:0")',
    'v.name.endswith("/kernel:0")',
    'v.name == "enc/kernel:0"',
    '"enc/kernel:0" != v.name',
    'v.name in ("enc/kernel:0", "enc/bias:0")',
    "v.name in frozen",
    "v.name == frozen",
    "v.name.startswith(prefix)",
    're.match("enc", v.name)',
    're.match(r"enc/.*", v.name)',
    're.search("enc|dec", v.name)',
    're.fullmatch("enc/kernel:0", v.name)',
    "re.search(pattern, v.name) is None",
    're.compile("enc").match(v.name)',
    '"bn" in v.name.lower()',
    'v.name.split("/")[0] == "enc"',
    'layers[v.name.split("/")[0]]',
    'v.name.replace(":0", "")',
    "v.name[:-2]",
    're.sub(":0", "", v.name)',
    "values[v.name]",
    "values.get(v.name)",
]


@pytest.mark.parametrize("use", USES)
def test_use_of_a_name(use: str) -> None:
    loop = f"for v in model.trainable_weights:\n    found = {use}"
    assert check_declined(MODEL.format(use=loop), "TFM223", 5).severity == "numbers"


@pytest.mark.parametrize("use", USES[:18])
@pytest.mark.parametrize("listed", ["model.weights", "list(model.variables)", "model.trainable_weights[:-2]"])
def test_use_in_a_comprehension(use: str, listed: str) -> None:
    check_declined(MODEL.format(use=f"kept = [v for v in {listed} if {use}]"), "TFM223", 4)


@pytest.mark.parametrize(
    "use",
    [
        "values = {v.name: v for v in model.weights}",
        "values = dict((v.name, v.numpy()) for v in model.weights)",
        "values = dict([(v.name, v) for v in model.weights])",
        "values = dict(zip([v.name for v in model.weights], model.get_weights()))",
        "values = {model.weights[0].name: 1}",
        'kept = list(filter(lambda v: v.name.startswith("enc"), model.trainable_variables))',
        'parts = list(map(lambda v: v.name.split("/")[0], model.weights))',
        'ordered = sorted(model.weights, key=lambda v: v.name.split("/")[0])',
        'kept = [g for g, v in zip(grads, model.trainable_variables) if v.name.startswith("enc")]',
        'kept = [i for i, v in enumerate(model.weights) if v.name.endswith("kernel:0")]',
        'kept = [w for layer in model.layers for w in layer.weights if w.name.startswith("enc")]',
        'kept = [w for w in model.get_layer("enc").weights if w.name == "enc/kernel:0"]',
        'kept = [w for w in model.layers[0].weights if w.name.split("/")[-1] == "kernel:0"]',
    ],
)
def test_uses_of_many_names(use: str) -> None:
    check_declined(MODEL.format(use=use), "TFM223", 4)


LABELS = [
    'np.save("out/" + v.name, v.numpy())',
    'np.save(f"out/{v.name}.npy", v.numpy())',
    'np.save("out/%s.npy" % v.name, v.numpy())',
    'np.savetxt("%s/%s.csv" % (folder, v.name), v.numpy())',
    'np.save(os.path.join(folder, "{}.npy".format(v.name)), v.numpy())',
    'open(str(v.name) + ".txt", "w").write("1")',
    "group.create_dataset(v.name, data=v.numpy())",
    'group.create_dataset(name=v.name.replace("/", "_"), data=v.numpy())',
    "tf.summary.histogram(v.name, v, step=1)",
]


@pytest.mark.parametrize("use", LABELS)
def test_names_of_what_is_written(use: str) -> None:
    head = MODEL.replace("import re", "import os, re, numpy as np")
    found = check_declined(head.format(use=f"for v in model.weights:\n    {use}"), "TFM223", 5)
    assert "write to one place" in found.message


LISTS = "names = [v.name for v in model.weights]\n"


@pytest.mark.parametrize(
    ("use", "line"),
    [
        ('found = "dense/kernel:0" in names', 5),
        ('place = names.index("dense/kernel:0")', 5),
        ("values = dict(zip(names, model.get_weights()))", 5),
        ('kept = [name for name in names if name.startswith("dense")]', 5),
        ('kept = [name for name in sorted(names) if name.endswith("kernel:0")]', 5),
        ('for name in names:\n    parts = name.split("/")', 6),
        ("for name, value in zip(names, values):\n    found[name] = value", 6),
        ('for i, name in enumerate(names):\n    np.save(name + ".npy", values[i])', 6),
    ],
)
def test_lists_of_names(use: str, line: int) -> None:
    head = MODEL.replace("import re", "import re, numpy as np")
    check_declined(head.format(use=LISTS + use), "TFM223", line)


@pytest.mark.parametrize(
    "use",
    [
        "for name in names:\n    print(name)",
        "for name, value in zip(names, values):\n    print(name, value.shape)",
        "for value, name in zip(values, names):\n    found[value] = name",
        "count = len(names)",
        'print("\\n".join(names))',
        "names = [layer.name for layer in model.layers]\nfound = 'dense' in names",
        "for v in model.weights:\n    np.save('values.npy', v.name)",
        "for v in model.weights:\n    text = open(v.name + '.txt').read()",
        "for v in model.weights:\n    text.write(v.name)",
        "for v in model.weights:\n    np.save(v.path, v.numpy())",
    ],
)
def test_lists_of_names_left_alone(use: str) -> None:
    head = MODEL.replace("import re", "import re, numpy as np")
    check_untouched(head.format(use=LISTS + use))


@pytest.mark.parametrize("use", ['name.startswith("enc")', '"bn" in name', 'name.split("/")', "values[name]"])
def test_name_that_another_name_holds(use: str) -> None:
    loop = f"for v in model.weights:\n    name = v.name\n    found = {use}"
    check_declined(MODEL.format(use=loop), "TFM223", 6)


def test_own_model() -> None:
    source = """
    import tensorflow as tf

    class Net(tf.keras.Model):
        def kept(self):
            return [v for v in self.trainable_variables if v.name.startswith("enc")]
    """
    check_declined(source, "TFM223", 5)


LEGACY = """from keras.layers.core import Dense
from keras.models import Sequential

model = Sequential([Dense(2, name="enc")])
for v in model.weights:
    found = {use}
"""


@pytest.mark.parametrize(
    "use",
    ['v.name == "kernel"', 'v.name.endswith("bias")', 'v.name.startswith("kernel")', 'v.name.split("_")', "v.name[:3]"],
)
def test_code_for_keras_2_never_meant_the_weight_alone(use: str) -> None:
    found = _codes(LEGACY.format(use=use), "keras==2.3")
    assert found == ["TFM223"]
    assert _codes(LEGACY.format(use=use).replace(".core", ""), "keras==3.3") == []


def _codes(source: str, origin: str | None = None) -> list[str]:
    """The codes of the findings in a source that was written for these releases."""
    said = parse_origin(origin) if origin is not None else None
    result = upgrade(source.encode(), Settings(origin=said))
    assert isinstance(result, Upgraded)
    return [each.code for each in result.findings]


@pytest.mark.parametrize(
    "use",
    [
        'v.name == "kernel"',
        'v.name in ("kernel", "bias")',
        'v.name.startswith("kernel")',
        'v.name.endswith("bias")',
        'v.name.endswith("_a")',
        're.match("kernel|bias", v.name)',
        're.search("kernel|bias", v.name)',
        're.fullmatch("kernel|bias", v.name) is None',
        'v.name.split("_")',
        "v.name == other.name",
        "v.name != w.name",
        'v.name.replace("kernel", "w")',
        "v.name.isidentifier()",
        "len(v.name)",
        "[v.name]",
        "(v.name, v)",
        "{1: v.name}",
        "values[0] == v",
        'v.path.startswith("enc")',
        "values[v.path]",
        'print(v.name.split("/")[0])',
        'print(f"{v.name[:-2]}")',
        'logging.info("%s", v.name.replace(":0", ""))',
        "print(v.name, v.shape)",
        'f"{v.name}"',
        "v.name is None",
        "names.append(v.name)",
        "[(v.name, v) for v in model.weights]",
    ],
)
def test_uses_that_are_right_in_keras_3(use: str) -> None:
    assert _codes(MODEL.format(use=f"for v in model.weights:\n    found = {use}")) == []


@pytest.mark.parametrize(
    "use",
    [
        'kept = [each for each in model.layers if each.name.startswith("enc")]',
        'kept = [each for each in model.layers if each.name == "enc/a"]',
        "values = {each.name: each for each in model.layers}",
        'part = model.name.split("/")',
        'kept = [m for m in model.metrics if m.name.startswith("a/")]',
        'kept = [v for v in tf.Module().variables if v.name.startswith("enc")]',
        "values = {v.name: v for v in tf.compat.v1.global_variables()}",
        'kept = [t for t in other.weights if t.name.startswith("enc")]',
        'kept = [row for row in rows if row.name.startswith("enc")]',
        'kept = list(filter(lambda each: each.name.startswith("enc"), model.layers))',
    ],
)
def test_names_of_other_things(use: str) -> None:
    assert "TFM223" not in _codes(MODEL.format(use=use))


@pytest.mark.parametrize("use", USES)
def test_code_for_keras_3(use: str) -> None:
    source = f"import re\nimport keras\nfrom keras import ops\n\nmodel = keras.Sequential([])\nfor v in model.weights:\n    found = {use}\n"
    assert _codes(source) == []


@pytest.mark.parametrize("use", USES)
def test_code_for_tf_keras(use: str) -> None:
    source = (
        f"import re\nimport tf_keras\n\nmodel = tf_keras.Sequential([])\nfor v in model.weights:\n    found = {use}\n"
    )
    assert "TFM223" not in _codes(source)


def test_name_that_the_file_gives() -> None:
    source = """
import keras

class Scale(keras.layers.Layer):
    def build(self, shape):
        self.a = self.add_weight(name="lora_a", shape=(1,))

    def low(self):
        return [v for v in self.trainable_variables if v.name.startswith("lora")]
"""
    assert _codes(source) == []


@pytest.mark.parametrize("use", ["{v.name: v for v in layer.weights}", "[v for v in layer.weights if v.name == name]"])
def test_key_of_one_layer(use: str) -> None:
    """In Keras 3 the names of one layer are its own: only the release of the file tells what was meant."""
    source = f"import tensorflow as tf\n\nlayer = tf.keras.layers.Dense(2)\nfound = {use}\n"
    result = upgrade(source.encode(), Settings())
    assert isinstance(result, Upgraded)
    assert (result.findings, [each.code for each in result.notes]) == ((), ["TFM223"])
    assert _codes(source, "tensorflow==2.4") == ["TFM223"]
    assert _codes(source, "tensorflow==2.18") == []


def test_shape_of_a_variable() -> None:
    use = "sizes = [v.get_shape().num_elements() for v in model.trainable_variables]"
    check_declined(MODEL.format(use=use), "TFM245", 4)


STEP = """import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer = {optimizer}(0.1)
optimizer.apply_gradients(zip(gradients, {model}.trainable_variables))
"""


@pytest.mark.parametrize("to", ["native", "compat"])
def test_optimizer_of_tensorflow_1(to: str) -> None:
    made = "tf.train.AdamOptimizer" if to == "compat" else "tf.compat.v1.train.AdamOptimizer"
    source = STEP.format(optimizer=made, model="model")
    if to == "compat":
        source = source.replace("import", "from compat import", 1)
    check_declined(source, "TFM223", 5, to=to)


@pytest.mark.parametrize(
    ("optimizer", "model"), [("tf.keras.optimizers.Adam", "model"), ("tf.compat.v1.train.AdamOptimizer", "tf.Module()")]
)
def test_optimizers_that_know_the_variables(optimizer: str, model: str) -> None:
    check_untouched(STEP.format(optimizer=optimizer, model=model))


OF_SEVERAL = """import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.fc = tf.keras.layers.Dense(1)

a, b = tf.keras.Sequential([tf.keras.layers.Dense(2)]), Net()
modules = tf.Module()
optimizer = tf.compat.v1.train.AdamOptimizer(0.1)
{code}
"""


@pytest.mark.parametrize(
    "code",
    [
        "variables = a.variables + b.variables; optimizer.apply_gradients(zip(gradients, variables))",
        "optimizer.apply_gradients(list(zip(gradients, a.trainable_variables)))",
        "pairs = zip(gradients, b.trainable_weights); optimizer.apply_gradients(pairs)",
        "optimizer.apply_gradients([(tf.clip_by_norm(g, 1.0), v) for g, v in zip(gradients, a.trainable_variables)])",
        "kept = [v for v in a.variables if v.trainable]; optimizer.apply_gradients(zip(gradients, kept))",
        "optimizer.compute_gradients(loss, var_list=a.trainable_variables)",
        "variables = a.variables; pairs = optimizer.compute_gradients(loss, variables)",
    ],
)
def test_variables_that_go_through_names(code: str) -> None:
    check_declined(OF_SEVERAL.format(code=code), "TFM223", 11)


@pytest.mark.parametrize(
    "code",
    [
        "variables = modules.variables + modules.variables; optimizer.apply_gradients(zip(gradients, variables))",
        "optimizer.apply_gradients(zip(gradients, [v.value for v in a.trainable_variables]))",
        "optimizer.apply_gradients(zip(gradients, [tf.Variable(v) for v in a.trainable_variables]))",
        "pairs = [(v, g) for g, v in zip(a.trainable_variables, mine)]; optimizer.apply_gradients(zip(gradients, mine))",
        "optimizer.compute_gradients(loss)",
        "variables = b.variables; tf.keras.optimizers.Adam(0.1).apply_gradients(zip(gradients, variables))",
    ],
)
def test_variables_of_others(code: str) -> None:
    result = upgrade(OF_SEVERAL.format(code=code).encode())
    assert isinstance(result, Upgraded)
    assert "TFM223" not in [each.code for each in result.findings]


TAPE = STEP.replace("optimizer.apply", "with tf.GradientTape() as tape:\n    loss = model(x)\noptimizer.apply")


@pytest.mark.parametrize("name", ["GradientDescentOptimizer", "ProximalGradientDescentOptimizer"])
def test_optimizers_that_keep_nothing_for_a_variable(name: str) -> None:
    check_untouched(TAPE.format(optimizer=f"tf.compat.v1.train.{name}", model="model"))


@pytest.mark.parametrize("name", ["MomentumOptimizer", "AdagradOptimizer", "AdamOptimizer"])
def test_optimizers_with_slots(name: str) -> None:
    check_declined(TAPE.format(optimizer=f"tf.compat.v1.train.{name}", model="model"), "TFM223", 7)


def test_minimize_asks_for_variables_of_tensorflow() -> None:
    source = TAPE.format(optimizer="tf.compat.v1.train.GradientDescentOptimizer", model="model")
    source = source.replace("apply_gradients(zip(gradients, model.trainable_variables))", "minimize({})")
    found = check_declined(source.format("loss, var_list=model.trainable_variables"), "TFM223", 7)
    assert "epsilon" not in found.advice


def test_gradient_descent_on_replicas() -> None:
    source = TAPE.format(optimizer="tf.compat.v1.train.GradientDescentOptimizer", model="model")
    check_declined(f"{source}tf.distribute.MirroredStrategy()\n", "TFM223", 7)
