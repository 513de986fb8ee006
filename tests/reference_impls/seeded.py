"""`python -m tests.reference_impls.seeded NAME ...`: a tutorial with the same first weights and batches each time."""

import random
import sys

import numpy as np
import tensorflow as tf

from reference_impls.__main__ import main

SEED = 3

random.seed(SEED)  # Keras 3 takes its own seeds from here
np.random.seed(SEED)
tf.compat.v1.set_random_seed(SEED)  # initial weights of Keras 2, and the order in which tf.data shuffles
sys.exit(main(sys.argv[1:]))
