"""Images of two classes and EfficientNetV2 under `MirroredStrategy`: as it was written in 2023, and as it is today."""

# the option for the scripts' output, and its default
OUTPUT = ("--output", "plot.png")
# the first and the last TensorFlow that the legacy script was written for, and the Keras with it
LEGACY = ("2.8", "2.15", "Keras 2.8 to 2.15")
