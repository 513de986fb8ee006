"""Keywords of other packages: the legacy releases take the legacy ones, those of today do not.

A row is a call as it was, and as it is; `scikit-learn 0.22.2`, say, runs the first, and 1.9.1 the second. The results
were compared: to four digits they are equal, but for forests of regression, `precision_recall_curve`, and `LassoCV`, which
chose another of two good alphas.
"""

import importlib
import importlib.util
import inspect
import sys
import warnings

import pytest

from compat.tables.names.library_keywords import LIBRARY_KEYWORDS, METHOD_KEYWORDS, SEABORN_PLACES, SMALL_OBJECTS

np = pytest.importorskip("numpy")

MODERN = {
    "imageio": (2, 28),
    "matplotlib": (3, 10),
    "seaborn": (0, 13),
    "scipy": (1, 18),
    "sklearn": (1, 8),
    "skimage": (0, 26),
}
"""The releases that lack all keywords."""

LEGACY = {
    "imageio": (2, 9),
    "matplotlib": (3, 0),
    "seaborn": (0, 9),
    "scipy": (1, 2),
    "sklearn": (0, 22),
    "skimage": (0, 15),
}
"""The last releases that have all keywords; those between lack some."""

SETUP = """
import numpy as np
rs = np.random.RandomState(0)
X = rs.rand(60, 4)
y = (X[:, 0] > .5).astype(int)
z = np.digitize(X[:, 0], [.3, .6])
r = X[:, 0] * 2
G = rs.rand(32, 32)
C = rs.rand(32, 32, 3)
"""

