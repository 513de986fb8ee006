"""`fit(nb_epoch=)` becomes `fit(epochs=)`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded


def test_nb_epoch() -> None:
    check_upgraded(
        "from keras.models import Sequential\nm.fit(x, y, nb_epoch=3, batch_size=8)\n",
        "from keras.models import Sequential\nm.fit(x, y, epochs=3, batch_size=8)\n",
    )


def test_over_several_lines() -> None:
    check_upgraded(
        """
        import keras
        m.fit(
            x, y,
            nb_epoch = 3,   # few
        )
        """,
        """
        import keras
        m.fit(
            x, y,
            epochs = 3,   # few
        )
        """,
    )


def test_on_an_attribute_in_a_method() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        class Net:
            def train(self): return self.model.fit(self.x, nb_epoch=self.epochs)
        """,
        """
        import tensorflow as tf
        class Net:
            def train(self): return self.model.fit(self.x, epochs=self.epochs)
        """,
    )


@pytest.mark.parametrize(
    "source",
    [
        "m.fit(x, nb_epoch=3)\n",
        "import keras\nm.fit(x, epochs=3)\n",
        "import keras\nm.fit(x, nb_epoch=3, epochs=4)\n",
        "import keras\nm.fit(x, **{'nb_epoch': 3})\n",
        "import keras\nfit(x, nb_epoch=3)\n",
        "import keras\nm.train(x, nb_epoch=3)\n",
        "import keras\nnb_epoch = 3\nm.fit(x, epochs=nb_epoch)\n",
        "import keras\ndef fit(self, nb_epoch=3): return nb_epoch\n",
        "import keras\nm.fit\n",
        "import keras\nfrom sklearn.svm import SVC\nsvm = SVC()\nsvm.fit(x, nb_epoch=3)\n",
        "import keras\nclass T:\n    def fit(self, x, nb_epoch=1): pass\n    def run(self): self.fit(x, nb_epoch=1)\n",
        "import keras\nclass T:\n    def fit(self, x, nb_epoch=1): pass\nT().fit(x, nb_epoch=1)\n",
        "import deepchem as dc\nimport keras\nm = dc.models.GraphConvModel(3)\nm.fit(x, nb_epoch=3, callbacks=[c])\n",
        "from kerasplus import Sequential\nm.fit(x, nb_epoch=3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
