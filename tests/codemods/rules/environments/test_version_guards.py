"""Checks of the release that end a script."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import sys\nimport keras\nimport tensorflow as tf\n"
REST = "keras.layers.Dense(1)\n"


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "check",
    [
        'assert tf.__version__.startswith("1.")',
        'assert tf.__version__ == "2.3.4", "wrong release"',
        'assert tf.__version__ >= "2.3"',
        "assert int(tf.__version__.split('.')[0]) < 2",
        'assert keras.__version__ == "2.2.4"',
        'if not tf.__version__ == "2.0.0-beta1":\n    raise Exception("install it")',
        'if tf.__version__ < "2.3":\n    print("install it")\n    sys.exit(1)',
        'if tf.VERSION[0] != "1": raise SystemExit("install it")',
    ],
)
def test_goes(check: str, to: str) -> None:
    if to == "native":
        check_upgraded(f"{HEAD}{check}\n{REST}", f"{HEAD}{REST}")
    elif "keras" not in check:
        shims = "import sys\nfrom compat import tensorflow as tf\nprint(1)\n"
        check_upgraded(f"{shims}{check}\n", shims, to=to)


def test_alone_in_a_function() -> None:
    before = f'{HEAD}def check():\n    assert tf.__version__ == "2.3.4"\ncheck()\n'
    check_upgraded(before, f"{HEAD}def check():\n    pass\ncheck()\n")


@pytest.mark.parametrize(
    ("check", "line"),
    [
        ('# needs 2.3\nassert tf.__version__ == "2.3.4"', 5),
        ('if tf.__version__[0] == "1":\n    x = 1\nelse:\n    raise Exception("install it")', 4),
        ('if tf.__version__[0] == "2":\n    raise Exception("install it")\nelse:\n    x = 1', 4),
        ('import os; assert tf.__version__ == "2.3.4"', 4),
    ],
)
def test_reported(check: str, line: int) -> None:
    check_declined(f"{HEAD}{check}\n{REST}", "TFM480", line)


@pytest.mark.parametrize(
    "check",
    [
        'assert tf.__version__.startswith("2.")',
        'assert tf.__version__ >= "2.0"',
        'if tf.__version__ < "2":\n    raise Exception("install it")',
        'if tf.__version__ < "2.3":\n    print("that is long ago")',
        'if tf.__version__ < "2.3":\n    x = 1',
        'assert x.__version__ == "1"',
        "assert len(x) == 1",
        'if keras.backend.backend() == "tensorflow":\n    raise RuntimeError("needs Theano")',
        'if not hasattr(tf, "Session"):\n    raise RuntimeError("needs sessions")',
        "assert sys.version_info[0] == 2",
        'if tf.__version__[0] == "1":\n    assert tf.__version__ == "1.13.1"',
        'def check(tf):\n    assert tf.__version__ == "1"',
    ],
)
def test_left_alone(check: str) -> None:
    check_untouched(f"{HEAD}{check}\n{REST}")
