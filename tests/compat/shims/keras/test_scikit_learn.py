"""The wrappers for scikit-learn: the scores are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import keras as modern
import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from compat import keras

RANDOM = np.random.RandomState(0)
X = RANDOM.rand(60, 4)
Y = np.array(["a", "b", "c"])[(X.sum(axis=1) * 1.2).astype(int) % 3]
WEIGHTS = [RANDOM.rand(4, 3).astype("float32"), np.zeros(3, "float32")]
WRAPPERS = keras.wrappers.scikit_learn


def classifying(module):
    def build(units=3, optimizer="sgd"):
        model = module.models.Sequential([module.layers.Dense(units, activation="softmax", input_shape=(4,))])
        model.set_weights(WEIGHTS)
        model.compile(optimizer, "categorical_crossentropy", metrics=["accuracy"])
        return model

    return build


def regressing():
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(4,), kernel_initializer="ones")])
    model.compile("sgd", "mse")
    return model


@pytest.mark.parametrize("module", [keras, modern])
def test_classifier(module):
    build = classifying(module)
    made = WRAPPERS.KerasClassifier(build_fn=build, epochs=3, batch_size=10, verbose=0, shuffle=False)
    made.fit(X, Y)
    assert list(made.predict(X)[:5]) == ["c", "c", "a", "b", "c"]
    np.testing.assert_allclose(made.predict_proba(X)[0], [0.3544366, 0.27570134, 0.36986202], atol=1e-5)
    assert made.score(X, Y) == pytest.approx(0.4)
    assert list(made.classes_) == ["a", "b", "c"]


def test_cross_validation():
    made = WRAPPERS.KerasClassifier(classifying(keras), epochs=3, batch_size=10, verbose=0, shuffle=False)
    np.testing.assert_allclose(cross_val_score(made, X, Y, cv=3), [0.4, 0.35, 0.5], atol=1e-6)


def test_grid_search():
    made = WRAPPERS.KerasClassifier(build_fn=classifying(keras), verbose=0, shuffle=False)
    search = GridSearchCV(made, {"epochs": [1, 5]}, cv=3, refit=False).fit(X, Y)
    assert search.best_params_ == {"epochs": 1}
    np.testing.assert_allclose(search.cv_results_["mean_test_score"], [25 / 60, 22 / 60], atol=1e-6)


def test_regressor_in_a_pipeline():
    made = WRAPPERS.KerasRegressor(build_fn=regressing, epochs=2, verbose=0, shuffle=False, batch_size=10)
    pipeline = make_pipeline(StandardScaler(), made).fit(X, X.sum(axis=1))
    np.testing.assert_allclose(pipeline.predict(X)[:3], [1.726749, 1.6001797, 2.5345213], atol=1e-5)
    assert pipeline.score(X, X.sum(axis=1)) == pytest.approx(-3.642758, abs=1e-5)


def test_a_class_that_builds():
    class Own(WRAPPERS.KerasRegressor):
        def __call__(self, units=1):
            return regressing()

    assert Own(units=1, epochs=1, verbose=0).fit(X, X.sum(axis=1)).history["loss"]


def test_two_classes():
    def build():
        layer = keras.layers.Dense(1, activation="sigmoid", input_shape=(4,), kernel_initializer="ones")
        model = keras.models.Sequential([layer])
        model.compile("sgd", "binary_crossentropy", metrics=["acc"])
        return model

    made = WRAPPERS.KerasClassifier(build, verbose=0)
    made.fit(X, Y == "a")
    assert made.predict(X).shape == (60, 1)
    assert made.predict_proba(X).shape == (60, 2)
    assert made.score(X, Y == "a") == pytest.approx((Y == "a").mean())


def test_wrong_parameters():
    with pytest.raises(ValueError, match="wrong is not a legal parameter"):
        WRAPPERS.KerasRegressor(regressing, wrong=1)
    made = WRAPPERS.KerasClassifier(regressing, verbose=0)
    made.fit(X, Y)
    with pytest.raises(ValueError, match="not configured to compute accuracy"):
        made.score(X, Y)
    assert WRAPPERS.KerasRegressor(regressing, nb_epoch=3, workers=2).get_params()["nb_epoch"] == 3
