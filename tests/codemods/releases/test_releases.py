"""Facts about the releases, as their own documentation and release notes have them."""

from __future__ import annotations

import doctest

import pytest

from codemods.releases import api
from codemods.releases.api import Answer

OLD = ("1.12.3", "1.13.2", "1.14.0", "1.15.5")


def test_every_minor_release_of_tensorflow_is_there():
    minors = [release.rsplit(".", 1)[0] for release in api.releases("tensorflow") if "rc" not in release]
    assert minors == [f"1.{minor}" for minor in range(12, 16)] + [f"2.{minor}" for minor in range(22)]


def test_releases_are_in_order():
    releases = api.releases("keras")
    assert releases.index("1.2.2") < releases.index("2.3.1") < releases.index("2.15.0") < releases.index("3.3.3")
    assert releases.index("3.3.3") < releases.index("3.10.0")


@pytest.mark.parametrize(
    ("path", "availability"),
    [
        ("tensorflow.contrib.distribute.MirroredStrategy", "1.12-1.15"),
        ("tensorflow.keras.utils.multi_gpu_model", "1.12-2.3"),
        ("keras.utils.multi_gpu_model", "2.0.9-2.3.1"),
        ("tensorflow.estimator.Estimator", "1.12-2.15"),
        ("tensorflow.estimator", "1.12-2.15"),
        ("tensorflow.Session", "1.12-1.15"),
        ("tensorflow.distribute.MirroredStrategy", "since 1.13"),
        ("tensorflow.keras.layers.Dense", "since 1.12"),
        ("keras.layers.Dense", "since 1.2.2"),
        ("keras.distribution.DataParallel", "since 3.0.5"),
        ("tensorflow.estimator.ModeKeys.TRAIN", "1.12-2.15"),
        ("tensorflow.ConfigProto.gpu_options", "1.12-1.15"),
        ("tensorflow.compat.v1.train.AdamOptimizer.minimize", "since 1.13"),
    ],
)
def test_availability(path, availability):
    symbol = api.lookup(path)
    assert symbol is not None
    assert symbol.availability == availability


@pytest.mark.parametrize("release", OLD)
def test_contrib_ends_with_tensorflow_1(release):
    assert api.exists("tensorflow.contrib.distribute.MirroredStrategy", release)
    assert api.exists("tensorflow.contrib.slim.conv2d", release)
    assert not any(
        api.exists("tensorflow.contrib", each) for each in api.releases("tensorflow") if each.startswith("2.")
    )


def test_keywords_of_sgd():
    assert api.accepts("keras.optimizers.SGD", "lr", "2.2.4") is Answer.YES
    assert api.accepts("keras.optimizers.SGD", "lr", "2.3.1") is Answer.YES
    assert api.accepts("keras.optimizers.SGD", "learning_rate", "2.2.4") is Answer.NO
    for release in api.releases("keras"):
        if release.startswith("3."):
            assert api.accepts("keras.optimizers.SGD", "lr", release) is Answer.NO
            assert api.accepts("keras.optimizers.SGD", "learning_rate", release) is Answer.YES


def test_keywords_that_a_decorator_converts():
    assert api.accepts("keras.models.Model.fit_generator", "samples_per_epoch", "2.3.1") is Answer.YES
    assert api.accepts("keras.layers.Dense", "output_dim", "2.3.1") is Answer.YES
    assert api.accepts("keras.layers.Dense", "output_dim", "3.3.3") is Answer.NO


def test_keywords_that_kwargs_take():
    assert api.accepts("keras.layers.Dense", "input_shape", "2.3.1") is Answer.YES
    assert api.accepts("keras.layers.Dense", "input_shape", "3.15.1") is Answer.YES
    assert api.accepts("keras.layers.Dense", "nonsense", "3.15.1") is Answer.NO


def test_keywords_of_what_is_not_there_are_unknown():
    assert api.accepts("keras.layers.NoSuchLayer", "units", "3.15.1") is Answer.UNKNOWN


def test_methods_own_and_inherited():
    legacy = api.methods("keras.models.Model", "2.3.1")
    assert "fit_generator" in legacy
    assert "get_weights" in legacy
    assert api.methods("keras.models.Sequential", "2.3.1")["fit_generator"] == legacy["fit_generator"]
    modern = api.methods("keras.models.Model", "3.15.1")
    assert "fit" in modern
    assert "fit_generator" not in modern


