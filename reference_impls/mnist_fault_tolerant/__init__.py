"""MNIST under `MirroredStrategy`, killed and started again: as it was written in 2020, and as it is written today."""

# the option for the scripts' output, and its default
OUTPUT = ("--output", "plot.png")
# the first and the last TensorFlow that the legacy script was written for, and the Keras with it
LEGACY = ("2.3", "2.15", "Keras 2.4 to 2.15")
