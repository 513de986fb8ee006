"""Arguments of scikit-learn get the names that their places had."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import numpy as np\nimport keras\n"


@pytest.mark.parametrize(
    ("imports", "before", "after"),
    [
        (
            "from sklearn.utils import class_weight\n",
            "class_weight.compute_class_weight('balanced', np.unique(y), y)",
            "class_weight.compute_class_weight('balanced', classes=np.unique(y), y=y)",
        ),
        (
            "from sklearn.utils.class_weight import compute_class_weight as weigh\n",
            "weigh('balanced', np.unique(y), y=y)",
            "weigh('balanced', classes=np.unique(y), y=y)",
        ),
        ("from sklearn.model_selection import KFold\n", "KFold(5, True, 7)", "KFold(5, shuffle=True, random_state=7)"),
        (
            "import sklearn.metrics\n",
            "sklearn.metrics.roc_curve(y, p, 1)",
            "sklearn.metrics.roc_curve(y, p, pos_label=1)",
        ),
        (
            "from sklearn.preprocessing import label_binarize\n",
            "label_binarize(y, [0, 1, 2])  # all",
            "label_binarize(y, classes=[0, 1, 2])  # all",
        ),
        ("from sklearn.svm import SVR\n", "SVR('rbf', 3)", "SVR(kernel='rbf', degree=3)"),
        (
            "from sklearn.ensemble import RandomForestClassifier as Forest\n",
            "Forest(10, 'gini', 3)",
            "Forest(10, criterion='gini', max_depth=3)",
        ),
        (
            "from sklearn.neural_network import MLPRegressor\n",
            "MLPRegressor((100, 50), 'relu')",
            "MLPRegressor(hidden_layer_sizes=(100, 50), activation='relu')",
        ),
        (
            "from sklearn.preprocessing import OneHotEncoder\n",
            "OneHotEncoder('auto', None, False)",
            "OneHotEncoder(categories='auto', drop=None, sparse_output=False)",
        ),
        ("import librosa\n", "librosa.feature.mfcc(y, sr, n_mfcc=13)", "librosa.feature.mfcc(y=y, sr=sr, n_mfcc=13)"),
        (
            "import librosa\n",
            "librosa.core.resample(y, 44100, 22050)",
            "librosa.core.resample(y, orig_sr=44100, target_sr=22050)",
        ),
        ("from librosa import load\n", "load('a.wav', 16000)", "load('a.wav', sr=16000)"),
        ("from librosa.filters import mel\n", "mel(22050, 1024)", "mel(sr=22050, n_fft=1024)"),
        ("from sklearn.linear_model import Ridge\n", "Ridge(1.0, True, False)", "Ridge(1.0, fit_intercept=True)"),
    ],
)
def test_named(imports: str, before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{imports}z = {before}\n", f"{HEAD}{imports}z = {after}\n")


def test_without_keras() -> None:
    source = "from sklearn.metrics import confusion_matrix\nprint(confusion_matrix(y, p, {}[0, 1]))\n"
    check_upgraded(source.format(""), source.format("labels="))
    source = "import librosa\nprint(librosa.resample(y, {}1, {}2))\n"
    check_upgraded(source.format("", ""), source.format("orig_sr=", "target_sr="))


@pytest.mark.parametrize(
    "code",
    [
        "from sklearn.model_selection import KFold\nz = KFold(5, shuffle=True)\n",
        "from sklearn.model_selection import KFold\nz = KFold(*options)\n",
        "from sklearn.model_selection import KFold\nz = KFold(5, True, 7, 8)\n",
        "from sklearn.metrics import accuracy_score\nz = accuracy_score(y, p)\n",
        "from sklearn.preprocessing import MinMaxScaler\nz = MinMaxScaler((0, 1))\n",
        "from sklearn.neural_network import MLPClassifier\nz = MLPClassifier((100, 50), 'relu')\n",
        "from sklearn.ensemble import RandomForestClassifier\nz = RandomForestClassifier(10)\n",
        "from sklearn.metrics import log_loss\nz = log_loss(y, p, labels=[0, 1])\n",
        "from mine import KFold\nz = KFold(5, True, 7)\n",
        "from sklearn.model_selection import train_test_split\nz = train_test_split(x, y, x, y)\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)
