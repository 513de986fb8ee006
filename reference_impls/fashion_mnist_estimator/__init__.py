"""Fashion-MNIST with a Keras model made an Estimator: as it was written in 2018, and as it is written today."""

# the option for the scripts' output, and its default
OUTPUT = ("--model-dir", None)
# the first and the last TensorFlow that the legacy script was written for, and the Keras with it
LEGACY = ("1.12", "1.15", "Keras 2")
