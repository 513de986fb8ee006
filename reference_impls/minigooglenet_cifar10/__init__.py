"""MiniGoogLeNet on CIFAR-10 with `multi_gpu_model`: as it was written in 2019, and as it is written today."""

# the option for the scripts' output, and its default
OUTPUT = ("--output", "plot.png")
# the first and the last TensorFlow that the legacy script was written for, and the Keras with it
LEGACY = ("1.13", "2.1", "Keras 2.2 or 2.3")
