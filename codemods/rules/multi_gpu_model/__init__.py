"""How a `multi_gpu_model` call becomes a strategy scope: the proof, step by step, and the rewriting."""
