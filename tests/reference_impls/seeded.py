"""`python -m tests.reference_impls.seeded NAME ...`: a tutorial with the same first weights each time."""

import random
import sys

from reference_impls.__main__ import main

random.seed(1)  # Keras 3 takes its own seeds from here
sys.exit(main(sys.argv[1:]))
