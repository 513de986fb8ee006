"""`multi_gpu_model` becomes a strategy scope where the flow is proven, and goes to the shim elsewhere."""

from __future__ import annotations

import pytest

from codemods.engine.engine import check, upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_shimmed, check_sound, check_untouched, check_upgraded


def test_both_branches() -> None:
    check_upgraded(
        """
        import argparse
        import tensorflow as tf
        from keras.optimizers import SGD
        from keras.utils.training_utils import multi_gpu_model
        from networks import MiniGoogLeNet

        ap = argparse.ArgumentParser()
        ap.add_argument("-g", "--gpus", type=int, default=1)
        args = vars(ap.parse_args())
        G = args["gpus"]

        # check to see if we are compiling using just a single GPU
        if G <= 1:
            print("[INFO] training with 1 GPU...")
            model = MiniGoogLeNet.build(width=32, height=32, depth=3, classes=10)
        # otherwise, we are compiling using multiple GPUs
        else:
            print("[INFO] training with {} GPUs...".format(G))
            # we'll store a copy of the model on *every* GPU
            with tf.device("/cpu:0"):
                # initialize the model
                model = MiniGoogLeNet.build(width=32, height=32, depth=3, classes=10)
            # make the model parallel
            model = multi_gpu_model(model, gpus=G)

        # initialize the optimizer and model
        opt = SGD(lr=0.05, momentum=0.9)
        model.compile(loss="categorical_crossentropy", optimizer=opt, metrics=["accuracy"])
        """,
        """
        import argparse
        import tensorflow as tf
        from keras.optimizers import SGD
        from networks import MiniGoogLeNet

        ap = argparse.ArgumentParser()
        ap.add_argument("-g", "--gpus", type=int, default=1)
        args = vars(ap.parse_args())
        G = args["gpus"]

        # check to see if we are compiling using just a single GPU
        if G <= 1:
            print("[INFO] training with 1 GPU...")
            model = MiniGoogLeNet.build(width=32, height=32, depth=3, classes=10)
        # otherwise, we are compiling using multiple GPUs
        else:
            print("[INFO] training with {} GPUs...".format(G))
            # we'll store a copy of the model on *every* GPU
            # make the model parallel
            strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(G)])
            with strategy.scope():
                # initialize the model
                model = MiniGoogLeNet.build(width=32, height=32, depth=3, classes=10)

        with model.distribute_strategy.scope():
            # initialize the optimizer and model
            opt = SGD(learning_rate=0.05, momentum=0.9)
            model.compile(loss="categorical_crossentropy", optimizer=opt, metrics=["accuracy"])
        """,
    )


def test_template_saved_after_training() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from keras.applications import Xception
        from keras.utils import multi_gpu_model

        # on the CPU
        with tf.device("/cpu:0"):
            model = Xception(weights=None, classes=10)  # base

        # on 8 GPUs
        parallel_model = multi_gpu_model(model, gpus=8)
        parallel_model.compile(loss="mse", optimizer="rmsprop")  # one loss
        parallel_model.fit(x, y, epochs=20, batch_size=256)
        model.save("my_model.h5")  # the template
        """,
        """
        import keras
        import tensorflow as tf
        from keras.applications import Xception

        # on 8 GPUs
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(8)])
        with strategy.scope():
            model = Xception(weights=None, classes=10)  # base
            model.compile(loss="mse", optimizer=keras.optimizers.RMSprop(epsilon=1e-14))  # one loss
        model.fit(x, y, epochs=20, batch_size=256)
        model.save("my_model.h5")  # the template
        """,
    )


def test_inner_model_by_layers() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        model = load_model("start.h5", compile=False)
        parallel_model = multi_gpu_model(model, gpus=2)
        parallel_model.compile("sgd", "poisson")
        parallel_model.fit(x, y)
        parallel_model.layers[-2].save("m.h5")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            model = load_model("start.h5", compile=False)
            model.compile("sgd", "poisson")
        model.fit(x, y)
        model.save("m.h5")
        """,
    )


def test_inner_model_of_an_inline_template() -> None:
    check_upgraded(
        """
        from keras.layers import Dense, Input
        from keras.models import Model
        from keras.utils import multi_gpu_model
        inputs = Input((4,))
        parallel_model = multi_gpu_model(Model(inputs, Dense(2)(inputs)), gpus=2)
        parallel_model.compile("sgd", "mse")
        parallel_model.layers[-2].save_weights("t.weights.h5")
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense, Input
        from keras.models import Model
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            inputs = Input((4,))
            parallel_model = Model(inputs, Dense(2)(inputs))
            parallel_model.compile("sgd", "mse")
        parallel_model.save_weights("t.weights.h5")
        """,
    )


def test_rebinding() -> None:
    check_upgraded(
        """
        import keras
        model = keras.models.Sequential([keras.layers.Dense(2, input_shape=(4,))])
        model = keras.utils.multi_gpu_model(model, 2)
        model.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        import keras
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            model = keras.models.Sequential([keras.layers.Dense(2, input_shape=(4,))])
            model.compile("sgd", "mse")
        """,
    )


@pytest.mark.parametrize("name", ["parallel", "model"])
def test_batches_are_spoken_of_where_the_model_trains(name: str) -> None:
    made = (
        "from keras.models import load_model\nfrom keras.utils import multi_gpu_model\nmodel = load_model('m.keras')\n"
    )
    used = f'{name} = multi_gpu_model(model, 2)\n{name}.compile("sgd", "mse")\n{name}.fit(x, y)\n'
    [said] = [each.message for each in check_sound(made + used).changes if "scope" in each.message]
    assert "use batch sizes that divide by the replicas" in said


