"""Flags that absl has defined already are overridden."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("string('log_dir', 'x', 'y')", "string('log_dir', 'x', 'y', allow_override=True)"),
        ("string(\n    'log_dir', 'x', 'y',\n)", "string(\n    'log_dir', 'x', 'y', allow_override=True,\n)"),
        (
            "boolean(flag_name='pdb', default_value=True)",
            "boolean(flag_name='pdb', default_value=True, allow_override=True)",
        ),
        ("string(name='profile_file')", "string(name='profile_file', allow_override=True)"),
    ],
)
def test_overridden(before: str, after: str) -> None:
    native = "import tensorflow as tf\ntf.compat.v1.app.flags.DEFINE_"
    check_upgraded(f"{native}{before}\n", f"{native}{after}\n")
    legacy = "import tensorflow as tf\ntf.app.flags.DEFINE_"
    check_upgraded(f"{legacy}{before}\n", f"{legacy}{after}\n".replace("import", "from compat import"), to="compat")


def test_the_module_under_another_name() -> None:
    check_upgraded(
        "import tensorflow as tf\nflags = tf.compat.v1.app.flags\nflags.DEFINE_string('log_dir', 'x', 'y')\n",
        "import tensorflow as tf\nflags = tf.compat.v1.app.flags\n"
        "flags.DEFINE_string('log_dir', 'x', 'y', allow_override=True)\n",
    )


@pytest.mark.parametrize(
    "call",
    [
        "tf.compat.v1.app.flags.DEFINE_string('logdir', 'x', 'y')",
        "tf.compat.v1.app.flags.DEFINE_string('log_dir', 'x', 'y', allow_override=True)",
        "tf.compat.v1.app.flags.DEFINE_string(name, 'x', 'log_dir')",
        "tf.compat.v1.app.flags.DEFINE_string(*log_dir)",
        "tf.compat.v1.app.flags.DEFINE_integer('v', 1, 'absl reads it')",
        "parser.add_argument('log_dir')",
        "tf.compat.v1.app.flags.FLAGS.log_dir",
    ],
)
def test_left_alone(call: str) -> None:
    check_untouched(f"import tensorflow as tf\n{call}\n")
