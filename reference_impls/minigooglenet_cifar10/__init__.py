"""MiniGoogLeNet on CIFAR-10 with `multi_gpu_model`: as it was written in 2019, and as it is written today."""
