"""`lr=` becomes `learning_rate=`, `Model(input=)` becomes `Model(inputs=)`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

OPTIMIZERS = ("SGD", "RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax", "Nadam")


@pytest.mark.parametrize("name", sorted({*OPTIMIZERS} - {"Adagrad", "RMSprop"}))
@pytest.mark.parametrize("module", ["keras.optimizers", "tensorflow.keras.optimizers"])
def test_every_optimizer(module: str, name: str) -> None:
    check_upgraded(
        f"from {module} import {name}\nopt = {name}(lr=0.1)\n",
        f"from {module} import {name}\nopt = {name}(learning_rate=0.1)\n",
    )


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("import keras", "keras.optimizers.SGD"),
        ("import keras as k", "k.optimizers.SGD"),
        ("import keras.optimizers", "keras.optimizers.SGD"),
        ("import keras.optimizers as ko", "ko.SGD"),
        ("from keras import optimizers", "optimizers.SGD"),
        ("from keras import optimizers as o", "o.SGD"),
        ("from keras.optimizers import SGD as Descent", "Descent"),
        ("import tensorflow as tf", "tf.keras.optimizers.SGD"),
        ("import tensorflow", "tensorflow.keras.optimizers.SGD"),
        ("from tensorflow import keras", "keras.optimizers.SGD"),
        ("from tensorflow.keras import optimizers", "optimizers.SGD"),
        ("import tensorflow.keras.optimizers as ko", "ko.SGD"),
        ("from tensorflow.keras import *\nfrom keras import optimizers", "optimizers.SGD"),
        ("from keras.models import *\nfrom keras.optimizers import *", "SGD"),
    ],
)
def test_spellings(head: str, call: str) -> None:
    check_upgraded(f"{head}\nopt = {call}(lr=0.1)\n", f"{head}\nopt = {call}(learning_rate=0.1)\n")


def test_the_plateau_of_keras_2_1() -> None:
    head = "from keras.callbacks import ReduceLROnPlateau\n"
    check_upgraded(f"{head}x = ReduceLROnPlateau(epsilon=1e-4)\n", f"{head}x = ReduceLROnPlateau(min_delta=1e-4)\n")


def test_the_slope_of_a_relu() -> None:
    source = "import tensorflow as tf\ny = tf.keras.activations.relu(x, {}=0.2)\n"
    check_upgraded(source.format("alpha"), source.format("negative_slope"))
    check_untouched(source.format("max_value"))


def test_preprocessing_layers_of_tensorflow_2_5() -> None:
    head = "from tensorflow.keras.layers import CategoryEncoding, Discretization, IntegerLookup\n"
    check_upgraded(
        f"{head}x = CategoryEncoding(max_tokens=3)\ny = Discretization(bins=[0.0])\nz = IntegerLookup(oov_value=-2)\n",
        f"{head}x = CategoryEncoding(num_tokens=3)\ny = Discretization(bin_boundaries=[0.0])\n"
        "z = IntegerLookup(oov_token=-2)\n",
    )


def test_try_import_of_both_families() -> None:
    head = """
        try:
            from keras.optimizers import Adam
        except ImportError:
            from tensorflow.keras.optimizers import Adam
        """
    check_upgraded(head + "opt = Adam(lr=1e-3)\n", head + "opt = Adam(learning_rate=1e-3)\n")


def test_import_in_both_branches_of_an_if() -> None:
    head = """
        if STANDALONE:
            from keras.optimizers import Adam
        else:
            from tensorflow.keras.optimizers import Adam
        """
    check_upgraded(head + "opt = Adam(lr=1e-3)\n", head + "opt = Adam(learning_rate=1e-3)\n")


def test_import_inside_a_function() -> None:
    check_upgraded(
        """
        def make(rate):
            from keras.optimizers import Adam
            return Adam(lr=rate, beta_1=0.5)
        """,
        """
        def make(rate):
            from keras.optimizers import Adam
            return Adam(learning_rate=rate, beta_1=0.5)
        """,
    )


def test_layout_of_a_long_call_stays() -> None:
    check_upgraded(
        """
        import keras
        opt = keras.optimizers.SGD(
            lr = 0.1,  # from the paper
            momentum = 0.9,
        )   # done
        """,
        """
        import keras
        opt = keras.optimizers.SGD(
            learning_rate = 0.1,  # from the paper
            momentum = 0.9,
        )   # done
        """,
    )


def test_backslash_continuation() -> None:
    check_upgraded(
        b"import keras\nopt = keras.optimizers \\\n    .SGD(momentum=0.9, \\\n  lr=0.1)\n",
        b"import keras\nopt = keras.optimizers \\\n    .SGD(momentum=0.9, \\\n  learning_rate=0.1)\n",
    )


def test_semicolons_and_one_line_suites() -> None:
    check_upgraded(
        """
        from keras.optimizers import SGD, Adam; import os
        if os.name: opt = SGD(lr=.1); other = Adam(lr=.2)
        else: opt = Adam(lr=.3)
        """,
        """
        from keras.optimizers import SGD, Adam; import os
        if os.name: opt = SGD(learning_rate=.1); other = Adam(learning_rate=.2)
        else: opt = Adam(learning_rate=.3)
        """,
    )


def test_everywhere_an_expression_may_stand() -> None:
    check_upgraded(
        """
        from keras.optimizers import Adam

        DEFAULTS = {"adam": Adam(lr=0.1), "all": [Adam(lr=rate) for rate in (0.1, 0.2)]}
        make = lambda rate=Adam(lr=0.1): Adam(lr=rate)

        @register(Adam(lr=0.5))
        class Trainer(Base, optimizer=Adam(lr=0.6)):
            optimizer = Adam(lr=0.7)

            def run(self, optimizer=Adam(lr=0.8), *rest: Adam(lr=0.9)):
                text = f"{Adam(lr=1.0)} at {Adam(lr=1.1)!r:>{10}}"
                return [Adam(lr=1.2) if (found := Adam(lr=1.3)) else Adam(lr=1.4), text, found]
        """,
        """
        from keras.optimizers import Adam

        DEFAULTS = {"adam": Adam(learning_rate=0.1), "all": [Adam(learning_rate=rate) for rate in (0.1, 0.2)]}
        make = lambda rate=Adam(learning_rate=0.1): Adam(learning_rate=rate)

        @register(Adam(learning_rate=0.5))
        class Trainer(Base, optimizer=Adam(learning_rate=0.6)):
            optimizer = Adam(learning_rate=0.7)

            def run(self, optimizer=Adam(learning_rate=0.8), *rest: Adam(learning_rate=0.9)):
                text = f"{Adam(learning_rate=1.0)} at {Adam(learning_rate=1.1)!r:>{10}}"
                return [Adam(learning_rate=1.2) if (found := Adam(learning_rate=1.3)) else Adam(learning_rate=1.4), text, found]
        """,
    )


def test_call_within_the_changed_argument() -> None:
    check_upgraded(
        "from keras.optimizers import Adam\nopt = Adam(lr=rate_of(Adam(lr=0.1)))\n",
        "from keras.optimizers import Adam\nopt = Adam(learning_rate=rate_of(Adam(learning_rate=0.1)))\n",
    )


def test_keyword_beside_unpacked_arguments() -> None:
    check_upgraded(
        "from keras.optimizers import Adam\nopt = Adam(lr=0.1, **options)\n",
        "from keras.optimizers import Adam\nopt = Adam(learning_rate=0.1, **options)\n",
    )


def test_inputs_and_outputs_of_a_model() -> None:
    check_upgraded(
        "from keras.models import Model\nm = Model(input=a, output=[b, c])\n",
        "from keras.models import Model\nm = Model(inputs=a, outputs=[b, c])\n",
    )


def test_model_below_the_root() -> None:
    check_upgraded(
        "import keras\nm = keras.Model(input=a, outputs=b)\n",
        "import keras\nm = keras.Model(inputs=a, outputs=b)\n",
    )


def test_tabs_and_crlf() -> None:
    check_upgraded(
        b"import keras\r\nif keras:\r\n\topt = keras.optimizers.SGD(lr=0.1)\t# rate\r\n",
        b"import keras\r\nif keras:\r\n\topt = keras.optimizers.SGD(learning_rate=0.1)\t# rate\r\n",
    )


def test_alias_by_assignment() -> None:
    check_upgraded(
        "import keras\nDescent = keras.optimizers.SGD\nopt = Descent(lr=0.1)\n",
        "import keras\nDescent = keras.optimizers.SGD\nopt = Descent(learning_rate=0.1)\n",
    )


def test_both_names_declined() -> None:
    check_declined("from keras.optimizers import SGD\nopt = SGD(lr=1, learning_rate=2)\n", "TFM102", 2)


def test_unpacked_dict_declined() -> None:
    check_declined('from keras.models import Model\nm = Model(**{"input": x})\n', "TFM102", 2)


@pytest.mark.parametrize(
    "source",
    [
        "from keras.optimizers import SGD\nopt = SGD(0.1, 0.9)\n",
        "from keras.optimizers import SGD\nopt = SGD(learning_rate=0.1)\n",
        "from keras.optimizers import SGD\nopt = SGD()\n",
        "from keras.optimizers import SGD\nprint(SGD)\nlr = 1\nf(lr=lr)\n",
        "from keras.optimizers import SGD\nSGD.make(lr=1)\n",
        "from torch.optim import SGD\nopt = SGD(lr=0.1)\n",
        "from torch.optim import SGD, Adam\nimport keras\nopt = SGD(lr=0.1)\n",
        "from .optimizers import Adam\nimport keras\nopt = Adam(lr=0.1)\n",
        "from .keras.optimizers import Adam\nimport keras\nopt = Adam(lr=0.1)\n",
        "from my.keras.optimizers import Adam\nimport keras\nopt = Adam(lr=0.1)\n",
        "from keras_extras.optimizers import Adam\nimport keras\nopt = Adam(lr=0.1)\n",
        "import kerasother as keras\nopt = keras.optimizers.Adam(lr=0.1)\n",
        "from keras.layers import Dense\nclass SGD:\n    pass\nopt = SGD(lr=0.1)\n",
        "from keras.layers import Dense\ndef SGD(lr): return lr\nopt = SGD(lr=0.1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_parameter_shadows_the_import() -> None:
    check_untouched(
        """
        from keras.optimizers import SGD
        def train(SGD):
            return SGD(lr=0.1)
        """
    )


def test_module_name_taken_by_a_parameter() -> None:
    check_untouched(
        """
        import keras
        def train(keras):
            return keras.optimizers.SGD(lr=0.1)
        """
    )


def test_name_of_an_own_class_in_a_function() -> None:
    check_untouched(
        """
        from keras.optimizers import SGD
        def make():
            class SGD:
                def __init__(self, lr): self.lr = lr
            return SGD(lr=0.1)
        """
    )


def test_comprehension_variable_shadows() -> None:
    check_untouched("from keras.optimizers import SGD\nall = [SGD(lr=1) for SGD in classes]\n")


def test_name_of_two_libraries_left_alone() -> None:
    """A name that means Keras or torch, as a flag says, is not certainly Keras's."""
    check_untouched(
        """
        if torch_at_hand:
            from torch.optim import SGD
        else:
            from keras.optimizers import SGD
        opt = SGD(lr=0.1)
        """
    )


