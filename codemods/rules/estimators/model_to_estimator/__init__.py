"""Train the Keras model behind an Estimator with `fit`: the proof, step by step, and the rewriting."""
