"""A session that is made for Keras becomes `tf.config`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

GROWTH = """
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)
        """


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("from keras import backend as K", "K.set_session"),
        ("import keras.backend as K", "K.set_session"),
        ("import keras", "keras.backend.set_session"),
        ("import keras as k", "k.backend.tensorflow_backend.set_session"),
        ("from tensorflow import keras", "keras.backend.set_session"),
        ("import os", "tf.keras.backend.set_session"),
        ("import os", "tf.compat.v1.keras.backend.set_session"),
    ],
)
@pytest.mark.parametrize("version", ["tf", "tf.compat.v1"])
def test_memory_growth(head: str, call: str, version: str) -> None:
    text = f"""
        import tensorflow as tf
        {head}
        config = {version}.ConfigProto()
        config.gpu_options.allow_growth = True
        sess = {version}.Session(config=config)
        {call}(sess)
        """
    check_upgraded(text, f"\n        import tensorflow as tf\n        {head}{GROWTH}")


def test_from_import_goes() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras.backend.tensorflow_backend import set_session
        # all at once
        set_session(tf.Session(config=tf.ConfigProto(gpu_options=tf.GPUOptions(allow_growth=True))))
        """,
        """
        import tensorflow as tf
        # all at once
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)
        """,
    )


def test_options_that_ask_for_nothing() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras.backend import set_session
        config = tf.ConfigProto(gpu_options=tf.GPUOptions(), allow_soft_placement=True)
        set_session(tf.Session(config=config))
        """,
        """
        import tensorflow as tf
        tf.config.set_soft_device_placement(True)
        """,
    )


def test_module_that_is_gone_is_no_longer_imported() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        import keras.backend.tensorflow_backend as KTF
        KTF.set_session(tf.Session(config=tf.ConfigProto(allow_soft_placement=True)))
        """,
        """
        import tensorflow as tf
        tf.config.set_soft_device_placement(True)
        """,
    )


def test_placement() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras import backend as K
        K.set_session(tf.Session(config=tf.ConfigProto(allow_soft_placement=True, log_device_placement=True)))
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        tf.config.set_soft_device_placement(True)
        tf.debugging.set_log_device_placement(True)
        """,
    )


def test_condition_around_the_option() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras import backend as K
        config = tf.ConfigProto()
        if GROW:
            config.gpu_options.allow_growth = True
        K.set_session(tf.Session(config=config))
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        if GROW:
            for gpu in tf.config.list_physical_devices("GPU"):
                tf.config.experimental.set_memory_growth(gpu, True)
        """,
    )


def test_nothing_but_a_session() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras import backend as K
        def start():
            K.set_session(tf.Session())
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        def start():
            pass
        """,
    )


def test_tabs() -> None:
    check_upgraded(
        b"import tensorflow as tf\nfrom keras import backend as K\ndef start():\n\tc = tf.ConfigProto()\n"
        b"\tc.gpu_options.allow_growth = True\n\tK.set_session(tf.Session(config=c))\n\treturn 1\n",
        b"import tensorflow as tf\nfrom keras import backend as K\ndef start():\n"
        b'\tfor gpu in tf.config.list_physical_devices("GPU"):\n'
        b"\t\ttf.config.experimental.set_memory_growth(gpu, True)\n\treturn 1\n",
    )


def test_tensorflow_behind_the_backend() -> None:
    check_upgraded(
        """
        from keras import backend as K
        cfg = K.tf.ConfigProto()
        cfg.gpu_options.allow_growth = True
        K.set_session(K.tf.Session(config=cfg))
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)
        """,
    )


@pytest.mark.parametrize(
    ("after", "rest"),
    [("model = build()\n", "# one\n# two\n# three\nmodel = build()\n"), ("", "# one\n# two\n# three\n")],
)
def test_comments_of_a_session_that_asks_for_nothing_stay(after: str, rest: str) -> None:
    head = "import tensorflow as tf\nfrom keras import backend as K\nprint(tf.__version__, K.epsilon())\n"
    session = "# one\nsess = tf.Session()  # two\n# three\nK.set_session(sess)\n"
    check_upgraded(f"{head}{session}{after}", f"{head}{rest}")


def test_comments_stay() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras import backend as K
        config = tf.ConfigProto()  # one per process
        config.gpu_options.allow_growth = True  # as needed
        K.set_session(tf.Session(config=config))
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        # one per process
        # as needed
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)
        """,
    )


