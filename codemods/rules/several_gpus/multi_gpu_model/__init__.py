"""Turn a call of `multi_gpu_model` into a strategy scope: the proof, step by step, and the rewriting."""