CALLS = {
    "matplotlib": """
plt.hist(X[:, 0], normed=True)[0].sum() ~ plt.hist(X[:, 0], density=True)[0].sum()
plt.hist(X[:, 0], [0, .1, .5, 1], normed=1)[0] ~ plt.hist(X[:, 0], [0, .1, .5, 1], density=1)[0]
plt.hist2d(r, r, normed=True)[0].sum() ~ plt.hist2d(r, r, density=True)[0].sum()
plt.grid(b=True) ~ plt.grid(visible=True)
plt.axis("normal") and 1 ~ plt.axis("auto") and 1
plt.boxplot(X, whis="range")["fliers"][0].get_xdata().size ~ plt.boxplot(X, whis=(0, 100))["fliers"][0].get_xdata().size
plt.gca().grid(b=False) ~ plt.gca().grid(visible=False)
plt.annotate(s="a", xy=(1, 2)).get_text() ~ plt.annotate(text="a", xy=(1, 2)).get_text()
len(plt.boxplot(X, labels=list("abcd"))["boxes"]) ~ len(plt.boxplot(X, tick_labels=list("abcd"))["boxes"])
plt.boxplot(X, manage_xticks=False) and 1 ~ plt.boxplot(X, manage_ticks=False) and 1
plt.semilogx([1, 2], [1, 2], basex=2) and plt.gca().get_xscale() ~ plt.semilogx([1, 2], [1, 2], base=2) and plt.gca().get_xscale()
plt.plot([1, 2]) and plt.yscale("symlog", linthreshy=.1) ~ plt.plot([1, 2]) and plt.yscale("symlog", linthresh=.1)
plt.gca().set_yscale("log", nonposy="clip") ~ plt.gca().set_yscale("log", nonpositive="clip")
plt.imshow(G, shape=(32, 32)) and 1 ~ plt.imshow(G) and 1
plt.imshow(G, "gray", None, "auto") and 1 ~ plt.imshow(G, "gray", None, aspect="auto") and 1
plt.tight_layout(1.0) ~ plt.tight_layout(pad=1.0)
matplotlib.patches.Arc((0, 0), 1, 2, 0, 0, 180).theta2 ~ matplotlib.patches.Arc((0, 0), 1, 2, angle=0, theta1=0, theta2=180).theta2
matplotlib.patches.Polygon([[0, 0], [1, 1], [2, 0]], True).get_closed() ~ matplotlib.patches.Polygon([[0, 0], [1, 1], [2, 0]], closed=True).get_closed()
matplotlib.patches.Wedge((0, 0), 1, 0, 30, .2).width ~ matplotlib.patches.Wedge((0, 0), 1, 0, 30, width=.2).width
matplotlib.patches.RegularPolygon((0, 0), 6, 2, 0).radius ~ matplotlib.patches.RegularPolygon((0, 0), 6, radius=2, orientation=0).radius
matplotlib.lines.Line2D([0], [0], 2, "-", "r").get_linewidth() ~ matplotlib.lines.Line2D([0], [0], linewidth=2, linestyle="-", color="r").get_linewidth()
plt.savefig(path, frameon=True) ~ plt.savefig(path)
plt.savefig(path, papertype="a4") ~ plt.savefig(path)
plt.text(1, 2, "a", withdash=False).get_text() ~ plt.text(1, 2, "a").get_text()
plt.scatter(r, r, verts=None) and 1 ~ plt.scatter(r, r) and 1
plt.subplots(2, 2, True)[1].shape ~ plt.subplots(2, 2, sharex=True)[1].shape
plt.Rectangle((0, 0), 1, 1, 30.0).get_height() ~ plt.Rectangle((0, 0), 1, 1, angle=30.0).get_height()
matplotlib.use("Agg", warn=False) ~ matplotlib.use("Agg")
""",
    "seaborn": """
heights(sns.barplot("a", "b", data=df)) ~ heights(sns.barplot(x="a", y="b", data=df))
heights(sns.barplot(df["a"], df["b"])) ~ heights(sns.barplot(x=df["a"], y=df["b"]))
sns.lmplot("b", "c", df, size=3).axes.size ~ sns.lmplot(x="b", y="c", data=df, height=3).axes.size
sns.FacetGrid(df, col="a", size=2).axes.size ~ sns.FacetGrid(df, col="a", height=2).axes.size
sns.heatmap(X, 0, 2).collections[0].get_clim() ~ sns.heatmap(X, vmin=0, vmax=2).collections[0].get_clim()
len(sns.scatterplot(df["b"], df["c"]).collections) ~ len(sns.scatterplot(x=df["b"], y=df["c"]).collections)
len(sns.lineplot("a", "b", data=df, ci=None).lines) ~ len(sns.lineplot(x="a", y="b", data=df, ci=None).lines)
sns.jointplot("b", "c", df, stat_func=None) and 1 ~ sns.jointplot(x="b", y="c", data=df) and 1
""",
    "imageio": """
imageio.imread(saved(path), as_gray=True).shape ~ imageio.imread(saved(path), mode="F").shape
""",
    "scipy": """
linalg.eigh(np.diag([3., 1, 2]), eigvals=(0, 1))[0] ~ linalg.eigh(np.diag([3., 1, 2]), subset_by_index=(0, 1))[0]
sparse_linalg.cg(np.eye(4) * 2, X[0], tol=1e-9)[0] ~ sparse_linalg.cg(np.eye(4) * 2, X[0], rtol=1e-9)[0]
sparse_linalg.gmres(np.eye(4) * 2, X[0], None, 1e-9)[0] ~ sparse_linalg.gmres(np.eye(4) * 2, X[0], None, rtol=1e-9)[0]
optimize.fmin_l_bfgs_b(lambda x: float(((x - 3) ** 2).sum()), np.ones(2), approx_grad=True, iprint=-1, disp=0)[0] ~ optimize.fmin_l_bfgs_b(lambda x: float(((x - 3) ** 2).sum()), np.ones(2), approx_grad=True)[0]
stats.kendalltau(X[:, 0], X[:, 1], initial_lexsort=None)[0] ~ stats.kendalltau(X[:, 0], X[:, 1])[0]
linalg.pinvh(np.eye(4), rcond=1e-3) ~ linalg.pinvh(np.eye(4), rtol=1e-3)
linalg.pinv(X, rcond=1e-3) ~ linalg.pinv(X, rtol=1e-3)
linalg.solve(np.eye(4) * 2, X[0], sym_pos=True) ~ linalg.solve(np.eye(4) * 2, X[0], assume_a="pos")
signal.remez(11, [0, .1, .2, .5], [1, 0], Hz=1) ~ signal.remez(11, [0, .1, .2, .5], [1, 0], fs=1)
stats.iqr(X[:, 0], scale="raw") ~ stats.iqr(X[:, 0], scale=1)
stats.norm.interval(alpha=.9) ~ stats.norm.interval(confidence=.9)
stats.t.interval(alpha=.9, df=3) ~ stats.t.interval(confidence=.9, df=3)
""",
    "sklearn": """
PP.OneHotEncoder(sparse=False).fit_transform(X[:3] > .5) ~ PP.OneHotEncoder(sparse_output=False).fit_transform(X[:3] > .5)
EN.AdaBoostRegressor(base_estimator=T.DecisionTreeRegressor(), n_estimators=2) is not None ~ EN.AdaBoostRegressor(estimator=T.DecisionTreeRegressor(), n_estimators=2) is not None
CL.KMeans(3, n_jobs=1, precompute_distances=True).fit(X).n_clusters ~ CL.KMeans(3).fit(X).n_clusters
CL.KMeans(3, algorithm="full").fit(X).n_clusters ~ CL.KMeans(3, algorithm="lloyd").fit(X).n_clusters
CL.AgglomerativeClustering(3, affinity="cosine", linkage="average").fit(X).labels_ ~ CL.AgglomerativeClustering(3, metric="cosine", linkage="average").fit(X).labels_
MF.TSNE(2, n_iter=250).fit_transform(X).shape ~ MF.TSNE(2, max_iter=250).fit_transform(X).shape
LM.LinearRegression(normalize=False).fit(X, r).coef_ ~ LM.LinearRegression().fit(X, r).coef_
LM.BayesianRidge(n_iter=30).fit(X, r).coef_ ~ LM.BayesianRidge(max_iter=30).fit(X, r).coef_
LM.RidgeCV(store_cv_values=True).fit(X, r).coef_ ~ LM.RidgeCV(store_cv_results=True).fit(X, r).coef_
LM.LassoCV(n_alphas=5, cv=3).fit(X, r).coef_ ~ LM.LassoCV(alphas=5, cv=3).fit(X, r).coef_
LM.LogisticRegression(multi_class="multinomial", solver="lbfgs").fit(X, z).predict(X) ~ LM.LogisticRegression().fit(X, z).predict(X)
LM.LogisticRegression(multi_class="auto").fit(X, z).predict(X) ~ LM.LogisticRegression().fit(X, z).predict(X)
LM.LogisticRegression(penalty="none", tol=1e-8, max_iter=999).fit(X, r > X[:, 1]).predict(X) ~ LM.LogisticRegression(penalty=None, tol=1e-8, max_iter=999).fit(X, r > X[:, 1]).predict(X)
LM.SGDClassifier(loss="log", random_state=0).fit(X, y).coef_ ~ LM.SGDClassifier(loss="log_loss", random_state=0).fit(X, y).coef_
LM.SGDRegressor(loss="squared_loss", random_state=0).fit(X, r).coef_ ~ LM.SGDRegressor(loss="squared_error", random_state=0).fit(X, r).coef_
LM.RANSACRegressor(base_estimator=LM.LinearRegression(), loss="absolute_loss").fit(X, r) and 1 ~ LM.RANSACRegressor(estimator=LM.LinearRegression(), loss="absolute_error").fit(X, r) and 1
EN.RandomForestClassifier(9, max_features="auto", min_impurity_split=None, random_state=0).fit(X, z).predict(X) ~ EN.RandomForestClassifier(9, max_features="sqrt", random_state=0).fit(X, z).predict(X)
EN.RandomForestRegressor(9, max_features="auto", criterion="mse", random_state=0).fit(X, r).predict(X).round(1) ~ EN.RandomForestRegressor(9, max_features=1.0, criterion="squared_error", random_state=0).fit(X, r).predict(X).round(1)
EN.GradientBoostingClassifier(loss="deviance", presort="auto").fit(X, y).predict(X) ~ EN.GradientBoostingClassifier(loss="log_loss").fit(X, y).predict(X)
EN.GradientBoostingRegressor(loss="ls").fit(X, r).predict(X).round(1) ~ EN.GradientBoostingRegressor(loss="squared_error").fit(X, r).predict(X).round(1)
T.DecisionTreeRegressor(criterion="mae", presort=False).fit(X, r).predict(X) ~ T.DecisionTreeRegressor(criterion="absolute_error").fit(X, r).predict(X)
EN.IsolationForest(behaviour="new").fit(X).offset_ ~ EN.IsolationForest().fit(X).offset_
IM.SimpleImputer(verbose=0).fit_transform(X) ~ IM.SimpleImputer().fit_transform(X)
FE.CountVectorizer(min_df=0).fit(["a bb cc"]).vocabulary_ ~ FE.CountVectorizer(min_df=1).fit(["a bb cc"]).vocabulary_
FE.CountVectorizer(ngram_range=[1, 2]).fit(["a bb cc"]).vocabulary_ ~ FE.CountVectorizer(ngram_range=(1, 2)).fit(["a bb cc"]).vocabulary_
PP.MinMaxScaler(feature_range=[0, 1]).fit_transform(X) ~ PP.MinMaxScaler(feature_range=(0, 1)).fit_transform(X)
ME.log_loss(y, X[:, 0], eps=1e-15) ~ ME.log_loss(y, X[:, 0])
ME.mean_squared_error(r, X[:, 1], squared=True) ~ ME.mean_squared_error(r, X[:, 1])
ME.precision_recall_curve(y, probas_pred=X[:, 1])[0][:5] ~ ME.precision_recall_curve(y, y_score=X[:, 1])[0][:5]
ME.make_scorer(ME.roc_auc_score, needs_threshold=True)(LM.LogisticRegression(tol=1e-9, solver="lbfgs").fit(X, y), X, y) ~ ME.make_scorer(ME.roc_auc_score, response_method=("decision_function", "predict_proba"))(LM.LogisticRegression(tol=1e-9).fit(X, y), X, y)
ME.pairwise_distances(X, force_all_finite=True) ~ ME.pairwise_distances(X, ensure_all_finite=True)
ME.hamming_loss(y, y, labels=[0, 1]) ~ ME.hamming_loss(y, y)
FE.CountVectorizer(stop_words={"a"}).fit(["aa bb"]).vocabulary_ ~ FE.CountVectorizer(stop_words=list({"a"})).fit(["aa bb"]).vocabulary_
DE.FastICA(2, whiten=True, random_state=0).fit_transform(X).shape ~ DE.FastICA(2, whiten="arbitrary-variance", random_state=0).fit_transform(X).shape
UC.compute_class_weight("balanced", classes=[0, 1], y=y) ~ UC.compute_class_weight("balanced", classes=np.array([0, 1]), y=y)
ME.brier_score_loss(y, y_prob=X[:, 1]) ~ ME.brier_score_loss(y, y_proba=X[:, 1])
MS.GridSearchCV(LM.Ridge(), {"alpha": [1, 2]}, iid=False, cv=3).fit(X, r).best_score_ ~ MS.GridSearchCV(LM.Ridge(), {"alpha": [1, 2]}, cv=3).fit(X, r).best_score_
[t[1].tolist() for t in MS.KFold(5, random_state=3).split(X)] ~ [t[1].tolist() for t in MS.KFold(5).split(X)]
[t[1].tolist() for t in MS.StratifiedKFold(5, random_state=3).split(X, z)] ~ [t[1].tolist() for t in MS.StratifiedKFold(5).split(X, z)]
""",
    "skimage": """
transform.rescale(C, .5, multichannel=True) ~ transform.rescale(C, .5, channel_axis=-1)
transform.rescale(G, .5, multichannel=False) ~ transform.rescale(G, .5, channel_axis=None)
filters.gaussian(C, 2, multichannel=True) ~ filters.gaussian(C, 2, channel_axis=-1)
feature.hog(C, multichannel=True) ~ feature.hog(C, channel_axis=-1)
feature.hog(G, visualise=True)[0] ~ feature.hog(G, visualize=True)[0]
util.montage(C[None], multichannel=True) ~ util.montage(C[None], channel_axis=-1)
restoration.denoise_tv_chambolle(C, multichannel=True) ~ restoration.denoise_tv_chambolle(C, channel_axis=-1)
restoration.denoise_tv_chambolle(G, n_iter_max=3) ~ restoration.denoise_tv_chambolle(G, max_num_iter=3)
morphology.binary_dilation(G > .5, selem=np.ones((3, 3))) ~ morphology.binary_dilation(G > .5, footprint=np.ones((3, 3)))
morphology.erosion(G, selem=np.ones((3, 3))) ~ morphology.erosion(G, footprint=np.ones((3, 3)))
filters.median(G, selem=np.ones((3, 3)), behavior="ndimage") ~ filters.median(G, footprint=np.ones((3, 3)), behavior="ndimage")
filters.rank.mean((G * 255).astype("u1"), selem=np.ones((3, 3), "u1")) ~ filters.rank.mean((G * 255).astype("u1"), footprint=np.ones((3, 3), "u1"))
measure.label(G > .5, neighbors=8) ~ measure.label(G > .5, connectivity=2)
measure.label(G > .5, neighbors=4) ~ measure.label(G > .5, connectivity=1)
len(measure.find_contours(array=G, level=.5)) ~ len(measure.find_contours(image=G, level=.5))
len(measure.regionprops(measure.label(G > .5), coordinates="rc")) ~ len(measure.regionprops(measure.label(G > .5)))
util.random_noise(G, seed=3).shape ~ util.random_noise(G, rng=3).shape
transform.iradon(transform.radon(G, circle=True), filter="ramp").shape ~ transform.iradon(transform.radon(G, circle=True), filter_name="ramp").shape
segmentation.morphological_chan_vese(G, iterations=5).shape ~ segmentation.morphological_chan_vese(G, num_iter=5).shape
measure.label(input=G > .5) ~ measure.label(label_image=G > .5)
filters.rank.pop((G * 255).astype("u1"), selem=np.ones((3, 3), "u1")) ~ filters.rank.pop((G * 255).astype("u1"), footprint=np.ones((3, 3), "u1"))
morphology.thin(G > .5, max_iter=2).shape ~ morphology.thin(G > .5, max_num_iter=2).shape
restoration.richardson_lucy(G, np.ones((3, 3)) / 9, iterations=3) ~ restoration.richardson_lucy(G, np.ones((3, 3)) / 9, num_iter=3)
len(feature.peak_local_max(G, 3, indices=True)) ~ len(feature.peak_local_max(G, 3))
morphology.rectangle(width=2, height=3).shape ~ morphology.rectangle(nrows=2, ncols=3).shape
""",
    "json": """
json.loads("[1]", encoding="utf-8") ~ json.loads("[1]")
""",
}
"""Calls as they were, and as they are."""


