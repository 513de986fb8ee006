"""What `compile` fixes: what trains, the losses and metrics, and what `train_on_batch` and `evaluate` return."""

from tests.behaviour.probes import probe, reals
from tests.behaviour.small_models import compiled, rows, sequential, targets, two_targets, with_two_outputs


def train(model, steps=3, **options):
    """The results of a few steps on the same batch."""
    return [model.train_on_batch(rows(), targets(), **options) for _ in range(steps)]


@probe
def frozen_after_compile(surface):
    model = compiled(surface)
    model.trainable = False
    yield "losses", train(model)
    yield "weights", model.get_weights()


@probe
def frozen_between_batches(surface):
    model = compiled(surface)
    yield "losses", train(model)
    model.trainable = False
    yield "losses after", train(model)
    yield "weights", model.get_weights()


@probe
def layer_frozen_after_compile(surface):
    model = compiled(surface)
    model.layers[0].trainable = False
    yield "losses", train(model)
    yield "weights", model.get_weights()


@probe
def layer_thawed_after_compile(surface):
    model = sequential(surface)
    model.layers[0].trainable = False
    model.compile(surface.keras.optimizers.SGD(0.1), "mse")
    model.layers[0].trainable = True
    yield "losses", train(model)
    yield "weights", model.get_weights()


@probe
def frozen_and_compiled_again(surface):
    model = compiled(surface)
    yield "losses", train(model)
    model.layers[0].trainable = False
    model.compile(surface.keras.optimizers.SGD(0.1), "mse")
    yield "losses after", train(model)
    yield "weights", model.get_weights()


@probe
def adversaries(surface):
    keras = surface.keras
    critic = compiled(surface)
    critic.trainable = False
    noise = keras.layers.Input((2,))
    maker = keras.layers.Dense(2, name="maker")
    combined = keras.models.Model(noise, critic(maker(noise)))
    maker.set_weights([reals(2, 2, start=1.0), reals(2)])
    combined.compile(keras.optimizers.SGD(0.1), "mse")
    for _ in range(2):
        yield_critic = critic.train_on_batch(rows(), targets())
        yield_combined = combined.train_on_batch(rows(start=5.0), targets())
    yield "loss of the critic", yield_critic
    yield "loss of both", yield_combined
    yield "weights of the critic", critic.get_weights()
    yield "weights of the maker", maker.get_weights()


@probe
def adversaries_switched_in_the_loop(surface):
    keras = surface.keras
    critic = compiled(surface)
    noise = keras.layers.Input((2,))
    maker = keras.layers.Dense(2, name="maker")
    combined = keras.models.Model(noise, critic(maker(noise)))
    maker.set_weights([reals(2, 2, start=1.0), reals(2)])
    critic.trainable = False
    combined.compile(keras.optimizers.SGD(0.1), "mse")
    for _ in range(2):
        critic.trainable = True
        critic.train_on_batch(rows(), targets())
        critic.trainable = False
        combined.train_on_batch(rows(start=5.0), targets())
    yield "weights of the critic", critic.get_weights()
    yield "weights of the maker", maker.get_weights()


@probe
def adversaries_with_fit(surface):
    keras = surface.keras
    critic = compiled(surface)
    critic.trainable = False
    noise = keras.layers.Input((2,))
    combined = keras.models.Model(noise, critic(keras.layers.Dense(2)(noise)))
    combined.compile(keras.optimizers.SGD(0.1), "mse")
    critic.fit(rows(), targets(), epochs=2, batch_size=5, shuffle=False, verbose=0)
    yield "weights of the critic", critic.get_weights()


@probe
def trainable_of_nested_models(surface):
    keras = surface.keras
    inner = sequential(surface)
    outer = keras.models.Sequential([inner, keras.layers.Dense(1)])
    outer.build((None, 2))
    yield "all", len(outer.trainable_weights)
    inner.trainable = False
    yield "inner frozen", [len(outer.trainable_weights), len(outer.non_trainable_weights)]
    inner.layers[0].trainable = True
    yield "one layer thawed", [len(outer.trainable_weights), len(inner.trainable_weights)]
    outer.trainable = False
    yield "outer frozen", [each.trainable for each in outer.layers]
    outer.layers[-1].trainable = True
    yield "last thawed", len(outer.trainable_weights)


@probe
def one_optimizer_for_two_models(surface):
    optimizer = surface.keras.optimizers.Adam(0.1)
    first, second = sequential(surface), sequential(surface)
    first.compile(optimizer, "mse")
    second.compile(optimizer, "mse")
    for model in (first, second, first):
        yield_loss = model.train_on_batch(rows(), targets())
    yield "loss", yield_loss
    yield "weights", first.get_weights()
    yield "weights of the second", second.get_weights()