HEAD = "import tensorflow.compat.v1 as tf\nfrom keras import backend as K\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            "c = tf.ConfigProto()\nc.gpu_options.per_process_gpu_memory_fraction = 1.4\nK.set_session(tf.Session(config=c))\n",
            5,
        ),
        (
            "c = tf.ConfigProto()\nc.gpu_options.per_process_gpu_memory_fraction = F.part\nK.set_session(tf.Session(config=c))\n",
            5,
        ),
        ('c = tf.ConfigProto()\nc.gpu_options.visible_device_list = "0"\nK.set_session(tf.Session(config=c))\n', 5),
        ("K.set_session(tf.Session(config=tf.ConfigProto(use_per_session_threads=True)))\n", 3),
        ("K.set_session(tf.Session(config=tf.ConfigProto(device_count={'GPU': 0})))\n", 3),
        ("c = tf.ConfigProto()\nc.gpu_options.allow_growth = GROW\nK.set_session(tf.Session(config=c))\n", 5),
        ("s = tf.Session()\nK.set_session(s)\ns.run(init)\n", 4),
        ("s = tf.Session()\nK.set_session(s)\ndef f(): return s\n", 4),
        ("with tf.Session() as s:\n    K.set_session(s)\n", 4),
        ("K.set_session(make())\n", 3),
        ("def f(s):\n    K.set_session(s)\n", 4),
        ('K.set_session(tf.Session("grpc://a:1"))\n', 3),
        ("K.set_session(tf.Session(graph=g))\n", 3),
        ("if tf: K.set_session(tf.Session())\n", 3),
        ("x = K.set_session(tf.Session())\n", 3),
        ("K.set_session(*sessions)\n", 3),
        ("f = K.set_session\n", 3),
        ("c = config_of()\nK.set_session(tf.Session(config=c))\n", 4),
        ("c = tf.ConfigProto(); c.gpu_options.allow_growth = True\nK.set_session(tf.Session(config=c))\n", 4),
        ("c = tf.ConfigProto()\nc.gpu_options.allow_growth = True\nK.set_session(tf.Session(config=c))\nuse(c)\n", 5),
    ],
)
def test_declined(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM140", line)


@pytest.mark.parametrize(
    "source",
    [
        "from torch import backend as K\nK.set_session(tf.Session())\n",
        "import keras\ndef set_session(s): return s\nset_session(1)\n",
        "from keras import backend as K\ndef f(K): K.set_session(K.tf.Session())\n",
        "from .backend import set_session\nimport keras\nset_session(1)\n",
        "import keras\nself.set_session(sess)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("head", "legacy", "modern"),
    [
        ("from config import config\n", "K.set_session(config)", "apply_session(config)"),
        (
            "import tensorflow as tf\nimport settings\n",
            "K.set_session(tf.Session(config=settings.config))",
            "apply_session(tf.compat.v1.Session(config=settings.config))",
        ),
    ],
)
def test_what_another_module_configures(head: str, legacy: str, modern: str) -> None:
    shim = "from compat.keras.backend import set_session as apply_session\n"
    keras = "from keras import backend as K\n"
    first, *rest = head.splitlines(keepends=True) if "tensorflow" in head else ["", head]
    after = f"{shim}{first}{keras}{''.join(rest)}{modern}\n"
    check_upgraded(f"{first}{keras}{''.join(rest)}{legacy}\n", after)


def test_what_another_module_configures_too_late() -> None:
    source = (
        "from config import config\nfrom keras import backend as K, layers\nlayers.Dense(1)\nK.set_session(config)\n"
    )
    check_declined(source, "TFM140", 4)


def test_options_by_name() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras import backend as K
        # of the GPUs
        options = tf.GPUOptions()
        options.allow_growth = True
        config = tf.ConfigProto(gpu_options=options, allow_soft_placement=True)
        K.set_session(tf.Session(config=config))
        """,
        f"""
        import tensorflow as tf
        from keras import backend as K
        # of the GPUs{GROWTH.rstrip()}
        tf.config.set_soft_device_placement(True)
        """,
    )


FUNCTION = """
        import keras
        import tensorflow as tf

        def get_session():
            \"\"\"A session.\"\"\"
            config = tf.ConfigProto()
            config.gpu_options.allow_growth = True
            return tf.Session(config=config)

        """


def test_function_that_makes_the_session() -> None:
    check_upgraded(
        f"{FUNCTION}keras.backend.tensorflow_backend.set_session(get_session())  # once\n".replace("\n        ", "\n"),
        """
import keras
import tensorflow as tf

def get_session():
    \"\"\"A session.\"\"\"
    for gpu in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(gpu, True)

get_session()  # once
""",
    )


def test_function_that_only_returns_a_session() -> None:
    check_upgraded(
        """
        import keras
        import tensorflow as tf

        def session():
            return tf.Session(config=tf.ConfigProto(gpu_options=tf.GPUOptions(allow_growth=True)))

        def main():
            keras.backend.set_session(session())
        """,
        """
        import keras
        import tensorflow as tf

        def session():
            for gpu in tf.config.list_physical_devices("GPU"):
                tf.config.experimental.set_memory_growth(gpu, True)

        def main():
            session()
        """,
    )


@pytest.mark.parametrize(
    ("function", "more"),
    [
        ("def session(): return tf.compat.v1.Session()", ""),
        ("def session(a=1):\n    return tf.compat.v1.Session(graph=a)", ""),
        ("@cached\ndef session():\n    return tf.compat.v1.Session()", ""),
        ("def session():\n    return tf.compat.v1.Session()", ""),
        ("def session():\n    if a: return None\n    return tf.compat.v1.Session()", ""),
        ("def session():\n    g = True\n    return tf.compat.v1.Session()", "session().run(x)\n"),
        ("def session():\n    g = True\n    return tf.compat.v1.Session(graph=g)", ""),
        ("def session():\n    g = True\n    return tf.compat.v1.Session()", "__all__ = ['session']\n"),
    ],
)
def test_function_declined(function: str, more: str) -> None:
    source = f"import keras\nimport tensorflow as tf\n{function}\nkeras.backend.set_session(session())\n{more}"
    check_declined(source, "TFM140", 4 + function.count("\n"))


@pytest.mark.parametrize("first", ["import config", "from settings import config"])
@pytest.mark.parametrize("after", ["", "import config\nprint(config.folder)\n"])
def test_name_that_an_import_has_as_well(first: str, after: str) -> None:
    head = f"import os\n{first}\nos.environ['CUDA_VISIBLE_DEVICES'] = config.gpu\nimport tensorflow as tf\n"
    check_upgraded(
        f"{head}import keras\nconfig = tf.ConfigProto()\nconfig.gpu_options.allow_growth = True\n"
        f"session = tf.Session(config=config)\nkeras.backend.set_session(session)\n{after}",
        f'{head}import keras\nfor gpu in tf.config.list_physical_devices("GPU"):\n'
        f"    tf.config.experimental.set_memory_growth(gpu, True)\n{after}",
    )


@pytest.mark.parametrize("more", ["print(config)\n", "def f(): return config\n"])
def test_name_of_an_import_with_another_use(more: str) -> None:
    source = (
        "import config\nimport tensorflow as tf\nimport keras\nconfig = tf.compat.v1.ConfigProto()\n"
        f"keras.backend.set_session(tf.compat.v1.Session(config=config))\n{more}"
    )
    check_declined(source, "TFM140", 5)


def test_threads() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras import backend as K
        # of the machine
        config = tf.ConfigProto(inter_op_parallelism_threads=1)
        count = 4
        config.intra_op_parallelism_threads = count  # all
        K.set_session(tf.Session(config=config))
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        # of the machine
        # all
        tf.config.threading.set_inter_op_parallelism_threads(1)
        count = 4
        tf.config.threading.set_intra_op_parallelism_threads(count)
        """,
    )


@pytest.mark.parametrize(
    "options",
    [
        "gpu_options=tf.GPUOptions(per_process_gpu_memory_fraction=0.3)",
        "gpu_options=tf.GPUOptions(allow_growth=True, per_process_gpu_memory_fraction=part)",
    ],
)
def test_a_part_of_the_memory(options: str) -> None:
    head = "\n        import tensorflow as tf\n        from keras import backend as K\n        part = 0.5\n"
    result = check_upgraded(
        f"{head}        K.set_session(tf.Session(config=tf.ConfigProto({options})))\n", head.rstrip() + GROWTH
    )
    assert "which other programs could not take" in result.changes[0].message


def test_a_part_that_is_set() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras import backend as K
        config = tf.ConfigProto()
        config.gpu_options.per_process_gpu_memory_fraction = 0.4
        config.gpu_options.allow_growth = True
        K.set_session(tf.Session(config=config))
        """,
        f"""
        import tensorflow as tf
        from keras import backend as K{GROWTH}""",
    )


SEVERAL = """
import os
import keras
import tensorflow as tf

def get_session(gpu_fraction=0.3):
    \"\"\"A session.\"\"\"
    num_threads = os.environ.get("OMP_NUM_THREADS")
    gpu_options = tf.GPUOptions(per_process_gpu_memory_fraction=gpu_fraction)
    if num_threads:
        return tf.Session(config=tf.ConfigProto(gpu_options=gpu_options, intra_op_parallelism_threads=num_threads))
    {}return tf.Session(config=tf.ConfigProto(gpu_options=gpu_options))  # as many as there are

keras.backend.set_session(get_session({}))
"""
SET_UP = """
import os
import keras
import tensorflow as tf

def get_session(gpu_fraction=0.3):
    \"\"\"A session.\"\"\"
    num_threads = os.environ.get("OMP_NUM_THREADS")
    if num_threads:
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)
        tf.config.threading.set_intra_op_parallelism_threads(num_threads)
    {}