def _names(package):
    names = {}
    exec(SETUP, names)
    names["path"] = "unused.png"
    if package in ("matplotlib", "seaborn"):
        matplotlib = importlib.import_module("matplotlib")
        matplotlib.use("Agg")
        names.update(matplotlib=matplotlib, plt=importlib.import_module("matplotlib.pyplot"))
    if package == "imageio":
        imageio = names["imageio"] = importlib.import_module("imageio")
        names["saved"] = lambda path: imageio.imwrite(path, np.zeros((4, 4, 3), "uint8")) or path
    if package == "seaborn":
        pandas = pytest.importorskip("pandas")
        columns = {"a": names["z"], "b": names["X"][:, 1], "c": names["X"][:, 2]}
        names.update(sns=importlib.import_module("seaborn"), df=pandas.DataFrame(columns))
        names["heights"] = lambda axes: [float(each.get_height()) for each in axes.patches]
    if package == "sklearn":
        modules = "PP preprocessing EN ensemble CL cluster MF manifold LM linear_model T tree IM impute ME metrics MS model_selection"
        words = [*modules.split(), "DE", "decomposition", "UC", "utils.class_weight", "FE", "feature_extraction.text"]
        names.update(
            {short: importlib.import_module("sklearn." + name) for short, name in zip(words[::2], words[1::2])}
        )
    if package == "scipy":
        names.update(
            {name: importlib.import_module("scipy." + name) for name in ("linalg", "optimize", "signal", "stats")}
        )
        names["sparse_linalg"] = importlib.import_module("scipy.sparse.linalg")
    if package == "json":
        names["json"] = importlib.import_module("json")
    if package == "skimage":
        modules = "color exposure transform filters feature util restoration morphology measure segmentation"
        names.update({name: importlib.import_module("skimage." + name) for name in modules.split()})
        importlib.import_module("skimage.filters.rank")
    return names


