"""Optimizers of scripts for Keras 2, with `get_updates`: the same source runs on Keras 2.3 and on the shims."""

from typing import Any, Callable, Dict, List

import numpy as np


def classes(keras: Any, interfaces: Any) -> Dict[str, Callable[[], Any]]:  # noqa: C901 - their base is an argument
    """Return what makes each of the optimizers."""
    backend = keras.backend

    class AdamW(keras.optimizers.Optimizer):
        """Adam with weights that decay by themselves, but for biases and the layer `free`."""

        def __init__(self, lr=0.01, decay=0.01, weight_decay=0.02, **kwargs):
            super().__init__(**kwargs)
            with backend.name_scope(self.__class__.__name__):
                self.iterations = backend.variable(0, dtype="int64", name="iterations")
                self.learning_rate = backend.variable(lr, name="lr")
                self.beta_1 = backend.variable(0.9, name="beta_1")
                self.beta_2 = backend.variable(0.999, name="beta_2")
                self.decay = backend.variable(decay, name="decay")
            self.weight_decay = weight_decay

        @interfaces.legacy_get_updates_support
        @backend.symbolic
        def get_updates(self, loss, params):
            grads = self.get_gradients(loss, params)
            self.updates = [backend.update_add(self.iterations, 1)]
            steps = backend.cast(self.iterations, backend.dtype(self.decay))
            lr = self.learning_rate * (1.0 / (1.0 + self.decay * steps))
            t = backend.cast(self.iterations, backend.floatx()) + 1
            rate = lr * (backend.sqrt(1.0 - backend.pow(self.beta_2, t)) / (1.0 - backend.pow(self.beta_1, t)))
            ms = [backend.zeros(backend.int_shape(p), dtype=backend.dtype(p)) for p in params]
            vs = [backend.zeros(backend.int_shape(p), dtype=backend.dtype(p)) for p in params]
            self.weights = [self.iterations, *ms, *vs]
            for p, g, m, v in zip(params, grads, ms, vs):
                m_t = (self.beta_1 * m) + (1.0 - self.beta_1) * g
                v_t = (self.beta_2 * v) + (1.0 - self.beta_2) * backend.square(g)
                new_p = p - rate * m_t / (backend.sqrt(v_t) + backend.epsilon())
                if "bias" not in p.name and not p.name.startswith("free"):
                    new_p = new_p - lr * self.weight_decay * p
                self.updates.append(backend.update(m, m_t))
                self.updates.append(backend.update(v, v_t))
                if getattr(p, "constraint", None) is not None:
                    new_p = p.constraint(new_p)
                self.updates.append(backend.update(p, new_p))
            return self.updates

        def get_config(self):
            config = {"lr": float(backend.get_value(self.learning_rate)), "weight_decay": self.weight_decay}
            config["decay"] = float(backend.get_value(self.decay))
            return dict(list(super().get_config().items()) + list(config.items()))

    class Accumulated(keras.optimizers.Optimizer):
        """A step after three batches."""

        def __init__(self, lr=0.05, **kwargs):
            super().__init__(**kwargs)
            self.iterations = backend.variable(0, dtype="int64", name="iterations")
            self.learning_rate = backend.variable(lr, name="lr")

        def get_updates(self, loss, params):
            grads = self.get_gradients(loss, params)
            self.updates = [backend.update_add(self.iterations, 1)]
            is_step = backend.cast(backend.equal((self.iterations + 1) % 3, 0), backend.floatx())
            sums = [backend.zeros(backend.int_shape(p)) for p in params]
            self.weights = [self.iterations, *sums]
            for p, g, total in zip(params, grads, sums):
                summed = total + g
                self.updates.append((total, (1.0 - is_step) * summed))
                self.updates.append(backend.update(p, p - is_step * self.lr * summed / 3.0))
            return self.updates

    class Stored(Accumulated):
        """A condition and a rate that `__init__` computes, as keras-gradient-accumulation does."""

        def __init__(self, lr=0.05):
            super().__init__(lr)
            self.is_step = backend.equal((self.iterations + 1) % 2, 0)
            self.rates = [self.learning_rate / (1.0 + 0.1 * backend.cast(self.iterations, "float32"))]
            self.one = 1 + 0 * backend.cast(self.is_step, "int64") + 0 * backend.cast(self.rates[0], "int64")

        def get_updates(self, loss, params):
            grads = self.get_gradients(loss, params)
            self.updates = [backend.update_add(self.iterations, self.one)]  # TensorFlow 1 reads before it counts
            sums = [backend.zeros(backend.int_shape(p)) for p in params]
            self.weights = [self.iterations, *sums]
            is_step = backend.cast(self.is_step, backend.floatx())
            for p, g, total in zip(params, grads, sums):
                summed = total + g
                self.updates.append((total, (1.0 - is_step) * summed))
                self.updates.append(backend.update(p, p - is_step * self.rates[0] * summed / 2.0))
            return self.updates

    class Around(keras.optimizers.Optimizer):
        """Another optimizer, as keras-rl and others wrap one."""

        def __init__(self, optimizer):
            super().__init__()
            self.optimizer = keras.optimizers.get(optimizer)

        @property
        def learning_rate(self):
            return self.optimizer.learning_rate

        def get_updates(self, params, loss):
            self.updates = list(self.optimizer.get_updates(params=params, loss=loss))
            self.weights = self.optimizer.weights
            return self.updates

    class Multiplied(keras.optimizers.SGD):
        """A subclass of an optimizer of Keras, with other rates for some layers and a penalty of its own."""

        def get_updates(self, loss, params):
            factors = {p: 0.5 if p.name.startswith("free") else 1.0 for p in params}
            grads = backend.gradients(loss + 0.1 * backend.sum(backend.square(params[0])), params)
            self.updates = [backend.update_add(self.iterations, 1)]
            for p, g in zip(params, grads):
                self.updates.append(backend.update_sub(p, self.learning_rate * factors[p] * g))
            return self.updates

    class Dropped(keras.optimizers.Optimizer):
        """Pairs as updates, one that only another needs, and one that is not returned, which nobody runs."""

        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.learning_rate = backend.variable(0.1)
            self.iterations = backend.variable(0.0)
            self.needed = backend.variable(0.0)
            self.dropped = backend.variable(0.0)

        def get_updates(self, loss, params):
            backend.update_add(self.dropped, 1.0)
            rate = self.learning_rate + 0.0 * backend.update_add(self.needed, 1.0)
            self.weights = [self.dropped, self.needed]
            grads = self.get_gradients(loss, params)
            found = [backend.update_add(self.iterations, 1.0)]
            return found + [(p, p - rate * g) for p, g in zip(params, grads)]

    built_in = keras.optimizers
    return {
        "adamw": AdamW,
        "adamw_clipped": lambda: AdamW(clipnorm=0.3, clipvalue=0.1),
        "accumulated": Accumulated,
        "stored": Stored,
        "around_sgd": lambda: Around(built_in.SGD(lr=0.1, momentum=0.9, nesterov=True)),
        "around_amsgrad": lambda: Around(built_in.Adam(lr=0.05, amsgrad=True, clipnorm=0.4, decay=0.1)),
        "multiplied": lambda: Multiplied(lr=0.1),
        "dropped": lambda: Dropped(clipnorm=0.5),
        **{name: lambda name=name: Around(name) for name in ("rmsprop", "adagrad", "adadelta", "adamax", "nadam")},
    }