def test_rebinding_of_a_functional_model() -> None:
    check_upgraded(
        """
        from keras.layers import Dense, Input
        from keras.models import Model
        from keras.utils import multi_gpu_model
        def train(x, y):
            a = Input((4,))
            b = Dense(3)(a)
            b = Dense(2)(b)
            model = Model(inputs=a, outputs=b)
            model.summary()
            model = multi_gpu_model(model, gpus=2)
            model.compile("sgd", "mse")
            return model.fit(x, y)
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense, Input
        from keras.models import Model
        def train(x, y):
            strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
            with strategy.scope():
                a = Input((4,))
                b = Dense(3)(a)
                b = Dense(2)(b)
                model = Model(inputs=a, outputs=b)
                model.summary()
                model.compile("sgd", "mse")
            return model.fit(x, y)
        """,
    )


def test_try_except_pass() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        model = load_model("x.h5", compile=False)
        try:
            model = multi_gpu_model(model, cpu_relocation=True)
        except:
            pass
        model.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        strategy = (
            tf.distribute.MirroredStrategy()
            if len(tf.config.list_physical_devices("GPU")) > 1
            else tf.distribute.get_strategy()
        )
        with strategy.scope():
            model = load_model("x.h5", compile=False)
            model.compile("sgd", "mse")
        """,
    )


@pytest.mark.parametrize(
    ("given", "is_said"), [("cpu_relocation=True", True), ("cpu_relocation=False", False), ("cpu_merge=False", False)]
)
def test_a_template_that_was_copied(given: str, is_said: bool) -> None:
    """Keras 2.2.4 and 2.3.1 trained a copy with new weights, and left the template as it was."""
    source = (
        "from keras.models import load_model\nfrom keras.utils import multi_gpu_model\nmodel = load_model('x.h5')\n"
        f"parallel = multi_gpu_model(model, 2, {given})\nparallel.compile('sgd', 'mse')\nmodel.save('y.h5')\n"
    )
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert any("train a copy" in each.message for each in result.changes if each.code == "TFM201") is is_said


def test_try_except_value_error_with_prints() -> None:
    check_upgraded(
        """
        from keras.applications import Xception
        from keras.utils import multi_gpu_model
        model = Xception(weights=None)
        try:
            parallel_model = multi_gpu_model(model, gpus=2)
            print("Training using multiple GPUs..")
        except ValueError as e:
            parallel_model = model
            print("Training using single GPU or CPU..")
        parallel_model.compile(loss="mse", optimizer="sgd")
        parallel_model.fit(x, y)
        """,
        """
        import tensorflow as tf
        from keras.applications import Xception
        strategy = (
            tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
            if len(tf.config.list_physical_devices("GPU")) >= 2
            else tf.distribute.get_strategy()
        )
        with strategy.scope():
            model = Xception(weights=None)
        if strategy.num_replicas_in_sync > 1:
            print("Training using multiple GPUs..")
        else:
            print("Training using single GPU or CPU..")
        with strategy.scope():
            model.compile(loss="mse", optimizer="sgd")
        model.fit(x, y)
        """,
    )


def test_callback_that_holds_the_template() -> None:
    check_upgraded(
        """
        from keras.callbacks import Callback
        from keras.utils import multi_gpu_model
        from networks import build
        class Saver(Callback):
            def __init__(self, m):
                super(Saver, self).__init__()
                self.model_to_save = m
            def on_epoch_end(self, epoch, logs=None):
                self.model_to_save.save("m_%d.h5" % epoch)
        model = build()
        parallel = multi_gpu_model(model, gpus=4)
        parallel.compile("adam", "mse")
        parallel.fit(x, y, callbacks=[Saver(model)])
        """,
        """
        import tensorflow as tf
        from keras.callbacks import Callback
        from networks import build
        class Saver(Callback):
            def __init__(self, m):
                super(Saver, self).__init__()
                self.model_to_save = m
            def on_epoch_end(self, epoch, logs=None):
                self.model_to_save.save("m_%d.h5" % epoch)
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(4)])
        with strategy.scope():
            model = build()
            model.compile("adam", "mse")
        model.fit(x, y, callbacks=[Saver(model)])
        """,
    )


def test_subclass_that_redirects() -> None:
    check_upgraded(
        """
        from keras.layers import Dense
        from keras.models import Model, Sequential
        from keras.utils import multi_gpu_model

        class ModelMGPU(Model):
            def __init__(self, ser_model, gpus):
                pmodel = multi_gpu_model(ser_model, gpus)
                self.__dict__.update(pmodel.__dict__)
                self._smodel = ser_model

            def __getattribute__(self, attrname):
                if 'load' in attrname or 'save' in attrname:
                    return getattr(self._smodel, attrname)
                return super(ModelMGPU, self).__getattribute__(attrname)

        model = Sequential([Dense(2, input_shape=(4,))])
        gpu_model = ModelMGPU(model, 2)
        gpu_model.compile("sgd", "mse")
        gpu_model.save("m.h5")
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Model, Sequential

        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            model = Sequential([Dense(2, input_shape=(4,))])
            model.compile("sgd", "mse")
        model.save("m.h5")
        """,
    )


def test_count_by_len_of_split() -> None:
    check_upgraded(
        """
        import argparse
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.utils import multi_gpu_model
        parser = argparse.ArgumentParser()
        parser.add_argument("--gpu", default="0,1")
        args = parser.parse_args()
        model = Sequential([Dense(2, input_shape=(4,))])
        gpus = len(args.gpu.split(","))
        if gpus > 1:
            model = multi_gpu_model(model, gpus=gpus)
        model.compile("sgd", "mse")
        """,
        """
        import argparse
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential
        parser = argparse.ArgumentParser()
        parser.add_argument("--gpu", default="0,1")
        args = parser.parse_args()
        gpus = len(args.gpu.split(","))
        strategy = (
            tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(gpus)])
            if gpus > 1
            else tf.distribute.get_strategy()
        )
        with strategy.scope():
            model = Sequential([Dense(2, input_shape=(4,))])
        with strategy.scope():
            model.compile("sgd", "mse")
        """,
    )


def test_count_by_available_gpus() -> None:
    check_upgraded(
        """
        from keras import backend as K
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.utils import multi_gpu_model
        n = len(K.tensorflow_backend._get_available_gpus())
        model = Sequential([Dense(2, input_shape=(4,))])
        if n > 1:
            parallel = multi_gpu_model(model, n)
        else:
            parallel = model
        parallel.compile("sgd", "mse")
        parallel.fit(x, y)
        model.save("m.h5")
        """,
        """
        import tensorflow as tf
        from keras import backend as K
        from keras.layers import Dense
        from keras.models import Sequential
        n = len(tf.config.list_physical_devices("GPU"))
        strategy = (
            tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(n)])
            if n > 1
            else tf.distribute.get_strategy()
        )
        with strategy.scope():
            model = Sequential([Dense(2, input_shape=(4,))])
            model.compile("sgd", "mse")
        model.fit(x, y)
        model.save("m.h5")
        """,
    )


def test_list_of_ids() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        model = load_model("x.h5", compile=False)
        pm = multi_gpu_model(model, gpus=[0, 2])
        pm.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        strategy = tf.distribute.MirroredStrategy(["GPU:0", "GPU:2"])
        with strategy.scope():
            model = load_model("x.h5", compile=False)
            model.compile("sgd", "mse")
        """,
    )


