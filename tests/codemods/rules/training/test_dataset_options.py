"""Settings of `tf.data.Options` that TensorFlow lost."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import tensorflow as tf\no = tf.data.Options()\n"
OPTIMIZATION = "o.experimental_optimization"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{OPTIMIZATION}.autotune = False", "o.autotune.enabled = False"),
        ("o.experimental_autotune = flag", "o.autotune.enabled = flag"),
        (f"{OPTIMIZATION}.autotune_cpu_budget = 4", "o.autotune.cpu_budget = 4"),
        (f"print({OPTIMIZATION}.autotune)", "print(o.autotune.enabled)"),
        (
            "o.experimental_distribute.auto_shard = False",
            "o.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF",
        ),
    ],
)
def test_moved(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize("name", ["map_vectorization.enabled", "hoist_random_uniform", "autotune_buffers"])
def test_speed(name: str) -> None:
    check_upgraded(f"{HEAD}{OPTIMIZATION}.{name} = True\nd = d.with_options(o)\n", f"{HEAD}d = d.with_options(o)\n")


def test_the_only_line_of_a_block() -> None:
    after = check_sound(f"{HEAD}def f():\n    {OPTIMIZATION}.map_vectorization.enabled = True\n").after
    assert after.endswith(b"def f():\n    pass\n")


def test_an_attribute_of_self() -> None:
    source = (
        "import tensorflow as tf\n\nclass Data:\n    def __init__(self):\n        self.o = tf.data.Options()\n"
        "        self.o.experimental_optimization.autotune = True\n"
    )
    check_upgraded(source, source.replace("experimental_optimization.autotune", "autotune.enabled"))


@pytest.mark.parametrize(
    "line",
    [
        "o.experimental_stats.aggregator = tf.data.experimental.AUTOTUNE",
        "o.experimental_stats.latency_all_edges = True",
        "o.experimental_distribute.auto_shard = flag",
        f"{OPTIMIZATION}.map_vectorization.enabled = flag",
        f"print({OPTIMIZATION}.hoist_random_uniform)",
    ],
)
def test_reported(line: str) -> None:
    check_declined(f"{HEAD}{line}\n", "TFM339", 3)


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}{OPTIMIZATION}.map_fusion = True\n",
        f"{HEAD}{OPTIMIZATION}.apply_default_optimizations = False\n",
        f"{HEAD}o.experimental_deterministic = False\n",
        f"{HEAD}o.autotune.enabled = True\n",
        f"{HEAD}o.experimental_threading.private_threadpool_size = 4\n",
        f"{HEAD}other.experimental_optimization.autotune = True\n",
        "import tensorflow as tf\ndef f(o):\n    o.experimental_stats.prefix = 'a'\n",
        "class Options:\n    pass\no = Options()\no.experimental_autotune = True\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_what_is_written_runs() -> None:
    pytest.importorskip("tensorflow")
    lines = (
        f"{OPTIMIZATION}.autotune = True",
        f"{OPTIMIZATION}.autotune_cpu_budget = 2",
        f"{OPTIMIZATION}.map_vectorization.enabled = True",
        "o.experimental_distribute.auto_shard = False",
        "d = tf.data.Dataset.range(4).with_options(o)",
        "found = [int(each) for each in d]",
    )
    names: dict[str, object] = {}
    exec(compile(check_sound(HEAD + "\n".join(lines) + "\n").after, "after", "exec"), names)
    assert names["found"] == [0, 1, 2, 3]