def model(keras: Any) -> Any:
    """A model with sparse gradients and a constraint."""
    layers = keras.layers
    first = layers.Embedding(5, 3, input_length=4)
    free = layers.Dense(4, activation="tanh", name="free", kernel_constraint=keras.constraints.max_norm(0.8))
    made = keras.models.Sequential([first, layers.Flatten(), free, layers.Dense(1)])
    draw = np.random.RandomState(0)
    made.set_weights([draw.standard_normal(weight.shape) * 0.5 for weight in made.get_weights()])
    return made


def losses(keras: Any, made: Any, optimizer: Any) -> List[float]:
    """The losses of training, half way with a smaller rate, and the sum of each weight, and of each slot, afterwards."""
    made.compile(optimizer, "mse")
    draw = np.random.RandomState(1)
    x, y = draw.randint(0, 5, (24, 4)), draw.standard_normal((24, 1))
    found = [made.train_on_batch(x[place : place + 4], y[place : place + 4]) for place in (0, 4, 8, 12)]
    found += made.fit(x, y, batch_size=8, epochs=2, verbose=0, shuffle=False).history["loss"]
    keras.backend.set_value(optimizer.learning_rate, 0.003)
    found += made.fit(x, y, batch_size=8, verbose=0, shuffle=False).history["loss"]
    found += [weight.sum() for weight in made.get_weights()]
    return [float(each) for each in found] + [float(each.sum()) for each in optimizer.get_weights()[1:]]