def test_fit_generator_is_gone_in_keras_3():
    assert api.exists("keras.models.Model.fit_generator", "2.3.1")
    assert not any(
        api.exists("keras.models.Model.fit_generator", each) for each in api.releases("keras") if each.startswith("3.")
    )


def test_session_config_is_a_message():
    found = api.signature("tensorflow.ConfigProto", "1.15.5")
    assert found is not None
    assert found.accepts("allow_soft_placement") is Answer.YES
    assert found.accepts("no_such_field") is Answer.NO


def test_a_wrapper_that_hands_every_call_on_makes_no_other_function():
    for release in ("2.13.1", "2.14.1", "2.21.0", "2.22.0rc0"):
        assert "tensorflow.math.log" in api.aliases("tensorflow.compat.v1.log", release)
        assert "tensorflow.reduce_sum" not in api.aliases("tensorflow.compat.v1.reduce_sum", release)


def test_kind():
    assert api.kind("tensorflow.gfile", "1.15.5") == "module"
    assert api.kind("tensorflow.gfile.Open", "1.15.5") == "class"
    assert api.kind("tensorflow.gfile", "2.21.0") is None


def test_signature():
    found = api.signature("tensorflow.train.AdamOptimizer", "1.15.5")
    assert found is not None
    assert found.positional[:3] == ("learning_rate", "beta1", "beta2")
    assert found.required == ()


def test_required_parameters():
    found = api.signature("tensorflow.keras.layers.Conv2D", "2.21.0")
    assert found is not None
    assert found.required == ("filters", "kernel_size")


def test_a_method_goes_without_self():
    found = api.signature("tensorflow.keras.Model.fit", "2.15.1")
    assert found is not None
    assert found.positional[:2] == ("x", "y")


@pytest.mark.parametrize("release", ["1.13.2", "1.15.5"])
def test_names_of_one_object(release):
    assert "tensorflow.compat.v1.Session" in api.aliases("tensorflow.Session", release)
    assert "tensorflow.Session" in api.aliases("tensorflow.compat.v1.Session", release)


def test_v1_and_v2_symbols_of_one_name_are_no_aliases():
    assert "tensorflow.compat.v2.Variable" not in api.aliases("tensorflow.Variable", "1.15.5")
    assert "tensorflow.compat.v1.Variable" not in api.aliases("tensorflow.Variable", "2.15.1")


def test_a_v1_symbol_and_its_v2_name():
    assert "tensorflow.math.log" in api.aliases("tensorflow.log", "1.15.5")
    assert "tensorflow.io.gfile.GFile" in api.aliases("tensorflow.gfile.GFile", "1.15.5")
    assert "tensorflow.compat.v1.logging.INFO" in api.aliases("tensorflow.logging.INFO", "1.15.5")


@pytest.mark.parametrize(("release", "same"), [("1.15.5", False), ("2.3.4", False), ("2.6.5", True), ("2.21.0", True)])
def test_tf_keras_is_keras_where_it_is(release, same):
    assert ("keras.layers.Dense" in api.aliases("tensorflow.keras.layers.Dense", release)) is same


def test_modules_that_import_can_name():
    assert api.importable("tensorflow.keras.layers", "2.21.0")
    assert api.importable("keras.layers.core", "2.3.1")
    assert not api.importable("keras.layers.core", "3.15.1")
    assert not api.importable("tensorflow.keras.layers.Dense", "2.21.0")


def test_a_module_that_import_finds_and_its_package_does_not_name():
    assert api.importable("tensorflow.keras.saving", "2.21.0")
    assert not api.exists("tensorflow.keras.saving", "2.21.0")
    assert api.kind("tensorflow.keras.saving", "2.15.1") == "module"


def test_private_homes_lead_to_public_names():
    home = "tensorflow.contrib.learn.python.learn.datasets.mnist.read_data_sets"
    assert api.public(home, "1.12.3") == "tensorflow.contrib.learn.datasets.mnist.read_data_sets"
    assert api.public("tensorflow.core.protobuf.config_pb2.ConfigProto", "1.15.5") == "tensorflow.ConfigProto"
    assert api.public("tensorflow.python.training.adam.AdamOptimizer", "2.21.0") == (
        "tensorflow.compat.v1.train.AdamOptimizer"
    )
    assert api.accepts("tensorflow.python.training.adam.AdamOptimizer", "beta1", "2.21.0") is Answer.YES


