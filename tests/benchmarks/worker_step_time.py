"""Time a training step of one and of two worker processes of this machine, with the same global batch.

    python tests/benchmarks/worker_step_time.py            one process
    python -m compat run --workers 2 tests/benchmarks/worker_step_time.py

The network, the batch and the steps are those of exact_step_time.py. Two processes on one machine share its cores: the
difference is what TensorFlow's collectives over loopback and the second input pipeline cost.
"""

from __future__ import annotations

import os
import statistics

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf
from exact_step_time import BATCH, ROWS, batches, compiled

from compat.distribute import exact
from reference_impls.time_history import TimeHistory

EPOCHS = 6

several = "TF_CONFIG" in os.environ
strategy = tf.distribute.MultiWorkerMirroredStrategy() if several else tf.distribute.OneDeviceStrategy("/cpu:0")
with strategy.scope():
    model = compiled(exact)
history = TimeHistory()
model.fit(batches(), epochs=EPOCHS, verbose=0, callbacks=[history])
step = statistics.median(history.times[ROWS // BATCH :])
print(f"a step takes {1000 * step:.0f} ms: {BATCH / step:.0f} images/second")
