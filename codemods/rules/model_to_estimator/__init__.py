"""How a Keras model that was an Estimator is trained by `fit`: the proof, step by step, and the rewriting."""
