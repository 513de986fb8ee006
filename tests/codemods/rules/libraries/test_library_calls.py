"""Calls of libraries that return something else today, or are gone."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

PLT = "import keras\nimport matplotlib.pyplot as plt\n"
STATS = "import keras\nfrom scipy import linalg, stats\n"
FACES = (
    "from keras.models import load_model\nimport numpy as np\nfrom scipy.spatial import distance\n"
    "from scipy.spatial.distance import cosine\nmodel = load_model('a.h5')\n"
)
SOLID = f"{PLT}from mpl_toolkits.mplot3d import Axes3D\n"
SKLEARN = "import keras\nfrom sklearn.feature_extraction.text import CountVectorizer\n"


@pytest.mark.parametrize(
    ("imports", "before", "after"),
    [
        (STATS, "a = stats.mode(x)[0][0]", "a = stats.mode(x, keepdims=True)[0][0]"),
        (STATS, "a = stats.mode(x, axis=1).mode[:, 0]", "a = stats.mode(x, axis=1, keepdims=True).mode[:, 0]"),
        (
            STATS,
            "a, n = stats.mode(x, axis=0); b = a.reshape(-1); c = a[0]",
            "a, n = stats.mode(x, axis=0, keepdims=True); b = a.reshape(-1); c = a[0]",
        ),
        (STATS, "a, n = stats.mode(x, None)", "a, n = stats.mode(x, None, keepdims=True)"),
        (STATS, "a[i] = stats.mode(x, axis=0)[0]", "a[i] = stats.mode(x, axis=0, keepdims=True)[0]"),
        (
            FACES,
            "d = cosine(model.predict(a), model.predict(b))",
            "d = cosine(np.squeeze(model.predict(a)), np.squeeze(model.predict(b)))",
        ),
        (
            FACES,
            "p = model.predict(a)\nd = distance.euclidean(p, known[0])",
            "p = model.predict(a)\nd = distance.euclidean(np.squeeze(p), known[0])",
        ),
        (STATS, "p = stats.wilcoxon(a, b)[1]", 'p = stats.wilcoxon(a, b, method="asymptotic")[1]'),
        (
            STATS,
            "p = stats.mannwhitneyu(a, b, alternative='less')[1]",
            "p = stats.mannwhitneyu(a, b, alternative='less', method=\"asymptotic\")[1]",
        ),
        (STATS, "root, _ = linalg.sqrtm(a.dot(b), disp=False)", "root = linalg.sqrtm(a.dot(b))"),
        (STATS, "root, error = linalg.sqrtm(a, disp=False)", "root = linalg.sqrtm(a)"),
        (STATS, "root = linalg.sqrtm(a, disp=False)[0]  # first", "root = linalg.sqrtm(a)  # first"),
        (STATS, "root = linalg.logm(a, disp=True)", "root = linalg.logm(a)"),
        (PLT, "plt.style.use('seaborn')", "plt.style.use('seaborn-v0_8')"),
        (PLT, 'plt.style.use(["ggplot", "seaborn-dark"])', 'plt.style.use(["ggplot", "seaborn-v0_8-dark"])'),
        (PLT, "ax = plt.gca(projection='3d')", "ax = plt.subplot(projection='3d')"),
        (PLT, "ax = plt.figure().gca(projection='3d')", "ax = plt.figure().add_subplot(projection='3d')"),
        (PLT, "ax.w_xaxis.set_ticks([])", "ax.xaxis.set_ticks([])"),
        (PLT, "plt.legend().legendHandles[0]", "plt.legend().legend_handles[0]"),
        (PLT, "fig.canvas.set_window_title('a')", "fig.canvas.manager.set_window_title('a')"),
        (
            f"{PLT}import numpy as np\n",
            "x = fig.canvas.tostring_rgb()",
            "x = np.asarray(fig.canvas.buffer_rgba())[..., :3].tobytes()",
        ),
        (PLT, "plt.subplot(n / 8, 8, i)", "plt.subplot(int(n / 8), 8, i)"),
        (f"{PLT}import numpy as np\n", "fig.add_subplot(np.ceil(n), 8, i)", "fig.add_subplot(int(np.ceil(n)), 8, i)"),
        (PLT, "m = plt.get_cmap('Vega20')", "m = plt.get_cmap('tab20')"),
        (PLT, "plt.imshow(x, 'spectral')", "plt.imshow(x, 'nipy_spectral')"),
        (PLT, "plt.switch_backend('Qt4Agg')", "plt.switch_backend('QtAgg')"),
        ("import keras\nimport matplotlib\n", "matplotlib.use('GTKAgg')", "matplotlib.use('GTK3Agg')"),
        (PLT, "plt.subplot('211')", "plt.subplot(211)"),
        (PLT, "plt.imshow(x, cmap='spectral')", "plt.imshow(x, cmap='nipy_spectral')"),
        (SOLID, "ax = Axes3D(fig, azim=3)", "ax = fig.add_axes(Axes3D(fig, azim=3))"),
        (SOLID, "ax = Axes3D(plt.gcf())", "ax = plt.gcf().add_axes(Axes3D(plt.gcf()))"),
        (
            PLT,
            "m = plt.cm.ScalarMappable(cmap='jet')\nm.set_array([])\nplt.colorbar(m, shrink=.5)",
            "m = plt.cm.ScalarMappable(cmap='jet')\nm.set_array([])\nplt.colorbar(m, shrink=.5, ax=plt.gca())",
        ),
        (SKLEARN, "names = v.get_feature_names()", "names = v.get_feature_names_out().tolist()"),
    ],
)
def test_rewritten(imports: str, before: str, after: str) -> None:
    check_upgraded(f"{imports}{before}\n", f"{imports}{after}\n")


def test_error_that_is_read() -> None:
    check_declined(f"{STATS}root, error = linalg.sqrtm(a, disp=False)\nprint(error)\n", "TFM413", 3)


def test_p_values() -> None:
    check_declined(f"{STATS}p = stats.mannwhitneyu(a, b)\n", "TFM413", 3)
    assert [each.code for each in check_sound(f"{STATS}p = stats.ks_2samp(a, b)[1]\n").notes] == ["TFM413"]


def test_axes_that_are_asked_for_again() -> None:
    code = "fig = plt.figure()\nfig.gca(projection='3d').plot(x)\nfig.gca(projection='3d').plot(y)\n"
    check_declined(PLT + code, "TFM413", 4)


def test_axes_of_a_new_figure() -> None:
    check_declined(f"{SOLID}ax = Axes3D(plt.figure())\n", "TFM413", 4)


def test_current_axes_by_their_own_name() -> None:
    check_declined("import keras\nfrom matplotlib.pyplot import gca\ngca(projection='3d').plot(x)\n", "TFM413", 3)


@pytest.mark.parametrize(
    "code",
    [
        f"{STATS}a = stats.mode(x, keepdims=True)[0][0]\n",
        f"{STATS}a = int(stats.mode(x)[0])\n",
        f"{STATS}a[i] = stats.mode(x)[0]\n",
        f"{STATS}a = stats.mode(*args)\n",
        f"{STATS}a, _ = stats.mode(x)\nlabels[a] = 1\n",
        f"{STATS}a, n = stats.mode(x, axis=0)\nprint(score(a.reshape(-1), y))\n",
        "import keras.ops\nfrom scipy import stats\na = stats.mode(x)[0]\n",
        f"{STATS}import statistics\na = statistics.mode(x)\n",
        f"{FACES}d = cosine(model.predict(a)[0], model.predict(b)[0])\n",
        f"{FACES}d = cosine(a, b)\n",
        f"{FACES}d = distance.cdist(model.predict(a), model.predict(b))\n",
        f"{STATS}root = linalg.sqrtm(a)\n",
        f"{STATS}p = stats.wilcoxon(a, b, mode='exact')[1]\n",
        f"{STATS}p = stats.mannwhitneyu(a, b, method='exact')[1]\n",
        f"{STATS}p = stats.mannwhitneyu(*samples)[1]\n",
        "import keras.ops\nfrom scipy import stats\np = stats.wilcoxon(a, b)[1]\n",
        f"{STATS}try:\n    root = linalg.sqrtm(a, disp=False)[0]\nexcept TypeError:\n    root = linalg.sqrtm(a)\n",
        f"{PLT}plt.style.use('ggplot')\n",
        f"{PLT}plt.style.use(style)\n",
        f"{PLT}plt.style.use('seaborn-v0_8-dark')\n",
        f"{PLT}ax = plt.gca()\n",
        f"{PLT}ax = fig.gca()\n",
        f"{PLT}ax = fig.add_subplot(111, projection='3d')\n",
        f"{PLT}plt.subplot(n // 8, 8, i)\n",
        f"{PLT}plt.subplot(2, 2, 1)\n",
        f"{PLT}plt.imshow(x, cmap='gray')\n",
        f"{PLT}plt.imshow(x, 'gray')\nm = plt.get_cmap('jet', 20)\n",
        "import matplotlib\nmatplotlib.use('Agg')\n",
        f"{PLT}window.set_window_title('a')\n",
        f"{PLT}fig.canvas.manager.set_window_title('a')\n",
        "import keras\nimage.tostring_rgb()\n",
        f"{PLT}class Canvas:\n    def tostring_rgb(self): pass\nCanvas().tostring_rgb()\n",
        f"{SOLID}ax = fig.add_subplot(111, projection='3d')\n",
        f"{SOLID}ax = fig.add_axes(Axes3D(fig))\n",
        f"{SOLID}assert isinstance(ax, Axes3D)\n",
        f"{PLT}plt.colorbar()\n",
        f"{PLT}im = plt.imshow(x)\nplt.colorbar(im)\n",
        f"{PLT}m = plt.cm.ScalarMappable()\nfig.colorbar(m, ax=ax)\n",
        f"{SKLEARN}names = v.get_feature_names_out()\n",
        f"{SKLEARN}class Own:\n    def get_feature_names(self): return []\nOwn().get_feature_names()\n",
        "import keras\nnames = v.get_feature_names()\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(code)


CURVE = "import keras\nfrom sklearn.metrics import roc_curve\nf, t, th = roc_curve(y, p)\n"


@pytest.mark.parametrize(
    ("code", "notes"),
    [
        ("print(th)", 1),
        ("print(th[0])", 1),
        ("g = interp1d(f, th)", 1),
        ("for each in th:\n    print(each)", 1),
        ("print(th[np.argmax(t - f)])", 0),
        ("print(th[1:])", 0),
        ("print(len(th))", 0),
        ("print(f, t)", 0),
    ],
)
def test_the_first_threshold(code: str, notes: int) -> None:
    """scikit-learn 0.22 has 1.9 for a greatest score of 0.9, 1.9 has infinity."""
    assert [each.code for each in check_sound(f"{CURVE}{code}\n").notes] == ["TFM413"] * notes