def test_rebound_name_left_alone() -> None:
    check_untouched(
        """
        from keras.optimizers import SGD
        SGD = wrapped(SGD)
        opt = SGD(lr=0.1)
        """
    )


def test_strings_and_comments_left_alone() -> None:
    check_untouched('import keras\n# opt = keras.optimizers.SGD(lr=0.1)\ntext = "keras.optimizers.SGD(lr=0.1)"\n')


def test_epsilon_none_is_not_silent() -> None:
    result = check_sound("from keras.optimizers import Adam\nopt = Adam(beta_1=0.9, epsilon=None, amsgrad=False)\n")
    assert result.changed or result.findings


DERIVED = """from keras.callbacks import ReduceLROnPlateau
class Plateau(ReduceLROnPlateau):
    def __init__(self, rate, **kwargs):
        {}
"""


@pytest.mark.parametrize("start", ["super()", "super(Plateau, self)"])
def test_a_derived_plateau(start: str) -> None:
    before, after = (f"{start}.__init__(monitor='loss', {name}=rate, **kwargs)" for name in ("epsilon", "min_delta"))
    check_upgraded(DERIVED.format(before), DERIVED.format(after))


def test_a_derived_plateau_with_both() -> None:
    check_declined(DERIVED.format("super().__init__(epsilon=rate, min_delta=rate)"), "TFM102", 4)


@pytest.mark.parametrize(
    "source",
    [
        DERIVED.format("super().__init__(min_delta=rate, **kwargs)"),
        DERIVED.format("other().__init__(epsilon=rate)"),
        DERIVED.format("super().on_train_begin(epsilon=rate)"),
        f"{DERIVED.format('super().__init__()')}class Own(Plateau):\n    def __init__(self): super().__init__(epsilon=1)\n",
        f"{DERIVED.format('super().__init__()')}class Own(object):\n    def __init__(self): super().__init__(epsilon=1)\n",
    ],
)
def test_other_starts(source: str) -> None:
    check_untouched(source)