def _is_modern(package):
    if package == "json":
        return sys.version_info >= (3, 9)
    module = pytest.importorskip(package)
    release = tuple(int(part) for part in module.__version__.split(".")[:2])
    if LEGACY[package] < release < MODERN[package]:
        pytest.skip(f"{package} {module.__version__} lacks some keywords and has others")
    return release >= MODERN[package]


ROWS = [(package, *line.split(" ~ ")) for package, lines in sorted(CALLS.items()) for line in lines.strip().split("\n")]


@pytest.mark.parametrize(("package", "legacy", "modern"), ROWS, ids=[row[1] for row in ROWS])
def test_call(package, legacy, modern, tmp_path):
    is_modern = _is_modern(package)
    names = _names(package)
    names["path"] = str(tmp_path / "a.png")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if "plt" in names:
            names["plt"].close("all")
        eval(modern if is_modern else legacy, names)
        if is_modern:
            with pytest.raises((TypeError, ValueError, AttributeError)):
                eval(legacy, names)


@pytest.mark.parametrize("path", sorted(LIBRARY_KEYWORDS))
def test_successors(path):
    """What takes the place of a keyword is a parameter today, and the keyword was one."""
    package = path.partition(".")[0]
    if package == "pylab":
        pytest.skip("another name for matplotlib.pylab")
    is_modern = _is_modern(package)
    if package == "matplotlib":
        importlib.import_module("matplotlib").use("Agg")
    function = _function(path)
    parameters = inspect.signature(function).parameters
    takes_more = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values())
    for name, row in LIBRARY_KEYWORDS[path].items():
        if is_modern and row.successor:
            assert row.successor in parameters or takes_more
        if is_modern and (row.successor or row.is_idle):
            assert name not in parameters
        if not is_modern and name not in _OLDER:
            assert name in parameters or takes_more


