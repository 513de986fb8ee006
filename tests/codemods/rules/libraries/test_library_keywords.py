"""Keywords that libraries beside NumPy and TensorFlow no longer take."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

PLT = "import keras\nimport matplotlib.pyplot as plt\n"
SNS = "import keras\nimport seaborn as sns\n"

OLD = "from keras.layers import LocallyConnected1D\n"
"""A file of Keras 2, which has the layer."""


@pytest.mark.parametrize(
    ("imports", "before", "after"),
    [
        (PLT, "plt.hist(x, normed=True)", "plt.hist(x, density=True)"),
        (PLT, "ax.hist(x, 10, normed=1)", "ax.hist(x, 10, density=1)"),
        (PLT, "ax.grid(b=True, axis='x')", "ax.grid(visible=True, axis='x')"),
        (PLT, "plt.grid('off')", "plt.grid(False)"),
        (PLT, "ax.grid('on', which='major')", "ax.grid(True, which='major')"),
        (PLT, "ax.grid(b='off')", "ax.grid(visible=False)"),
        (PLT, "plt.box('off')", "plt.box(False)"),
        (PLT, "plt.axis('normal')", 'plt.axis("auto")'),
        (PLT, "plt.tick_params(top='off', labelleft='on')", "plt.tick_params(top=False, labelleft=True)"),
        (PLT, "ax.tick_params('x', bottom='off')", "ax.tick_params('x', bottom=False)"),
        (PLT, "ax.boxplot(x, whis='range')", "ax.boxplot(x, whis=(0, 100))"),
        (PLT, "plt.savefig('a.png', bbox='tight')", "plt.savefig('a.png')"),
        (PLT, "plt.annotate(s='a', xy=(1, 2))", "plt.annotate(text='a', xy=(1, 2))"),
        (PLT, "ax.boxplot(x, labels=names)", "ax.boxplot(x, tick_labels=names)"),
        (PLT, "plt.savefig('a.png', frameon=True)", "plt.savefig('a.png')"),
        (PLT, "plt.show(False)", "plt.show(block=False)"),
        (PLT, "plt.subplots(2, 2, True)", "plt.subplots(2, 2, sharex=True)"),
        ("import matplotlib\n", "matplotlib.use('Agg', warn=False)", "matplotlib.use('Agg')"),
        (SNS, "sns.countplot(df['a'])", "sns.countplot(x=df['a'])"),
        (SNS, "sns.countplot(labels)", "sns.countplot(x=labels)"),
        (SNS, "sns.barplot('a', 'b', data=df)", "sns.barplot(x='a', y='b', data=df)"),
        (SNS, "sns.boxplot(df['a'])", "sns.boxplot(x=df['a'])"),
        (SNS, "sns.lmplot('a', 'b', df, size=3)", "sns.lmplot(x='a', y='b', data=df, height=3)"),
        (SNS, "sns.heatmap(m, 0, 1)", "sns.heatmap(m, vmin=0, vmax=1)"),
        (
            "from sklearn.manifold import TSNE\n",
            "TSNE(2, n_iter=500)  # slow",
            "TSNE(2, max_iter=500)  # slow",
        ),
        ("import imageio\n", "imageio.mimsave(p, x, duration=0.5)", "imageio.mimsave(p, x, duration=500)"),
        ("import imageio\n", "imageio.get_writer(p, duration=1 / fps)", "imageio.get_writer(p, duration=1000 / fps)"),
        ("from imageio import imread\n", "imread(p, as_gray=True)", 'imread(p, mode="F")'),
        ("import matplotlib.pyplot as plt\n", "plt.semilogx(x, y, basex=2)", "plt.semilogx(x, y, base=2)"),
        (
            "import matplotlib.pyplot as plt\n",
            "ax.set_yscale('log', nonposy='clip')",
            "ax.set_yscale('log', nonpositive='clip')",
        ),
        ("import matplotlib.pyplot as plt\n", "f.add_subplot(111, axisbg='w')", "f.add_subplot(111, facecolor='w')"),
        ("import matplotlib.pyplot as plt\n", "plt.plot(x, hold=True)", "plt.plot(x)"),
        ("import matplotlib.pyplot as plt\n", "ax.bar(left=x, height=y)", "ax.bar(x=x, height=y)"),
        ("import matplotlib.pyplot as plt\n", "plt.stem(x, use_line_collection=True)", "plt.stem(x)"),
        ("import matplotlib.pyplot as plt\n", "plt.tight_layout(2)", "plt.tight_layout(pad=2)"),
        ("from matplotlib.patches import Polygon\n", "Polygon(x, True)", "Polygon(x, closed=True)"),
        ("from matplotlib.widgets import Slider\n", "Slider(a, 'x', 0, 1, .5)", "Slider(a, 'x', 0, 1, valinit=.5)"),
        ("from scipy.sparse.linalg import cg\n", "cg(a, b, None, 1e-5)", "cg(a, b, None, rtol=1e-5)"),
        (
            "from scipy.optimize import fmin_l_bfgs_b\n",
            "fmin_l_bfgs_b(f, x, maxfun=20, iprint=0)",
            "fmin_l_bfgs_b(f, x, maxfun=20)",
        ),
        ("import seaborn as sns\n", "sns.stripplot(x=x, y=y, split=True)", "sns.stripplot(x=x, y=y, dodge=True)"),
        ("from skimage import measure\n", "measure.label(input=x)", "measure.label(label_image=x)"),
        (
            "import numpy as np\nfrom sklearn.utils.class_weight import compute_class_weight\n",
            "compute_class_weight('balanced', classes=[0, 1], y=y)",
            "compute_class_weight('balanced', classes=np.array([0, 1]), y=y)",
        ),
        (
            "from sklearn.feature_extraction.text import TfidfVectorizer\n",
            "TfidfVectorizer(stop_words=set(words))",
            "TfidfVectorizer(stop_words=list(set(words)))",
        ),
        (
            "from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer\n",
            "CountVectorizer(stop_words=ENGLISH_STOP_WORDS.union(words))",
            "CountVectorizer(stop_words=list(ENGLISH_STOP_WORDS.union(words)))",
        ),
        (
            "from sklearn.metrics import make_scorer\n",
            "make_scorer(f, needs_proba=True)",
            'make_scorer(f, response_method="predict_proba")',
        ),
        ("from sklearn.cluster import KMeans\n", "KMeans(3, n_jobs=4, n_init=5)", "KMeans(3, n_init=5)"),
        ("from sklearn.model_selection import KFold\n", "KFold(5, random_state=7)", "KFold(5)"),
        (
            "from sklearn.model_selection import StratifiedKFold\n",
            "StratifiedKFold(n_splits=5, shuffle=False, random_state=7)",
            "StratifiedKFold(n_splits=5, shuffle=False)",
        ),
        (
            "import sklearn.svm\nfrom sklearn import model_selection as ms\n",
            "ms.GridSearchCV(m, p, iid=False)",
            "ms.GridSearchCV(m, p)",
        ),
        (
            "from sklearn.preprocessing import OneHotEncoder\n",
            "OneHotEncoder(sparse=False)",
            "OneHotEncoder(sparse_output=False)",
        ),
        (
            "from sklearn.linear_model import LogisticRegression\n",
            "LogisticRegression(multi_class='multinomial', penalty='none')",
            "LogisticRegression(penalty=None)",
        ),
        (
            "from sklearn.ensemble import RandomForestClassifier\n",
            "RandomForestClassifier(max_features='auto', min_impurity_split=None)",
            'RandomForestClassifier(max_features="sqrt")',
        ),
        (
            "from sklearn.preprocessing import MinMaxScaler\n",
            "MinMaxScaler(feature_range=[-1, 1])",
            "MinMaxScaler(feature_range=(-1, 1))",
        ),
        (
            "from skimage.transform import rescale\n",
            "rescale(x, .5, multichannel=True)",
            "rescale(x, .5, channel_axis=-1)",
        ),
        ("from skimage import measure\n", "measure.label(x, neighbors=8)", "measure.label(x, connectivity=2)"),
        ("from skimage import io\n", "io.imread(path, as_grey=True)", "io.imread(path, as_gray=True)"),
        ("from skimage.morphology import remove_small_objects as rm\n", "rm(x, 64)", "rm(x, max_size=63)"),
        (
            "from skimage.morphology import remove_small_objects as rm\n",
            "rm(x, min_size=n // 2)",
            "rm(x, max_size=(n // 2) - 1)",
        ),
        (
            OLD + "from sklearn.cluster import KMeans\n",
            "KMeans(n_clusters=3)",
            "KMeans(n_clusters=3, n_init=10)",
        ),
        (
            OLD + "from sklearn.cluster import MiniBatchKMeans\n",
            "MiniBatchKMeans(3, init=centres)",
            "MiniBatchKMeans(3, init=centres, batch_size=100)",
        ),
        (
            OLD + "from sklearn.decomposition import FastICA\n",
            "FastICA(2)",
            'FastICA(2, whiten="arbitrary-variance")',
        ),
        (
            OLD + "from sklearn.dummy import DummyClassifier\n",
            "DummyClassifier()",
            'DummyClassifier(strategy="stratified")',
        ),
        (
            OLD + "from sklearn.manifold import TSNE\n",
            "TSNE(2, 30.0)",
            'TSNE(2, perplexity=30.0, init="random", learning_rate=200.0)',
        ),
        (
            OLD + "from sklearn.manifold import TSNE\n",
            "TSNE(2, init='pca')",
            "TSNE(2, init='pca', learning_rate=200.0)",
        ),
        (
            OLD + "from sklearn.manifold import TSNE\n",
            "TSNE(2, learning_rate=10)",
            'TSNE(2, learning_rate=10, init="random")',
        ),
        (
            "from sklearn.linear_model import LogisticRegression\n",
            "LogisticRegression(penalty='l1')",
            "LogisticRegression(penalty='l1', solver=\"liblinear\")",
        ),
        ("from scipy import linalg\n", "linalg.eigh(x, eigvals=(0, 2))", "linalg.eigh(x, subset_by_index=(0, 2))"),
        ("import json\n", "json.load(f, encoding='utf-8')", "json.load(f)"),
        (
            "import keras\nimport imageio\n",
            "imageio.mimsave('a.gif', x)",
            "imageio.mimsave('a.gif', x, duration=100, loop=0)",
        ),
        (
            "import keras\nimport imageio\np = 'a.gif'\n",
            "imageio.get_writer(p, mode='I')",
            "imageio.get_writer(p, mode='I', duration=100, loop=0)",
        ),
        (
            "import keras\nimport imageio\n",
            "imageio.mimsave('a.gif', x, duration=0.5)",
            "imageio.mimsave('a.gif', x, duration=500, loop=0)",
        ),
        (
            "import keras\nimport imageio\n",
            "imageio.mimsave('a.gif', x, fps=5)",
            "imageio.mimsave('a.gif', x, fps=5, loop=0)",
        ),
    ],
)
def test_rewritten(imports: str, before: str, after: str) -> None:
    check_upgraded(f"{imports}z = {before}\n", f"{imports}z = {after}\n")


@pytest.mark.parametrize(
    "code",
    [
        "import matplotlib.pyplot as plt\nplt.loglog(x, y, basex=2)\n",
        "import matplotlib.pyplot as plt\nplt.plot(x, hold=False)\n",
        "from sklearn.preprocessing import OneHotEncoder\nz = OneHotEncoder(n_values=4)\n",
        "from sklearn.model_selection import GridSearchCV\nz = GridSearchCV(m, p, iid=True)\n",
        "from sklearn.linear_model import Ridge\nz = Ridge(normalize=flag)\n",
        "from skimage.transform import rescale\nz = rescale(x, .5, multichannel=flag)\n",
        "from sklearn.metrics import mean_squared_error\nz = mean_squared_error(y, p, squared=False)\n",
        "from matplotlib import pyplot as plt\nplt.savefig('a.jpg', quality=90)\n",
    ],
)
def test_reported(code: str) -> None:
    check_declined(code, "TFM408", 2)


@pytest.mark.parametrize(
    "code",
    [
        "import matplotlib.pyplot as plt\nplt.plot(x, y)\nplt.bar(x, y)\nplt.stem(x)\nplt.tight_layout()\n",
        "import matplotlib.pyplot as plt\nplt.semilogx(x, base=2)\nplt.imshow(x, 'gray', None)\n",
        "from matplotlib.patches import Polygon, Circle\nz = Polygon(x), Circle((0, 0), 1)\n",
        "from scipy.sparse.linalg import cg\nz = cg(a, b, x0=None, maxiter=3)\n",
        "import imageio\nz = imageio.mimsave(p, x, duration=100), imageio.mimsave(p, x, fps=5, loop=0)\n",
        "import imageio\nz = imageio.mimsave(p, x, duration=length), imageio.imread(p)\n",
        "from skimage import measure\nz = measure.label(x)\n",
        "import keras\nfrom skimage.transform import resize\nz = resize(x, (8, 8), anti_aliasing=True)\n",
        "from skimage.color import rgb2gray\nz = rgb2gray(x)\n",
        f"{PLT}plt.hist(x, density=True)\n",
        f"{PLT}plt.grid(True)\n",
        f"{PLT}plt.annotate('a', (1, 2))\n",
        f"{PLT}plt.legend(labels=names)\n",
        f"{PLT}reader.load(normed=True)\n",
        f"{PLT}import mine\nmine.hist(x, normed=True)\n",
        f"{PLT}def hist(self, normed): pass\nself.hist(x, normed=True)\n",
        f"{PLT}try:\n    plt.hist(x, normed=True)\nexcept AttributeError:\n    plt.hist(x, density=True)\n",
        "import keras\nx.hist(y, normed=True)\n",
        f"{PLT}plt.hist(x, **options)\n",
        f"{PLT}plt.show()\n",
        f"{PLT}plt.subplots(2, 2)\n",
        f"{SNS}sns.countplot(x='a', data=df)\n",
        f"{SNS}sns.countplot(df, x='a')\n",
        f"{SNS}sns.lineplot(df, x='a', y='b')\n",
        f"{SNS}sns.boxplot(df)\n",
        f"{SNS}sns.boxplot(df, y='a')\n",
        f"{SNS}sns.kdeplot(df['a'])\n",
        f"{SNS}sns.lineplot(losses['glu'], label='glu')\n",
        f"{SNS}sns.scatterplot(losses['glu'])\n",
        f"{SNS}sns.jointplot(df[['a', 'b']])\n",
        f"{SNS}sns.heatmap(m, annot=True)\n",
        f"{SNS}sns.scatterplot(x='a', y='b', size='c', data=df)\n",
        f"{SNS}sns.relplot(x='a', y='b', size='c', data=df)\n",
        "import keras.ops\nimport seaborn as sns\nsns.countplot(df['a'])\n",
        # a column in the place of data, drawn upright, as seaborn 0.13 takes it
        "import seaborn as sns\nsns.barplot(df['a'])\n",
        "import seaborn as sns\nsns.pointplot(df['a'])\n",
        "from sklearn.model_selection import KFold\nz = KFold(5, shuffle=True, random_state=7)\n",
        "from sklearn.model_selection import KFold\nz = KFold(5, shuffle=flag, random_state=7)\n",
        "from sklearn.linear_model import LogisticRegression\nz = LogisticRegression(penalty='l2')\n",
        "import sklearn.utils.class_weight as w\nz = w.compute_class_weight('balanced', classes=labels, y=y)\n",
        "from sklearn.feature_extraction.text import CountVectorizer\nz = CountVectorizer(stop_words='english')\n",
        "from sklearn.feature_extraction.text import CountVectorizer\nz = CountVectorizer(stop_words=words)\n",
        "from sklearn.cluster import KMeans\nz = KMeans(3, n_init=10, random_state=0)\n",
        "from sklearn.ensemble import RandomForestClassifier\nz = RandomForestClassifier(max_features=3, n_jobs=4)\n",
        "from sklearn.preprocessing import MinMaxScaler\nz = MinMaxScaler(feature_range=(0, 1))\n",
        "from sklearn.manifold import TSNE\nz = TSNE(**options)\n",
        f"{PLT}plt.axis('off')\nplt.axis([0, 1, 0, 1])\nax.axis('equal')\n",
        f"{PLT}plt.grid(True)\nplt.grid()\nax.grid(which='major')\nplt.box(on)\n",
        f"{PLT}ax.tick_params(axis='x', top=False)\nrobot.grid(flag)\n",
        "from mine import plt\nplt.grid('off')\n",
        "import keras\nfrom sklearn.cluster import KMeans\nz = KMeans(3, n_init=1)\n",
        "import keras\nfrom sklearn.decomposition import FastICA\nz = FastICA(n_components=2, whiten=False)\n",
        "import keras\nfrom sklearn.dummy import DummyClassifier\nz = DummyClassifier(strategy='uniform')\n",
        "import keras\nfrom sklearn.cluster import KMeans\nz = KMeans(3, init=centers)\n",
        "import keras\nfrom sklearn.manifold import TSNE\nz = TSNE(2, init='pca', learning_rate=9)\n",
        "import keras.ops\nfrom sklearn.manifold import TSNE\nz = TSNE(2)\n",
        "from sklearn.cluster import KMeans\nz = KMeans(3)\n",
        "from mine import TSNE\nz = TSNE(n_iter=5)\n",
        "from skimage.transform import rescale\nz = rescale(x, .5, channel_axis=-1)\n",
        "from skimage.morphology import remove_small_objects\nz = remove_small_objects(x, max_size=63)\n",
        "from skimage.morphology import remove_small_objects\nz = remove_small_objects(x)\n",
        "from scipy import linalg\nz = linalg.pinv(x)\n",
        "import keras\nfrom skimage.filters import sobel\nz = sobel(x, mask=y)\n",
        "import keras\nfrom skimage.filters import median\nz = median(x, behavior='rank')\n",
        "import keras\nfrom skimage import exposure\nz = exposure.rescale_intensity(x)\n",
        "from skimage.filters import sobel\nz = sobel(x)\n",
        "import json\nz = json.loads(x), json.load(f, object_hook=g)\n",
        "import mine\nz = mine.loads(x, encoding='utf-8')\n",
        "import keras\nimport imageio\nz = imageio.mimsave('a.mp4', x), imageio.mimsave(path, x)\n",
        "import keras\nimport imageio\nz = imageio.mimsave('a.gif', x, duration=100, loop=1)\n",
        "import keras.ops\nimport imageio\nz = imageio.mimsave('a.gif', x)\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(code)


@pytest.mark.parametrize(
    "code",
    [
        b"from skimage import filters\nz = filters.gaussian(x, 2)\n",
        b"from sklearn.ensemble import AdaBoostClassifier\nz = AdaBoostClassifier()\n",
        b"from skimage.color import rgb2gray\nz = rgb2gray(x)\n",
        b"from sklearn.cluster import KMeans\nz = KMeans(3)\n",
        b"from sklearn.manifold import TSNE\nz = TSNE(2)\n",
        b"from matplotlib.dates import date2num\nz = date2num(day)\n",
        b"from skimage import transform\nz = transform.resize(x, (8, 8))\n",
        b"from skimage.filters import sobel\nz = sobel(x)\n",
        b"from skimage.color import label2rgb\nz = label2rgb(x, image=y)\n",
        b"from skimage import exposure\nz = exposure.rescale_intensity(x, out_range=(0, 255))\n",
    ],
)
def test_noted(code: bytes) -> None:
    result = upgrade(b"import keras\n" + code)
    assert isinstance(result, Upgraded)
    assert not result.findings
    assert [note.line for note in result.notes if note.code == "TFM408"] == [3]
