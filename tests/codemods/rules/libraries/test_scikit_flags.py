"""Numbers for flags of scikit-learn."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\nfrom sklearn.feature_extraction.text import TfidfVectorizer\n"
SPLIT = "import keras\nfrom sklearn.model_selection import train_test_split\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{HEAD}v = TfidfVectorizer(use_idf=1)\n", f"{HEAD}v = TfidfVectorizer(use_idf=True)\n"),
        (
            f"{HEAD}v = TfidfVectorizer(min_df=1, smooth_idf=0, sublinear_tf=1)\n",
            f"{HEAD}v = TfidfVectorizer(min_df=1, smooth_idf=False, sublinear_tf=True)\n",
        ),
        (
            "import keras\nimport sklearn.linear_model as lm\nm = lm.LogisticRegression(fit_intercept=(1))\n",
            "import keras\nimport sklearn.linear_model as lm\nm = lm.LogisticRegression(fit_intercept=True)\n",
        ),
        (f"{SPLIT}a, b = train_test_split(x, shuffle=0)\n", f"{SPLIT}a, b = train_test_split(x, shuffle=False)\n"),
    ],
)
def test_flags(before: str, after: str) -> None:
    check_upgraded(before, after)


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}v = TfidfVectorizer(use_idf=True)\n",
        f"{HEAD}v = TfidfVectorizer(use_idf=on)\n",
        f"{HEAD}v = TfidfVectorizer(use_idf=2)\n",
        f"{HEAD}v = TfidfVectorizer(min_df=1, max_df=1)\n",
        "import keras\nfrom sklearn.cluster import KMeans\nk = KMeans(verbose=1, n_init=1)\n",
        "import keras\nfrom own import TfidfVectorizer\nv = TfidfVectorizer(use_idf=1)\n",
        "import keras\nh = model.fit(x, y, shuffle=1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