@probe
def compiled_again_with_momentum(surface):
    model = sequential(surface)
    optimizer = surface.keras.optimizers.SGD(0.1, momentum=0.9)
    model.compile(optimizer, "mse")
    train(model)
    model.compile(optimizer, "mse")
    yield "losses after", train(model)
    yield "weights", model.get_weights()


@probe
def rate_set_after_training(surface):
    model = compiled(surface)
    train(model)
    optimizer = model.optimizer
    rate = optimizer.learning_rate if hasattr(optimizer, "learning_rate") else optimizer.lr
    surface.K.set_value(rate, 0.01)
    train(model)
    yield "weights", model.get_weights()


@probe
def not_compiled(surface):
    try:
        yield "trained", sequential(surface).train_on_batch(rows(), targets())
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        yield "error", type(error).__name__


@probe
def batches_with_metrics(surface):
    model = compiled(surface, ["mae"])
    yield "first", model.train_on_batch(rows(), targets())
    yield "second", model.train_on_batch(rows(start=3.0), targets())
    yield "tested", model.test_on_batch(rows(), targets())
    yield "tested again", model.test_on_batch(rows(start=3.0), targets())
    yield "evaluated", model.evaluate(rows(), targets(), verbose=0)
    yield "names", list(model.metrics_names)


@probe
def batches_that_go_on_counting(surface):
    model = compiled(surface, ["mae"])
    yield "first", model.test_on_batch(rows(), targets(), reset_metrics=False)
    yield "second", model.test_on_batch(rows(start=3.0), targets(), reset_metrics=False)


@probe
def batches_after_fit(surface):
    model = compiled(surface, ["mae"])
    model.fit(rows(), targets(), batch_size=4, shuffle=False, verbose=0)
    yield "tested", model.test_on_batch(rows(), targets())
    yield "trained", model.train_on_batch(rows(start=3.0), targets())


@probe
def batches_of_other_sizes(surface):
    model = compiled(surface)
    yield "losses", [model.train_on_batch(rows(count), targets(count)) for count in (10, 3, 1)]


@probe
def weights_of_samples(surface):
    model = compiled(surface, ["mae"])
    weights = reals(10) + 1
    yield "trained", model.train_on_batch(rows(), targets(), sample_weight=weights)
    yield "tested", model.test_on_batch(rows(), targets(), sample_weight=weights)
    yield "evaluated", model.evaluate(rows(), targets(), sample_weight=weights, batch_size=4, verbose=0)


@probe
def weighted_metrics(surface):
    model = sequential(surface)
    model.compile(surface.keras.optimizers.SGD(0.1), "mse", metrics=["mae"], weighted_metrics=["mae"])
    yield "tested", model.test_on_batch(rows(), targets(), sample_weight=reals(10) + 1)
    yield "names", list(model.metrics_names)


@probe
def weights_of_classes_of_a_batch(surface):
    model = compiled(surface, units=2, activation="softmax", loss="sparse_categorical_crossentropy")
    labels = (rows()[:, :1] > 0).astype("int32")
    yield "losses", [model.train_on_batch(rows(), labels, class_weight={0: 0.5, 1: 3.0}) for _ in range(3)]
    yield "weights", model.get_weights()


@probe
def order_of_weights(surface):
    keras = surface.keras
    layers = [keras.layers.Dense(2, input_shape=(2,)), keras.layers.BatchNormalization(), keras.layers.Dense(1)]
    model = keras.models.Sequential(layers)
    for name in ("weights", "trainable_weights", "non_trainable_weights"):
        yield name, [list(map(int, each.shape)) for each in getattr(model, name)]
    layers[0].trainable = False
    yield "first frozen", [list(map(int, each.shape)) for each in model.get_weights()]
    yield "trainable then", [list(map(int, each.shape)) for each in model.trainable_weights]


@probe
def targets_of_another_rank(surface):
    model = compiled(surface, ["mae"])
    yield "flat", model.test_on_batch(rows(), targets()[:, 0])


@probe
def labels_for_binary_accuracy(surface):
    model = compiled(surface, ["accuracy"], activation="sigmoid", loss="binary_crossentropy")
    labels = (rows()[:, :1] > 0).astype("int32")
    yield "in a column", model.test_on_batch(rows(), labels)


@probe
def flat_labels_for_binary_accuracy(surface):
    model = compiled(surface, ["accuracy"], activation="sigmoid", loss="binary_crossentropy")
    yield "flat", model.test_on_batch(rows(), (rows()[:, 0] > 0).astype("int32"))


@probe
def losses_of_two_outputs(surface):
    model = with_two_outputs(surface, loss=["mse", "mae"], loss_weights=[1.0, 0.5])
    yield "first", model.train_on_batch(rows(), two_targets())
    yield "weights", model.get_weights()