def test_none_means_all() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        model = load_model("x.h5", compile=False)
        pm = multi_gpu_model(model, gpus=None)
        pm.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = load_model("x.h5", compile=False)
            model.compile("sgd", "mse")
        """,
    )


def test_no_count_means_all() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        model = load_model("x.h5", compile=False)
        pm = multi_gpu_model(model, cpu_merge=False)
        pm.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = load_model("x.h5", compile=False)
            model.compile("sgd", "mse")
        """,
    )


def test_expression_for_the_count() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        NODES = 4
        model = load_model("x.h5", compile=False)
        pm = multi_gpu_model(model, gpus=NODES * 2)
        pm.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        NODES = 4
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(NODES * 2)])
        with strategy.scope():
            model = load_model("x.h5", compile=False)
            model.compile("sgd", "mse")
        """,
    )


def test_attributes_of_a_class() -> None:
    check_upgraded(
        """
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.optimizers import Adam
        from keras.utils import multi_gpu_model
        class Net:
            def __init__(self, gpus):
                self.gpus = gpus
                self.model = self.build()
                if self.gpus > 1:
                    self.parallel = multi_gpu_model(self.model, gpus=self.gpus)
                else:
                    self.parallel = self.model
                self.parallel.compile(Adam(lr=1e-3), "mse")
            def build(self):
                return Sequential([Dense(2, input_shape=(4,))])
            def train(self, x, y):
                self.parallel.fit(x, y)
                self.model.save("m.h5")
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.optimizers import Adam
        class Net:
            def __init__(self, gpus):
                self.gpus = gpus
                strategy = (
                    tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(self.gpus)])
                    if self.gpus > 1
                    else tf.distribute.get_strategy()
                )
                with strategy.scope():
                    self.model = self.build()
                self.parallel = self.model
                with strategy.scope():
                    self.parallel.compile(Adam(learning_rate=1e-3), "mse")
            def build(self):
                return Sequential([Dense(2, input_shape=(4,))])
            def train(self, x, y):
                self.parallel.fit(x, y)
                self.model.save("m.h5")
        """,
    )


def test_factory_with_compile_elsewhere() -> None:
    check_upgraded(
        """
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.optimizers import Adam
        from keras.utils import multi_gpu_model
        def make(gpus=2):
            model = Sequential([Dense(2, input_shape=(4,))])
            if gpus > 1:
                model = multi_gpu_model(model, gpus)
            return model
        def main(x, y):
            model = make()
            model.compile(Adam(lr=1e-3), "mse")
            model.fit(x, y)
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.optimizers import Adam
        def make(gpus=2):
            strategy = (
                tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(gpus)])
                if gpus > 1
                else tf.distribute.get_strategy()
            )
            with strategy.scope():
                model = Sequential([Dense(2, input_shape=(4,))])
            return model
        def main(x, y):
            model = make()
            with model.distribute_strategy.scope():
                model.compile(Adam(learning_rate=1e-3), "mse")
            model.fit(x, y)
        """,
    )


def test_factory_of_both_models() -> None:
    check_upgraded(
        """
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.utils import multi_gpu_model
        def make():
            template = Sequential([Dense(2, input_shape=(4,))])
            parallel = multi_gpu_model(template, 2)
            return template, parallel
        def main(x, y):
            template, parallel = make()
            parallel.compile("sgd", "mse")
            parallel.fit(x, y)
            template.save("m.h5")
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential
        def make():
            strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
            with strategy.scope():
                template = Sequential([Dense(2, input_shape=(4,))])
            return template, template
        def main(x, y):
            template, parallel = make()
            with parallel.distribute_strategy.scope():
                parallel.compile("sgd", "mse")
            parallel.fit(x, y)
            template.save("m.h5")
        """,
    )


def test_optimizer_before_the_model() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.optimizers import Adam
        from keras.utils import multi_gpu_model
        opt = Adam(lr=1e-3)
        model = load_model("x.h5", compile=False)
        pm = multi_gpu_model(model, 2)
        pm.compile(opt, "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        from keras.optimizers import Adam
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            opt = Adam(learning_rate=1e-3)
            model = load_model("x.h5", compile=False)
            model.compile(opt, "mse")
        """,
    )


