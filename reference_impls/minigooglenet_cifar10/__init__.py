"""MiniGoogLeNet on CIFAR-10 with `multi_gpu_model`: as it was written in 2019, and as it is written today."""

# the option for the scripts' output, and its default
OUTPUT = ("--output", "plot.png")
# whether the legacy script runs on TensorFlow 2.0 and 2.1 too
ON_TENSORFLOW_2 = True
