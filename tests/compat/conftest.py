"""Three logical CPU devices stand in for GPUs, before a test module makes TensorFlow initialise its devices."""

import importlib.util

from compat.runner.devices import emulate_gpus

if importlib.util.find_spec("tensorflow") is not None:
    import tensorflow as tf

    # the tests of the recorder emulate GPUs in processes of their own, on earlier releases too
    if not tf.__version__.startswith(("1.12", "1.13", "1.14")):
        emulate_gpus(3)
