"""Record what the optimizers of `tf.train` make of a sequence of gradients, on TensorFlow 1.15.5.

    python -m tests.compat.oracles.record_train_optimizers

Writes `train_optimizers.json` beside this file.
"""

import json
from pathlib import Path

import tensorflow as tf

from tests.compat.shims.keras.train_optimizer_cases import CASES, FIRST, gradients


def trajectory(name, args, kwargs):
    with tf.Graph().as_default(), tf.Session() as session:
        variable = tf.get_variable("v", initializer=FIRST, use_resource=True)
        fed = tf.placeholder("float32", FIRST.shape)
        step = getattr(tf.train, name)(*args, **kwargs).apply_gradients([(fed, variable)])
        session.run(tf.global_variables_initializer())
        values = []
        for gradient in gradients():
            session.run(step, {fed: gradient})
            values.append([float(f"{value:.9g}") for value in session.run(variable)])
        return values


def main():
    record = {"tensorflow": tf.__version__, "values": {name: trajectory(*case) for name, case in CASES.items()}}
    text = json.dumps(record, sort_keys=True)
    Path(__file__).with_name("train_optimizers.json").write_text(text.replace("]], ", "]],\n") + "\n")


if __name__ == "__main__":
    main()
