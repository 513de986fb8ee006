"""Retinal OCT images and VGG16 in an Estimator: as it was written in 2018, and as it is written today."""

# the option for the scripts' output, and its default
OUTPUT = ("--model-dir", None)
# whether the legacy script runs on TensorFlow 2.0 and 2.1 too
ON_TENSORFLOW_2 = False