NOTED = """
filters.sobel(G{}) | mask=np.ones(G.shape, bool) | 200.843 | 236.126
filters.median(B{}) | behavior="rank" | 130559.0 | 127839.0
color.label2rgb(measure.label(G > .5){}) | bg_label=-1 | 1519.929 | 563.781
feature.structure_tensor(G{})[0] | order="xy" | 1014.365 | 1270.329
transform.radon(B{}) | preserve_range=True | 20432511.86 | 80127.497
segmentation.slic(C, 9{}) | start_label=0 | 0.0 | 1024.0
"""
"""What a note speaks of, what it says to write, and the sums of the image as it was, and without that."""


@pytest.mark.parametrize("row", NOTED.strip().split("\n"))
def test_what_the_notes_say(row):
    code, argument, legacy, modern = row.split(" | ")
    is_modern = _is_modern("skimage")
    names = _names("skimage")
    names["B"] = (names["G"] * 255).astype("u1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = eval(code.format(""), names)
        kept = eval(code.format(", " + argument), names) if is_modern else found
    assert round(float(found.astype(float).sum()), 3) == float(modern if is_modern else legacy)
    assert round(float(kept.astype(float).sum()), 3) == float(legacy)


_OLDER = {
    "axisbg",
    "bottom",
    "categorical_features",
    "fit_params",
    "n_iter",
    "n_topics",
    "hold",
    "left",
    "n_values",
    "non_negative",
    "reorder",
    "split",
    "use_line_collection",
}
"""Keywords that went with scikit-learn 0.19 to 0.22, seaborn 0.8 and Matplotlib 2 to 3, at least of some functions."""


def _function(path):
    parts = path.split(".")
    found = importlib.import_module(parts[0])
    for index, part in enumerate(parts[1:], 2):
        if importlib.util.find_spec(".".join(parts[:index])) if hasattr(found, "__path__") else None:
            importlib.import_module(".".join(parts[:index]))
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("path", sorted(SEABORN_PLACES))
def test_first_places_of_seaborn(path):
    function = getattr(pytest.importorskip("seaborn"), path.rpartition(".")[2])
    places = [each for each in inspect.signature(function).parameters if each != "self"]
    if _is_modern("seaborn"):
        assert places[0] == "data"
    elif not path.endswith("kdeplot"):
        assert tuple(places[: len(SEABORN_PLACES[path].named)]) == SEABORN_PLACES[path].named


@pytest.mark.parametrize(("given", "legacy", "modern"), [({}, 100, None), ({"fps": 5}, 200, 200)])
def test_animations(given, legacy, modern, tmp_path):
    is_modern = _is_modern("imageio")
    imageio, image = importlib.import_module("imageio"), pytest.importorskip("PIL.Image")
    frames = [np.full((4, 4, 3), each, "uint8") for each in (0, 90, 200)]

    def read(**more):
        imageio.mimsave(str(tmp_path / "a.gif"), frames, **more)
        info = image.open(str(tmp_path / "a.gif")).info
        return info.get("duration"), "loop" in info

    assert read(**given) == ((modern, False) if is_modern else (legacy, True))
    if is_modern:
        assert read(**(given or {"duration": 100}), loop=0) == (legacy, True)


@pytest.mark.parametrize("path", sorted(SMALL_OBJECTS))
def test_small_objects(path):
    is_modern = _is_modern("skimage")
    image = np.zeros((9, 9), bool)
    image[1, 1:4] = image[3, 1:6] = True
    image = image if path.endswith("objects") else ~image
    left = [
        int(_function(path)(image, **({"max_size": size - 1} if is_modern else {SMALL_OBJECTS[path]: size})).sum())
        for size in (3, 4, 5, 6)
    ]
    assert left == ([8, 5, 5, 0] if path.endswith("objects") else [73, 76, 76, 81])
    if is_modern:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert int(_function(path)(image, 3).sum()) == (5 if path.endswith("objects") else 76)


def test_countplot_takes_a_column_for_rows():
    seaborn = pytest.importorskip("seaborn")
    names = _names("seaborn")
    names["plt"].close("all")
    heights = names["heights"](seaborn.countplot(x=names["df"]["a"]))
    assert sorted(heights) == sorted(np.bincount(names["z"]).tolist())


_FUNCTIONS = {"add_axes": "axes", "add_subplot": "subplot", "set_xscale": "xscale", "set_yscale": "yscale"}
"""Methods whose functions are called otherwise."""


@pytest.mark.parametrize("name", sorted(METHOD_KEYWORDS))
def test_methods_are_those_of_pyplot(name):
    assert METHOD_KEYWORDS[name] is LIBRARY_KEYWORDS["matplotlib.pyplot." + _FUNCTIONS.get(name, name)]


SWITCHES = {
    "plt.grid({})": lambda plt: _is_on(plt, "gridOn", "gridline"),
    "plt.box({})": lambda plt: plt.gca().get_frame_on(),
    "plt.tick_params(bottom={})": lambda plt: _is_on(plt, "tick1On", "tick1line"),
}


def _is_on(plt, switch, line):
    tick = plt.gca().xaxis.get_major_ticks()[0]
    return getattr(tick, switch) if hasattr(tick, switch) else getattr(tick, line).get_visible()


@pytest.mark.parametrize("code", SWITCHES)
def test_a_text_is_true_today(code):
    """`"off"` is `False` on Matplotlib 3.0, and true since 3.1."""
    names = _names("matplotlib")
    seen = []
    for value in ('"off"', "False"):
        names["plt"].close("all")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            eval(code.format(value), names)
        seen.append(bool(SWITCHES[code](names["plt"])))
    assert seen == [_is_modern("matplotlib"), False]


def test_dates_count_from_1970():
    dates = pytest.importorskip("matplotlib.dates")
    day = np.datetime64("2020-01-01")
    if _is_modern("matplotlib"):
        dates._reset_epoch_test_example()
        assert dates.date2num(day) == 18262
        dates._reset_epoch_test_example()
        dates.set_epoch("0000-12-31")
        assert dates.date2num(day) == 737425
        dates._reset_epoch_test_example()
    else:
        assert dates.date2num(day) == 737425
