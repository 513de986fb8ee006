"""Record what training loops of one's own computed under TensorFlow 1.13.2 and 1.15.5, with strategies and towers.

    python -m tests.compat.oracles.record_loops

Adds the release at hand to `loops.json` beside this file. GPUs are logical CPUs.
"""

import json
from pathlib import Path

import tensorflow as tf

from compat.runner.devices import emulate_gpus
from tests.compat.shims.contrib.loop_cases import CASES, run


def main():
    emulate_gpus(3)
    path = Path(__file__).with_name("loops.json")
    record = json.loads(path.read_text()) if path.exists() else {}
    found = {f"{loop}, {optimizer}": run(tf, loop, optimizer) for loop, optimizer in CASES}
    record[tf.__version__] = {name: each for name, each in found.items() if each is not None}
    path.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