def test_template_used_between() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        model = load_model("x.h5", compile=False)
        pm = multi_gpu_model(model, 2)
        model.summary()
        pm.compile("sgd", "mse")
        pm.fit(x, y)
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            model = load_model("x.h5", compile=False)
        model.summary()
        with strategy.scope():
            model.compile("sgd", "mse")
        model.fit(x, y)
        """,
    )


def test_template_changed_before() -> None:
    check_upgraded(
        """
        from keras.layers import Dense
        from keras.models import Sequential
        from keras.utils import multi_gpu_model
        model = Sequential()
        model.add(Dense(1, input_shape=(2,)))
        model.load_weights("w.h5")
        for layer in model.layers[:1]:
            layer.trainable = False
        pm = multi_gpu_model(model, 2)
        pm.compile("sgd", "mse")
        pm.fit(x, y)
        """,
        """
        import tensorflow as tf
        from keras.layers import Dense
        from keras.models import Sequential
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            model = Sequential()
            model.add(Dense(1, input_shape=(2,)))
            model.load_weights("w.h5")
            for layer in model.layers[:1]:
                layer.trainable = False
            model.compile("sgd", "mse")
        model.fit(x, y)
        """,
    )


def test_built_in_two_branches() -> None:
    check_upgraded(
        """
        from keras.models import Sequential, load_model
        from keras.utils import multi_gpu_model
        if resume:
            model = load_model("a.h5", compile=False)
        else:
            model = Sequential()
        pm = multi_gpu_model(model, 2)
        pm.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import Sequential, load_model
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            if resume:
                model = load_model("a.h5", compile=False)
            else:
                model = Sequential()
            model.compile("sgd", "mse")
        """,
    )


def test_names_strategy_and_tf_are_taken() -> None:
    check_upgraded(
        """
        import tflearn as tf
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        strategy = "fast"
        model = load_model("x.h5", compile=False)
        pm = multi_gpu_model(model, 2)
        pm.compile("sgd", "mse")
        print(strategy, tf)
        """,
        """
        import tflearn as tf
        import tensorflow
        from keras.models import load_model
        strategy = "fast"
        mirrored_strategy = tensorflow.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with mirrored_strategy.scope():
            model = load_model("x.h5", compile=False)
            model.compile("sgd", "mse")
        print(strategy, tf)
        """,
    )


def test_parameters_and_keywords_of_the_same_name_stay() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils import multi_gpu_model
        def run(f):
            model = load_model("x.h5", compile=False)
            pm = multi_gpu_model(model, 2)
            pm.compile("sgd", "mse")
            def other(pm): return pm
            again = lambda: pm.predict(x)
            return f(pm=pm, model=model, other=other, again=again, text="pm", attribute=f.pm)
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        def run(f):
            strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
            with strategy.scope():
                model = load_model("x.h5", compile=False)
                model.compile("sgd", "mse")
            def other(pm): return pm
            again = lambda: model.predict(x)
            return f(pm=model, model=model, other=other, again=again, text="pm", attribute=f.pm)
        """,
    )


def test_try_imports_of_both_places() -> None:
    check_upgraded(
        """
        try:
            from keras.utils import multi_gpu_model
        except ImportError:
            from keras.utils.training_utils import multi_gpu_model
        from keras.models import load_model
        model = load_model("x.h5", compile=False)
        model = multi_gpu_model(model, 2)
        model.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            model = load_model("x.h5", compile=False)
            model.compile("sgd", "mse")
        """,
    )


