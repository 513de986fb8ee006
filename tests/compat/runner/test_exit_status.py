"""`compat run` ends as the script itself would: the same exit status, and the same last word on what went wrong."""

import os
import subprocess
import sys

import pytest

from tests.quick import first

ENDINGS = {
    "exception": "raise ValueError('plain')",
    "cause": "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise ValueError('second') from error",
    "base exception": "class Stop(BaseException):\n    pass\nraise Stop('base')",
    "recursion": "def f():\n    f()\nf()",
    "syntax": "x = (1",
    "number": "import sys\nsys.exit(3)",
    "negative number": "import sys\nsys.exit(-1)",
    "truth": "import sys\nsys.exit(True)",
    "text": "import sys\nsys.exit('bad thing')",
    "nothing": "import sys\nsys.exit()",
    "at once": "import os\nos._exit(7)",
    "signal": "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)",
    "own hook": "import sys\nsys.excepthook = lambda kind, error, trace: print('hook', error, file=sys.stderr)\n1 / 0",
    "at exit": "import atexit, sys\natexit.register(lambda: print('ended', file=sys.stderr))\nsys.exit(4)",
    "thread": "import threading\nt = threading.Thread(target=lambda: 1 / 0)\nt.start()\nt.join()",
    "thread that ends all": "import os, threading\nthreading.Timer(0.2, lambda: os._exit(5)).start()",
    "exit in a thread": "import sys, threading\nt = threading.Thread(target=lambda: sys.exit(9))\nt.start()\nt.join()",
    "closed stdout": "import sys\nsys.stdout.close()\nraise ValueError('after close')",
    "no stdout": "import sys\nsys.stdout = None\nraise ValueError('no stdout')",
}
IN_TRAINING = {
    "generator": (
        "from compat.distribute import exact\nwith strategy.scope():\n    exact(model)\nmodel.fit(failing(), verbose=0)",
        1,
        "in the generator",
    ),
    "callback": ("model.fit(batches(), verbose=0, callbacks=[Stop()])", 11, ""),
    "another scope": ("model.compile('adam', 'mse')\nmodel.fit(batches(), verbose=0)", 1, "Mixing different"),
}
"""Plain Keras 3 under a strategy loses what a generator raises right after its first batches; `exact` does not."""
MODEL = """
import sys
import numpy as np, tensorflow as tf, keras

class Stop(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        sys.exit(11)
def batches():
    yield np.ones((4, 3)), np.ones((4, 1))
    yield np.ones((4, 3)), np.ones((4, 1))
def failing():
    yield from batches()
    raise ValueError("in the generator")
strategy = tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"])
with strategy.scope():
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
    model.compile("adam", "mse")
{training}
"""


def ended(*command):
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"},
        check=False,
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("ending", ENDINGS)
def test_ends_as_the_script_does(tmp_path, ending):
    script = tmp_path / "script.py"
    script.write_text(ENDINGS[ending] + "\n")
    status, written = ended(str(script))
    its_status, its_words = ended("-m", "compat", "run", "--replicas", "2", str(script))
    assert its_status == status
    # Python 3.7 adds where the limit of the recursion was met, which is another place below other frames
    last, its_last = (text.replace(" in comparison\n", "\n").splitlines()[-1:] for text in (written, its_words))
    assert its_last == last


@pytest.mark.tensorflow
@pytest.mark.parametrize("case", first(1, IN_TRAINING))
def test_error_in_training_is_shown(tmp_path, case):
    pytest.importorskip("keras", minversion="3")
    training, status, said = IN_TRAINING[case]
    script = tmp_path / "script.py"
    script.write_text(MODEL.format(training=training))
    its_status, its_words = ended("-m", "compat", "run", "--replicas", "2", str(script))
    assert its_status == status, its_words
    assert said in its_words
