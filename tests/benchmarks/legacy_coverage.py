"""Classify each legacy API of a frequency table: rewritten, carried by a shim, reported, noted, or silent.

    python tests/benchmarks/legacy_coverage.py legacy_api_frequency.tsv

The table has a line for each API: its name, the number of files that use it, their classes, and its kind
(`missing`, `kwarg removed/changed`, `method removed/changed`, `idiom`). Each is written as a short script in the way
that legacy files use it, upgraded to native code, and judged by what is left. Idioms are not single symbols: each has
a script here, or is listed as code that runs as it is. What stands on an object that nothing is known of is noted
once a file.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from pathlib import Path

from codemods.engine.engine import upgrade
from codemods.types import Upgraded

PACKAGES = ("tensorflow_addons", "keras_contrib")
HEADS = {"tf": "import tensorflow as tf\n", "keras": "import keras\n"}
RECEIVERS = {
    "fit_generator": "from keras.models import Sequential\nobject = Sequential()\n",
    "minimize": "import tensorflow as tf\nobject = tf.train.AdamOptimizer(0.1)\n",
    "compute_gradients": "import tensorflow as tf\nobject = tf.train.AdamOptimizer(0.1)\n",
    "export_savedmodel": "import tensorflow as tf\nobject = tf.estimator.Estimator(f)\n",
    "export_saved_model": "import tensorflow as tf\nobject = tf.estimator.Estimator(f)\n",
    "train": "import tensorflow as tf\nobject = tf.estimator.Estimator(f)\n",
    "add_summary": "import tensorflow as tf\nobject = tf.summary.FileWriter('logs')\n",
    "flow_from_directory": "from keras.preprocessing.image import ImageDataGenerator\nobject = ImageDataGenerator()\n",
    "compile": "from keras.models import Sequential\nobject = Sequential()\n",
    "save": "from keras.models import Sequential\nobject = Sequential()\n",
}
"""The source with which legacy files make the object that a method is called on; other objects come from elsewhere."""

KERAS = "from keras.models import Sequential\nmodel = Sequential()\n"
IDIOMS = {
    "'*.h5|*.hdf5' path literal": KERAS + "model.save_weights('a.h5')\n",
    "gpu_options.allow_growth": (
        "import tensorflow as tf\nfrom keras import backend as K\nconfig = tf.ConfigProto()\n"
        "config.gpu_options.allow_growth = True\nK.set_session(tf.Session(config=config))\n"
    ),
    "gpu_options.per_process_gpu_memory_fraction": (
        "import tensorflow as tf\nconfig = tf.ConfigProto()\nconfig.gpu_options.per_process_gpu_memory_fraction = 0.5\n"
    ),
    "gpu_options.visible_device_list": (
        "import tensorflow as tf\nconfig = tf.ConfigProto()\nconfig.gpu_options.visible_device_list = '0'\n"
    ),
    "'acc'/'val_acc' log key": KERAS
    + "model.compile('sgd', 'mse', metrics=['accuracy'])\nh = model.fit(x, y)\nprint(h.history['val_acc'])\n",
    "python2-only syntax": "import keras\nprint 'x'\n",
    "model.optimizer.lr": KERAS + "print(model.optimizer.lr)\n",
    "__getattribute__ save redirect": (
        "from keras.models import Model\nfrom keras.utils import multi_gpu_model\nclass M(Model):\n"
        "    def __init__(self, m, gpus):\n        p = multi_gpu_model(m, gpus)\n"
        "        self.__dict__.update(p.__dict__)\n        self._smodel = m\n"
        "    def __getattribute__(self, a):\n        if 'load' in a or 'save' in a:\n"
        "            return getattr(self._smodel, a)\n        return super(M, self).__getattribute__(a)\n"
    ),
    "class(SessionRunHook)": "import tensorflow as tf\nclass H(tf.train.SessionRunHook): pass\n",
    "class(ParameterServerStrategy)": (
        "import tensorflow as tf\nclass S(tf.contrib.distribute.ParameterServerStrategy): pass\n"
    ),
    "class(Sequence)": "from keras.utils.data_utils import Sequence\nclass S(Sequence): pass\n",
    "class(RunConfig)": "import tensorflow as tf\nclass C(tf.estimator.RunConfig): pass\n",
    "class(Optimizer)": "from keras.optimizers import Optimizer\nclass O(Optimizer):\n    def get_updates(self): pass\n",
    "shape[i].value": "import tensorflow as tf\nx = tf.placeholder(tf.float32)\nn = x.shape[1].value\n",
    ".total_loss": KERAS + "model.total_loss\n",
    ".updates": KERAS + "model.updates\n",
    "model.layers[-2]": (
        "from keras.models import Model\nfrom keras.utils import multi_gpu_model\n"
        "def f(model):\n    p = multi_gpu_model(model, 2)\n    p.layers[-2].save('a.h5')\n"
    ),
    "._collected_trainable_weights": KERAS + "model._collected_trainable_weights\n",
    "._feed_inputs": KERAS + "model._feed_inputs\n",
    "._make_predict_function": KERAS + "model._make_predict_function()\n",
    ".metrics_tensors": KERAS + "model.metrics_tensors\n",
    ".uses_learning_phase": KERAS + "model.uses_learning_phase\n",
    "class(ModelCheckpoint)": (
        "from keras.callbacks import ModelCheckpoint\nclass C(ModelCheckpoint):\n"
        "    def __init__(self, m, path):\n        super().__init__(path, period=2)\n        self.model = m\n"
    ),
    "os.environ['TF_KERAS']": "",
}
RUNS_TODAY = (
    "with tf.device",
    "os.environ['TF_CONFIG']",
    "os.environ['CUDA_",
    "os.environ['TF_CPP_MIN_LOG_LEVEL']",
    "os.environ['TF_GPU_THREAD_MODE']",
    "os.environ['TF_ENABLE_AUTO_MIXED_PRECISION']",
    "os.environ['TF_KERAS']",
    "os.environ['KERAS_BACKEND']",
    "class(Callback)",
    "class(Model)",
    "class(Layer)",
)
"""Idioms that are not legacy APIs: the line itself still means the same."""


STILL_TAKEN = (
    "tf.distribute.experimental.MultiWorkerMirroredStrategy(communication=)",
    "tf.compat.v1.distribute.experimental.MultiWorkerMirroredStrategy(communication=)",
    "tf.keras.layers.Embedding(output_dim=)",
    ".experimental_distribute_datasets_from_function()",
    ".experimental_run()",
    ".make_dataset_iterator()",
    ".unwrap()",
)
"""Names that the strategies and layers of TensorFlow 2.21 still accept, with the old meaning."""


CARRYING = ("TFM170", "TFM172", "TFM173")
"""Rules that say what a file that they send to the shims needs there, and what a Keras rewrite would take."""


def script(api: str) -> str | None:
    """The API as legacy files use it; None for an idiom that runs as it is."""
    if api.startswith("idiom: "):
        idiom = api.removeprefix("idiom: ")
        return None if idiom.startswith(RUNS_TODAY) else IDIOMS[idiom]
    if api in STILL_TAKEN:
        return None
    name, _, keyword = api.partition("(")
    keyword = keyword.rstrip(")")
    root, _, path = name.partition(".")
    if root in PACKAGES:
        return f"import keras\nimport {root}\nx = {name}\n"
    if root in HEADS:
        head, function = _import(root, path)
        return head + (f"x = {function}({keyword}value)\n" if keyword else f"x = {function}\n")
    method = path
    head = RECEIVERS.get(method) or RECEIVERS.get(_generator(method), "import tensorflow as tf\nimport keras\n")
    return f"{head}object.{method}({keyword}{'value' if keyword else ''})\n"


def _generator(method: str) -> str:
    return "fit_generator" if method.endswith("_generator") else method


def _import(root: str, path: str) -> tuple[str, str]:
    """Private paths, and submodules of Keras, are reached by an import of their own."""
    if root == "tf" and not path.startswith("python."):
        return HEADS["tf"], f"tf.{path}"
    full = ("tensorflow." if root == "tf" else "keras.") + path
    module, _, last = full.rpartition(".")
    return f"from {module} import {last}\n", last


def verdict(source: str) -> str:
    """The result of upgrading a script."""
    result = upgrade(source.encode())
    if not isinstance(result, Upgraded):
        return "reported"
    is_carried = b"compat.keras" in result.after or b"from compat" in result.after
    if any(finding.code not in CARRYING or not is_carried for finding in result.findings):
        return "reported"
    if not result.changed:
        return "noted" if result.notes else "silent"
    return "carried" if is_carried else "rewritten"


def main(table: Path) -> None:
    rows: Counter[str] = Counter()
    weight: Counter[str] = Counter()
    silent = []
    with table.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            source = script(row["api"])
            said = "runs as it is" if source is None else verdict(source)
            rows[said] += 1
            weight[said] += int(row["files"])
            if said == "silent":
                silent.append(row["api"])
    print(f"{'':16}{'rows':>8}{'':8}{'uses':>8}")
    for said in ("rewritten", "carried", "reported", "noted", "runs as it is", "silent"):
        share, heavy = rows[said] / rows.total(), weight[said] / weight.total()
        print(f"{said:16}{rows[said]:>8}{share:>8.1%}{weight[said]:>8}{heavy:>8.1%}")
    for api in silent:
        print(f"silent: {api}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