get_session({})
"""


def test_function_with_several_sessions() -> None:
    check_upgraded(
        SEVERAL.format("else:\n        ", "0.5"),
        SET_UP.format(
            "else:\n"
            "        # as many as there are\n"
            '        for gpu in tf.config.list_physical_devices("GPU"):\n'
            "            tf.config.experimental.set_memory_growth(gpu, True)",
            "0.5",
        ),
    )


def test_function_that_returns_early() -> None:
    check_upgraded(
        SEVERAL.format("", ""),
        SET_UP.format(
            "    return\n"
            "    # as many as there are\n"
            '    for gpu in tf.config.list_physical_devices("GPU"):\n'
            "        tf.config.experimental.set_memory_growth(gpu, True)",
            "",
        ),
    )


def test_function_with_a_session_that_asks_for_nothing() -> None:
    check_upgraded(
        """
        import keras
        import tensorflow as tf

        def session(log):
            if not log:
                return tf.Session()
            elif log > 1:
                return tf.Session(config=tf.ConfigProto(log_device_placement=True))
            else:
                return tf.Session()

        def main(log):
            keras.backend.set_session(session(log))
        """,
        """
        import keras
        import tensorflow as tf

        def session(log):
            if not log:
                pass
            elif log > 1:
                tf.debugging.set_log_device_placement(True)
            else:
                pass

        def main(log):
            session(log)
        """,
    )


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("gpu_options=gpu_options)", "gpu_options=options())"),
        ("    if num_threads:\n", "    print(gpu_options)\n    if num_threads:\n"),
        ("fraction=gpu_fraction)", "fraction=gpu_fraction)  # a part"),
        ("=0.3)", "=3)"),
        ("get_session())", "get_session(part))"),
        ("    return tf.Session(config=tf.ConfigProto(gpu_options=gpu_options))", "    return None"),
        ("    return tf.Session(config=tf.ConfigProto(gpu_options=gpu_options))", "    if a: return tf.Session()"),
        ("    return tf.Session(config=tf.ConfigProto(gpu_options=gpu_options))", "    print()"),
        ("keras.backend", "print(get_session())\nkeras.backend"),
        ("def get", "@cached\ndef get"),
    ],
)
def test_function_with_several_sessions_declined(legacy: str, modern: str) -> None:
    source = SEVERAL.format("", "").replace(legacy, modern).replace("tf.Session", "tf.compat.v1.Session")
    source = source.replace("tf.ConfigProto", "tf.compat.v1.ConfigProto").replace(
        "tf.GPUOptions", "tf.compat.v1.GPUOptions"
    )
    check_declined(source, "TFM140", source[: source.index("set_session")].count("\n"))
