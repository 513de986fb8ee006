"""Time the imports of a script under `compat run --legacy` against a plain run, whole processes that take turns.

    python tests/benchmarks/legacy_import_time.py --rounds 7

Prints the median processor times and their quotient. Wall time says little on a machine with other work.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import keras
import tensorflow as tf
from keras import backend as K
from keras.callbacks import EarlyStopping, ModelCheckpoint
from keras.layers import LSTM, BatchNormalization, Conv2D, Dense, Dropout, Flatten, MaxPooling2D
from keras.models import Model, Sequential
from keras.optimizers import SGD, Adam
"""
"""Names that Keras 2 and Keras 3 share, as most scripts import them."""
COMMANDS = {"plain": [], "--legacy": ["-m", "compat", "run", "--legacy"]}


def processor_time(command, environment):
    """Return the seconds that a process and its children computed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    """Print the medians of both, and the quotient of each round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"}
    times = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder, "imports.py")
        script.write_text(SCRIPT)
        for number in range(options.rounds + 1):
            for name, arguments in COMMANDS.items():
                spent = processor_time([sys.executable, *arguments, str(script)], environment)
                if number:  # the first round writes bytecode and fills caches
                    times[name].append(spent)
    for name, spent in times.items():
        print(f"{name:<9} median {statistics.median(spent):.2f} s, from {min(spent):.2f} to {max(spent):.2f}")
    quotients = sorted(legacy / plain for plain, legacy in zip(times["plain"], times["--legacy"]))
    print(f"quotient of a round: median {statistics.median(quotients):.3f}, {quotients[0]:.3f} to {quotients[-1]:.3f}")


main()