def test_tf_keras() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        model = tf.keras.applications.ResNet50(weights=None)
        model = tf.keras.utils.multi_gpu_model(model, gpus=2)
        model.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            model = tf.keras.applications.ResNet50(weights=None)
            model.compile("sgd", "mse")
        """,
    )


def test_alias_of_the_function() -> None:
    check_upgraded(
        """
        from keras.models import load_model
        from keras.utils.multi_gpu_utils import multi_gpu_model as on_gpus
        model = load_model("x.h5", compile=False)
        model = on_gpus(model, 2)
        model.compile("sgd", "mse")
        """,
        """
        import tensorflow as tf
        from keras.models import load_model
        strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])
        with strategy.scope():
            model = load_model("x.h5", compile=False)
            model.compile("sgd", "mse")
        """,
    )


HEAD = "from keras.models import Model, Sequential, load_model\nfrom keras.utils import multi_gpu_model\n"


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        (
            "m = load_model('x.h5', compile=False)\nfor k in range(3):\n    m = multi_gpu_model(m, 2)\n",
            5,
            "it is under a",
        ),
        ("m = load_model('x.h5', compile=False)\nwhile True:\n    m = multi_gpu_model(m, 2)\n", 5, "it is under a"),
        (
            "m = load_model('x.h5', compile=False)\npm = multi_gpu_model(m, 2)\npm.compile('sgd')\npm.train_on_batch(x, y)\n",
            4,
            "train_on_batch",
        ),
        (
            "m = load_model('x.h5', compile=False)\npm = multi_gpu_model(m, 2)\npm.compile('sgd')\npm.test_on_batch(x, y)\n",
            4,
            "test_on_batch",
        ),
        (
            "m = load_model('x.h5', compile=False)\npm = multi_gpu_model(m, 2)\npm.predict_on_batch(x)\n",
            4,
            "predict_on_batch",
        ),
        ("m = load_model('x.h5', compile=False)\nm = multi_gpu_model(m, gpus=how_many())\n", 4, "number or a list"),
        ("m = load_model('x.h5', compile=False)\nm = multi_gpu_model(m, gpus='0,1')\n", 4, ""),
        ("m = load_model('x.h5', compile=False)\nm = multi_gpu_model(m, 1)\n", 4, "at least 2"),
        ("m = load_model('x.h5', compile=False)\nm = multi_gpu_model(*arguments)\n", 4, "unpacked"),
        ("m = load_model('x.h5', compile=False)\nm = multi_gpu_model(m, **options)\n", 4, "unpacked"),
        ("m = load_model('x.h5', compile=False)\nm = multi_gpu_model(m, 2, 3, 4, 5)\n", 4, "unpacked"),
        ("m = load_model('x.h5', compile=False)\nmulti_gpu_model(m, 2).compile('sgd')\n", 4, "one name"),
        ("m = load_model('x.h5', compile=False)\npm, n = multi_gpu_model(m, 2), 3\n", 4, "one name"),
        ("m = load_model('x.h5', compile=False)\nall = [multi_gpu_model(m, 2) for m in ms]\n", 4, "one name"),
        ("m = load_model('x.h5', compile=False)\na = b = multi_gpu_model(m, 2)\n", 4, "one name"),
        ("m = load_model('x.h5', compile=False); m = multi_gpu_model(m, 2)\n", 3, "larger statement"),
        ("m = load_model('x.h5', compile=False)\nif G > 1: m = multi_gpu_model(m, G)\n", 4, "larger statement"),
        ("def f(m):\n    m = multi_gpu_model(m, 2)\n    return m\n", 4, "not built in the same function"),
        ("def f():\n    m = Sequential()\n    def g():\n        return multi_gpu_model(m, 2)\n    return g()\n", 6, ""),
        ("m = Sequential()\nif a:\n    1\nelse:\n    if b:\n        m = multi_gpu_model(m, 2)\n", 8, "more than one"),
        ("m = Sequential()\nif a:\n    1\nelif b:\n    2\nelse:\n    m = multi_gpu_model(m, 2)\n", 9, "elif"),
        ("m = Sequential()\nif ask():\n    m = multi_gpu_model(m, 2)\n", 5, "calls functions"),
        (
            "m = Sequential()\ntry:\n    m = multi_gpu_model(m, 2)\nexcept ValueError:\n    pass\nexcept OSError:\n    pass\n",
            5,
            "handler",
        ),
        *(
            (
                f"m = Sequential()\ntry:\n    m = multi_gpu_model(m, 2)\nexcept ValueError as e:\n    {each}\n",
                5,
                "reads",
            )
            for each in ("print('one GPU', e)", "log(str(e))", "traceback.print_exc()", "if strict: raise")
        ),
        ("m = Sequential()\ntry:\n    m = multi_gpu_model(m, 2)\nfinally:\n    print(1)\n", 5, ""),
        ("with open(p) as f:\n    m = f\n    pm = multi_gpu_model(f, 2)\n", 5, ""),
        ("m = Sequential()\npm = multi_gpu_model(m, 2)\nz = Model(a, pm(a))\nz.compile('sgd')\n", 4, "another model"),
        (
            "m = Sequential()\npm = multi_gpu_model(m, 2)\npm.compile('sgd')\npm.fit(x)\npm = load_model('y', compile=False)\n",
            4,
            "reassigned",
        ),
        (
            "m = Sequential()\npm = multi_gpu_model(m, 2)\npm.compile('sgd')\npm.fit(x)\nm.compile('sgd')\nm.fit(x)\n",
            4,
            "compiled on its own",
        ),
        (
            "m = Sequential()\npm = multi_gpu_model(m, 2)\npm.compile('sgd')\nprint(pm.layers[3])\n",
            4,
            "depends on the layers",
        ),
        (
            "m = Sequential()\npm = multi_gpu_model(m, 2)\npm.compile('sgd')\nprint(pm.get_layer('body'))\n",
            4,
            "depends on the layers",
        ),
        ("m = Sequential()\npm = multi_gpu_model(m, 2)\ncompile_it(pm)\npm.fit(x)\n", 4, "not compiled in this file"),
        ("f = multi_gpu_model\nm = f(Sequential(), 2)\n", 3, "referenced without being called"),
        ("m = wrap(multi_gpu_model)\n", 3, "referenced without being called"),
        ("m = multi_gpu_model(models[0], 2)\n", 3, "neither a variable nor a call"),
    ],
)
def test_to_the_shim(source: str, line: int, reason: str) -> None:
    check_shimmed(HEAD + source, line, reason)


@pytest.mark.parametrize(
    ("source", "reason", "culprit"),
    [
        ("for k in ks:\n    m = Sequential()\n    m = multi_gpu_model(m, k)\n    m.compile('sgd')\n", "sets k", 3),
        ("def f(m):\n    x = 1\n    m = multi_gpu_model(m, 2)\n", "m is not built in the same function", 3),
        ("m = load()\ndef f():\n    p = multi_gpu_model(m, 2)\n", "m is not built in the same function", 3),
        ("for m in models:\n    pass\np = multi_gpu_model(m, 2)\n", "m is not built in the same function", 3),
        ("m = Sequential()\nif a:\n    1\nelse:\n    if b:\n        m = multi_gpu_model(m, 2)\n", "more than one", 4),
        ("m = Sequential()\nif x and \\\n        ask():\n    m = multi_gpu_model(m, 2)\n", "calls functions", 5),
        ("m = Sequential()\np = multi_gpu_model(m, 2)\np.compile('sgd')\np = load()\n", "p is reassigned", 6),
        ("m = Sequential()\np = multi_gpu_model(m, 2)\np.compile('sgd')\n\np.layers[3]\n", "p.layers depends on", 7),
        ("m = Sequential()\np = multi_gpu_model(m, 2)\nif x: p.compile('sgd')\n", "part of a larger statement", 5),
        ("m = Sequential()\np = multi_gpu_model(m, 2)\np.compile('sgd')\np.fit(x, y,\n  33)\n", "batch of 33", 6),
        ("m = Sequential()\nn = count(m)\nn = f()\np = multi_gpu_model(m, n)\n", "n is known only after", 4),
    ],
)
def test_the_line_to_blame_is_named(source: str, reason: str, culprit: int) -> None:
    result = check_sound(HEAD + source)
    [finding] = [each for each in result.notes if each.code == "TFM201"]
    assert reason in finding.message
    assert finding.message.endswith(f" (line {culprit})")
    assert finding.culprit == culprit


def test_the_line_of_the_call_is_not_named_twice() -> None:
    result = check_shimmed(HEAD + "m = multi_gpu_model(*arguments)\n", 3, "unpacked")
    assert [each.culprit for each in result.notes] == [0]
    assert all("line" not in each.message for each in result.notes)


def test_check_names_the_line_of_the_source() -> None:
    source = (
        "import keras\nm = load()\np = keras.utils.multi_gpu_model(m, 2)\np.compile('sgd')\np.train_on_batch(x, y)\n"
    )
    after = check_sound(source)
    assert after.after.startswith(b"from compat"), "lines have moved"
    assert "(line 6)" in next(each.message for each in after.notes if each.code == "TFM201")
    found = check(source.encode())
    assert isinstance(found, Upgraded)
    [finding] = [each for each in found.notes if "on the shim" in each.message]
    assert (finding.line, finding.culprit) == (3, 5)
    assert finding.message.endswith(" (line 5)")


def test_one_doubt_sends_all_calls_to_the_shim() -> None:
    result = check_shimmed(
        HEAD + "a = Sequential()\na = multi_gpu_model(a, 2)\na.compile('sgd')\nb = multi_gpu_model(make(), n())\n",
        6,
        "",
    )
    assert result.after.count(b"multi_gpu_model(") == 2


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "from keras.utils import multi_gpu_model, plot_model",
            "from keras.utils import plot_model\nfrom compat.keras.utils import multi_gpu_model",
        ),
        (
            "from keras.utils import plot_model, multi_gpu_model  # both",
            "from keras.utils import plot_model  # both\nfrom compat.keras.utils import multi_gpu_model",
        ),
        ("from keras.utils.training_utils import multi_gpu_model", "from compat.keras.utils import multi_gpu_model"),
        (
            "from keras.utils.multi_gpu_utils import multi_gpu_model  # here",
            "from compat.keras.utils import multi_gpu_model  # here",
        ),
        ("from tensorflow.keras.utils import multi_gpu_model", "from compat.keras.utils import multi_gpu_model"),
        ("from tensorflow.python.keras.utils import multi_gpu_model", "from compat.keras.utils import multi_gpu_model"),
        (
            "from tensorflow.contrib.keras.utils import multi_gpu_model",
            "from compat.keras.utils import multi_gpu_model",
        ),
    ],
)
def test_import_of_the_shim(legacy: str, modern: str) -> None:
    use = "\nm = multi_gpu_model(load(), **options)\n"
    result = check_shimmed(legacy + use, modern.count("\n") + 2, "unpacked")
    assert result.after.decode() == modern + use


def test_shim_under_another_name() -> None:
    result = check_shimmed("from keras.utils import multi_gpu_model as on\nm = on(load(), **options)\n", 2, "unpacked")
    assert result.after == b"from compat.keras.utils import multi_gpu_model as on\nm = on(load(), **options)\n"


def test_shim_for_a_dotted_call() -> None:
    result = check_shimmed(
        "import keras as k\nm = k.utils.multi_gpu_model(k.models.load_model(p, compile=False), **options)\n",
        3,
        "unpacked",
    )
    text = result.after.decode()
    assert "from compat.keras.utils import multi_gpu_model\n" in text
    assert "m = multi_gpu_model(k.models.load_model(p, compile=False), **options)\n" in text


def test_shim_for_a_dotted_call_beside_an_own_function() -> None:
    text = check_sound(
        """
        import keras
        def multi_gpu_model(model):
            return keras.utils.multi_gpu_model(model, **options)
        """
    ).after.decode()
    assert "    return multi_gpu_model(model" not in text


def test_several_models() -> None:
    text = check_sound(
        HEAD + "a = Sequential()\nb = Sequential()\npa = multi_gpu_model(a, 2)\npb = multi_gpu_model(b, 2)\n"
        "pa.compile('sgd', 'mse')\npb.compile('sgd', 'mse')\npa.fit(x, y)\npb.fit(x, y)\na.save('a.h5')\n"
    ).after.decode()
    assert "multi_gpu_model" not in text
    assert text.count("MirroredStrategy(") == 1
    assert "    a.compile('sgd', 'mse')\n" in text
    assert "    b.compile('sgd', 'mse')\n" in text
    assert text.endswith("a.fit(x, y)\nb.fit(x, y)\na.save('a.h5')\n")


def test_several_models_share_one_strategy() -> None:
    text = check_sound(
        HEAD + "a = Sequential()\nb = Sequential()\npa = multi_gpu_model(a, 2)\npb = multi_gpu_model(b, 2)\n"
        "pa.compile('sgd', 'mse')\npb.compile('sgd', 'mse')\n"
    ).after.decode()
    assert text.count("MirroredStrategy(") == 1
    assert "    with " not in text, "a scope within the same scope"


# --- wrong edits


def _meaning(source: str) -> str:
    """The upgraded text, which may be native or on the shim."""
    return check_sound(HEAD + source).after.decode()


def test_two_calls_on_one_template() -> None:
    text = _meaning(
        "model = load_model('x.h5', compile=False)\np2 = multi_gpu_model(model, gpus=2)\np4 = multi_gpu_model(model, gpus=4)\n"
        "p2.compile('sgd', 'mse')\np4.compile('sgd', 'mse')\np2.fit(x, y)\np4.fit(x, y)\n"
    )
    assert "model = multi_gpu_model(model" not in text


def test_template_is_bound_again() -> None:
    text = _meaning(
        "model = load_model('x.h5', compile=False)\npm = multi_gpu_model(model, gpus=2)\nmodel = load_model('teacher.h5')\n"
        "pm.compile('sgd', 'mse')\npm.fit(x, model.predict(x))\n"
    )
    assert "pm.fit(x, model.predict(x))" in text


def test_parallel_model_is_deleted() -> None:
    text = _meaning(
        "model = load_model('x.h5', compile=False)\npm = multi_gpu_model(model, gpus=2)\npm.compile('sgd', 'mse')\npm.fit(x, y)\n"
        "del pm\nmodel.save('y.h5')\n"
    )
    assert "del model" not in text


def test_arguments_are_parsed_after_the_build() -> None:
    text = _meaning(
        "import argparse\nmodel = load_model('x.h5', compile=False)\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--gpus', type=int)\nargs = parser.parse_args()\n"
        "pm = multi_gpu_model(model, gpus=args.gpus)\npm.compile('sgd', 'mse')\n"
    )
    assert text.index("add_argument") < text.index("parse_args")


def test_list_grows_after_the_build() -> None:
    text = _meaning(
        "ids = [0]\nmodel = load_model('x.h5', compile=False)\nids.append(1)\npm = multi_gpu_model(model, gpus=ids)\npm.compile('sgd')\n"
    )
    assert "MirroredStrategy" not in text or text.index("append") < text.index("MirroredStrategy")


def test_visible_devices_are_set_after_the_build() -> None:
    text = _meaning(
        "import os\nmodel = load_model('x.h5', compile=False)\nos.environ['CUDA_VISIBLE_DEVICES'] = '0,1'\n"
        "pm = multi_gpu_model(model, gpus=2)\npm.compile('sgd')\n"
    )
    assert "MirroredStrategy" not in text or text.index("environ") < text.index("MirroredStrategy")


@pytest.mark.parametrize(
    ("head", "setting"),
    [
        ("from os import environ\n", "environ['CUDA_VISIBLE_DEVICES'] = '0,1'"),
        ("from os import environ as e\n", "e.update(CUDA_VISIBLE_DEVICES='0,1')"),
        ("import os as system\n", "system.environ['CUDA_VISIBLE_DEVICES'] = '0,1'"),
        ("from os import *\n", "environ['CUDA_VISIBLE_DEVICES'] = '0,1'"),
        ("import os\n", "os.putenv('CUDA_VISIBLE_DEVICES', '0,1')"),
        ("import os\n", "os.environ = dict(os.environ, CUDA_VISIBLE_DEVICES='0,1')"),
    ],
)
def test_visible_devices_are_set_by_any_name(head: str, setting: str) -> None:
    source = f"model = load_model('x.h5', compile=False)\n{setting}\npm = multi_gpu_model(model, gpus=2)\npm.compile('sgd')\n"
    check_shimmed(head + HEAD + source, 6, "GPUs are set up after the model is built (line 5)")


@pytest.mark.parametrize(
    "line", ["request.environ = 1", "job = start(environ=1)", "os = environ_of(job)", "from os import environ"]
)
def test_another_environ_sets_up_nothing(line: str) -> None:
    text = _meaning(
        f"from os import environ\ndef f():\n    model = load_model('x.h5', compile=False)\n    {line}\n"
        "    pm = multi_gpu_model(model, gpus=2)\n    pm.compile('sgd')\n    return pm\n"
    )
    assert "MirroredStrategy" in text


def test_a_condition_within_the_number_of_gpus() -> None:
    text = _meaning(
        "ids = '0,1'\nmodel = load_model('x.h5', compile=False)\n"
        "pm = multi_gpu_model(model, gpus=len([number for number in ids.strip().split(',') if number]))\n"
        "pm.compile('sgd')\n"
    )
    assert "range(len([number for number in ids.strip().split(',') if number]))" in text


def test_a_number_of_the_same_name_is_another_one() -> None:
    use = "n = read()\nmodel = load_model('x.h5', compile=False)\npm = multi_gpu_model(model, gpus=n)\npm.compile('sgd')\n"
    assert "isinstance(n, int)" not in _meaning("def f():\n    return n > 1\n" + use)
    assert "isinstance(n, int)" in _meaning("def f(n):\n    return n > 1\n" + use)


@pytest.mark.parametrize(
    "options",
    [
        "p.add_argument('--n', type=int)\nq.add_argument('--n', type=eval)",
        "int = eval\np.add_argument('--n', type=int)",
        "p.add_argument('--n', type=int, nargs='*')",
    ],
)
def test_an_option_that_may_be_a_list(options: str) -> None:
    text = _meaning(
        f"{options}\nmodel = load_model('x.h5', compile=False)\npm = multi_gpu_model(model, gpus=p.parse_args().n)\n"
        "pm.compile('sgd')\n"
    )
    assert "MirroredStrategy" not in text


def test_session_is_set_after_the_call() -> None:
    text = _meaning(
        "import tensorflow as tf\nfrom keras import backend as K\nmodel = load_model('x.h5', compile=False)\n"
        "pm = multi_gpu_model(model, gpus=2)\nconfig = tf.ConfigProto()\nconfig.gpu_options.allow_growth = True\n"
        "K.set_session(tf.Session(config=config))\npm.compile('sgd', 'mse')\n"
    )
    assert "set_memory_growth" not in text or text.index("set_memory_growth") < text.index(
        "load_model('x.h5', compile=False)"
    )


@pytest.mark.parametrize(
    "source",
    [
        (
            "def finetune(m):\n    m.compile('adam', 'mse')\n    m.fit(x, y)\nmodel = load_model('x.h5', compile=False)\n"
            "pm = multi_gpu_model(model, 2)\npm.compile('adam', 'mse')\npm.fit(x, y)\nfinetune(pm)\n"
        ),
        (
            "def start():\n    global model\n    model = load_model('x.h5', compile=False)\n    model = multi_gpu_model(model, 2)\n"
            "def train():\n    model.compile('adam', 'mse')\n    model.fit(x, y)\n"
        ),
    ],
    ids=["handed on", "global"],
)
def test_compile_in_another_function(source: str) -> None:
    lines = _meaning(source).splitlines()
    at = next(index for index, line in enumerate(lines) if ".compile('adam'" in line and "pm" not in line)
    assert "compat.keras.utils" in "\n".join(lines) or ".scope():" in lines[at - 1]


@pytest.mark.parametrize(
    "source",
    [
        (
            "from keras.optimizers import Adam\nOPT = Adam(1e-3)\ndef train():\n    model = load_model('x.h5', compile=False)\n"
            "    pm = multi_gpu_model(model, 2)\n    pm.compile(OPT, 'mse')\n    pm.fit(x, y)\n"
        ),
        (
            "from keras.optimizers import Adam\ndef train(opt):\n    model = load_model('x.h5', compile=False)\n"
            "    pm = multi_gpu_model(model, 2)\n    pm.compile(opt, 'mse')\n    pm.fit(x, y)\ntrain(Adam(1e-3))\n"
        ),
        (
            "base = load_model('x.h5', compile=False)\ndef train():\n    model = Model(base.input, base.output)\n"
            "    pm = multi_gpu_model(model, 2)\n    pm.compile('adam', 'mse')\n    pm.fit(x, y)\n"
        ),
        (
            "def train(base):\n    model = Model(base.input, base.output)\n"
            "    pm = multi_gpu_model(model, 2)\n    pm.compile('adam', 'mse')\n    pm.fit(x, y)\n"
        ),
    ],
    ids=["optimizer", "optimizer as parameter", "base model", "base model as parameter"],
)
def test_parts_are_made_outside_of_the_function(source: str) -> None:
    assert "compat.keras.utils" in _meaning(source)


def test_within_a_strategy_scope() -> None:
    text = _meaning(
        "import tensorflow as tf\nwith tf.distribute.MirroredStrategy().scope():\n    model = load_model('x.h5', compile=False)\n"
        "    pm = multi_gpu_model(model, 2)\n    pm.compile('adam', 'mse')\npm.fit(x, y)\n"
    )
    assert text.count("MirroredStrategy(") == 1


def test_exported_name() -> None:
    text = _meaning(
        "__all__ = ['pm']\nmodel = load_model('x.h5', compile=False)\npm = multi_gpu_model(model, 2)\npm.compile('sgd')\n"
    )
    assert "pm = " in text


# --- not Keras's


@pytest.mark.parametrize(
    "source",
    [
        "from utils import multi_gpu_model\nfrom keras.models import Sequential\nm = multi_gpu_model(Sequential(), 2)\n",
        "from .utils import multi_gpu_model\nimport keras\nm = multi_gpu_model(m, 2)\n",
        "from keras_extras.utils import multi_gpu_model\nimport keras\nm = multi_gpu_model(m, 2)\n",
        "from my.keras.utils import multi_gpu_model\nimport keras\nm = multi_gpu_model(m, 2)\n",
        "import keras\ndef multi_gpu_model(m, gpus): return m\nm = multi_gpu_model(m, 2)\n",
        "import keras\nclass utils:\n    multi_gpu_model = print\nm = utils.multi_gpu_model(m, 2)\n",
        "import keras\nm = self.multi_gpu_model(m, 2)\n",
        "from keras import utils\ndef f(utils): return utils.multi_gpu_model(m, 2)\n",
        "import keras\ndef f(keras, m):\n    m = keras.utils.multi_gpu_model(m, 2)\n    m.compile('sgd')\n",
        "import tensorflow as tf\nx = [tf.keras.utils.multi_gpu_model for tf in modules]\n",
        "import keras\n# keras.utils.multi_gpu_model(m)\ntext = 'multi_gpu_model(m, 2)'\n",
        "from compat.keras.utils import to_categorical\ny = to_categorical(y)\n",
        "from keras.layers import Dense\nmulti_gpu_model = Dense(3)\n",
        "import keras\nmulti_gpu_model: int = 3\nlambda multi_gpu_model: multi_gpu_model(1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_tabs_crlf_and_no_newline_at_the_end() -> None:
    check_upgraded(
        b"from keras.models import load_model\r\nfrom keras.utils import multi_gpu_model\r\ndef f():\r\n"
        b"\tmodel = load_model('x', compile=False)\t# t\r\n\tmodel = multi_gpu_model(model, 2)\r\n\tmodel.compile('sgd')\r\n\treturn model",
        b"import tensorflow as tf\r\nfrom keras.models import load_model\r\ndef f():\r\n"
        b'\tstrategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])\r\n\twith strategy.scope():\r\n'
        b"\t\tmodel = load_model('x', compile=False)\t# t\r\n\t\tmodel.compile('sgd')\r\n\treturn model",
    )


@pytest.mark.parametrize("use", ["text = model.to_json()", "text = parallel.to_json()"])
def test_a_copy_that_another_rule_makes_between_the_steps(use: str) -> None:
    """Template and parallel model have one name by then, which no shim may be given."""
    result = upgrade(
        f"""from keras.models import load_model