@pytest.mark.parametrize(
    ("path", "availability"),
    [
        ("tensorflow.python.estimator.run_config", "1.12-2.15"),
        ("tensorflow.python.framework.ops", "since 1.12"),
        ("tensorflow.contrib.slim.python.slim", "1.12-1.15"),
        ("tensorflow.core.protobuf.config_pb2", "since 1.12"),
        ("tensorflow._api.v1", "1.12-1.15"),
        ("tensorflow_core", "1.15-2.1"),
        ("tensorflow_estimator.python.estimator.run_config", "1.13-2.15"),
        ("keras.src", "since 2.13.1"),
        ("keras.src.engine.base_layer", "2.13.1-2.15.0"),
    ],
)
def test_private_modules(path, availability):
    symbol = api.lookup(path)
    assert symbol is not None
    assert (symbol.kind, symbol.availability, symbol.aliases) == ("private module", availability, ())
    assert all(api.exists(path, release) and api.importable(path, release) for release in symbol.releases)
    assert all(api.public(path, release) is None for release in symbol.releases)


def test_a_public_module_stays_public_where_it_is_on_disk_too():
    assert api.kind("keras.layers.core", "2.12.0") == "module"
    assert api.kind("tensorflow.keras.layers", "2.21.0") == "module"
    assert api.kind("keras.engine.base_layer", "2.3.1") == "module"
    assert api.kind("tensorflow.python.training.adam.AdamOptimizer", "2.21.0") == "private"


@pytest.mark.parametrize(
    "path",
    [
        "tensorflow.python.framework.ops.no_such_module",
        "tensorflow.libtensorflow_framework",
        "tensorflow.include",
        "tensorflow.python.framework.ops_test",
        "keras.src.layers.core.dense_test",
        "tensorflow_datasets",
        "keras_tuner",
    ],
)
def test_what_is_no_module(path):
    assert api.lookup(path) is None


@pytest.mark.parametrize(
    ("path", "release", "is_open"),
    [
        ("tensorflow.keras.layers", "2.21.0", False),
        ("tensorflow.data", "2.16.2", False),
        ("keras.ops", "3.15.1", False),
        ("keras.optimizers", "2.15.0", True),
        ("tensorflow.contrib.slim", "1.15.5", True),
        ("tensorflow.experimental.numpy", "2.21.0", True),
        ("tensorflow.compat.v1.test", "2.21.0", True),
        ("keras.src.layers", "3.15.1", True),
        ("tensorflow.no_such_module", "2.21.0", False),
    ],
)
def test_modules_that_may_have_more(path, release, is_open):
    assert api.is_open(path, release) is is_open


@pytest.mark.parametrize("path", ["numpy.array", "kerastuner.Tuner", "tensorflow_datasets.load", "tf.Session", ""])
def test_other_packages_are_not_known(path):
    assert api.lookup(path) is None
    assert not api.exists(path, "2.3.1")


def test_an_unknown_release_is_an_error():
    with pytest.raises(ValueError, match=r"tensorflow 0\.1"):
        api.exists("tensorflow.Session", "0.1")


@pytest.mark.parametrize(
    ("distribution", "version", "release"),
    [
        ("tensorflow", "2.21.0", "2.21.0"),
        ("tensorflow", "2.21", "2.21.0"),
        ("tensorflow", "1.15.0", "1.15.5"),
        ("tensorflow", "1.4", None),
        ("keras", "2.1.2", "2.1.6"),
        ("keras", "2.0.8", "2.0.9"),
        ("keras", "3.3.0", "3.3.3"),
    ],
)
def test_nearest(distribution, version, release):
    assert api.nearest(distribution, version) == release


def test_beside():
    assert api.beside("tensorflow", "2.15.1") == "2.15.0"
    assert api.beside("tensorflow", "2.21.0") == "3.15.1"


def test_the_examples_of_the_documentation():
    assert doctest.testmod(api).failed == 0