from keras.utils import multi_gpu_model

def loss(y_true, y_pred):
    return y_true - y_pred

model = load_model("x.h5", compile=False)
parallel = multi_gpu_model(model, gpus=2)
parallel.compile("sgd", loss)
parallel.fit(x, y, batch_size=8)
{use}
""".encode()
    )
    assert isinstance(result, Upgraded)
    assert b"strategy.scope()" in result.after
    assert b"keras.Model(model.inputs, model.outputs, name=model.name).to_json()" in result.after


ALIKE = "m = Sequential()\n{}\nm.compile({})\np = multi_gpu_model(m, 2)\np.compile({})\np.fit(x)\nm.save('a.h5')\n"


@pytest.mark.parametrize(
    ("made", "arguments"),
    [
        ("o = SGD(0.1)", "o, 'mse'"),
        ("o = SGD(0.1)", "optimizer=o, loss=loss, metrics=['mae']"),
        ("", "'sgd', 'mse', metrics=[m1, m2]"),
    ],
)
def test_a_template_that_is_compiled_alike(made: str, arguments: str) -> None:
    """One model has then what both had."""
    result = check_sound(HEAD + "from keras.optimizers import SGD\n" + ALIKE.format(made, arguments, arguments))
    assert b"compat" not in result.after
    assert b"MirroredStrategy" in result.after
    assert not [each for each in result.findings if each.code == "TFM207"]


@pytest.mark.parametrize(
    "source",
    [
        ALIKE.format("", "'sgd', 'mse'", "'sgd', 'mae'"),
        ALIKE.format("", "'sgd', 'mse'", "'sgd', 'mse', metrics=['mae']"),
        ALIKE.format("", "make(0.1), 'mse'", "make(0.1), 'mse'"),
        ALIKE.format("", "SGD(0.1), 'mse'", "SGD(0.2), 'mse'"),
        ALIKE.format("o = SGD(0.1)", "o, 'mse'", "o, 'mse'").replace("p = multi", "o = SGD(0.2)\np = multi"),
        ALIKE.format("", "'sgd', 'mse'", "'sgd', 'mse'") + "m.fit(x)\n",
        ALIKE.format("", "'sgd', 'mse'", "'sgd', 'mse'") + "m.compile('sgd', 'mae')\n",
        ALIKE.format("", "'sgd', 'mse'", "'sgd', 'mse'") + "p.compile('sgd', 'mae')\n",
    ],
)
def test_a_template_that_is_compiled_otherwise(source: str) -> None:
    result = check_sound(HEAD + "from keras.optimizers import SGD\n" + source)
    assert b"compat.keras.utils" in result.after
