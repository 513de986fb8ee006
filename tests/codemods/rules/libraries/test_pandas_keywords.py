"""Calls of pandas are written as pandas 3 takes them, and give what pandas 0.24 and 1.1 gave."""

from __future__ import annotations

from typing import Any

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import pandas as pd\n"
SPLIT = (
    "from sklearn.model_selection import train_test_split\n"
    "d = pd.read_csv(p)\na, b, y, z = train_test_split(d, d['a'])\nz = z.ravel()\n"
)
FRAME = f"{HEAD}d = pd.read_csv(p)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = d.drop('a', 1)", "x = d.drop('a', axis=1)"),
        ("x = pd.value_counts(y, sort=False)", "x = pd.Series(y).value_counts(sort=False)"),
        ("x = pd.value_counts(d['a'], True, False)", "x = d['a'].value_counts(sort=True, ascending=False)"),
        ("x = pd.rolling_mean(d['a'], 3, 1)", "x = d['a'].rolling(3, min_periods=1).mean()"),
        ("x = pd.rolling_std(d['a'] - d['b'], window=3)", "x = (d['a'] - d['b']).rolling(3).std()"),
        ("x = pd.ewma(d['a'], span=3)  # slow", "x = d['a'].ewm(span=3).mean()  # slow"),
        ("x = pd.expanding_max(d)", "x = d.expanding().max()"),
        ("x = pd.Int64Index([1, 2])", 'x = pd.Index([1, 2], dtype="int64")'),
        ("x = d.index.week", 'x = d.index.isocalendar().week.astype("int64")'),
        ("x = d.index.weekday_name", "x = d.index.day_name()"),
        ("x = d['a'].valid()", "x = d['a'].dropna()"),
        ("w = pd.ExcelWriter(p)\nd.to_excel(w)\nw.save()", "w = pd.ExcelWriter(p)\nd.to_excel(w)\nw.close()"),
        (
            "import numpy as np\nx = d.groupby('a').agg({'b': [np.mean, np.std]})",
            "import numpy as np\nx = d.groupby('a').agg({'b': [np.mean, \"std\"]})",
        ),
        (
            "import numpy as np\nx = pd.pivot_table(d, index='a', aggfunc=np.std)",
            "import numpy as np\nx = pd.pivot_table(d, index='a', aggfunc=\"std\")",
        ),
        ("x = d.groupby('a')['b'].agg({'n': 'sum'})", "x = d.groupby('a')['b'].agg(**{'n': 'sum'})"),
        ("g = d.groupby('a').b\nx = g.agg({'n': 'sum'})", "g = d.groupby('a').b\nx = g.agg(**{'n': 'sum'})"),
        (
            "x = d['a'].value_counts().reset_index()",
            "x = d['a'].value_counts().rename_axis(None).rename('a').reset_index()",
        ),
        ("x = d['a'].plot('bar')", "x = d['a'].plot(kind='bar')"),
        ("x = float(d[d['a'] == 1]['b'])", "x = float(d[d['a'] == 1]['b'].item())"),
        ("x = int(d['a'])", "x = int(d['a'].item())"),
        ("d.fillna('None', inplace=True)  # all", "d[list(d)] = d.fillna('None')  # all"),
        ("d.fillna(value=0, inplace=True)", "d[list(d)] = d.fillna(value=0)"),
        ("d.fillna(d['a'].mean(), inplace=True)", "d[list(d)] = d.fillna(d['a'].mean())"),
        ("x = d.to_dict('rows')", "x = d.to_dict('records')"),
        ("x = d.to_dict(orient='r')", "x = d.to_dict(orient='records')"),
        ("x = d['a'].between(0, 1, inclusive=False)", "x = d['a'].between(0, 1, inclusive=\"neither\")"),
        ("x = d['a'].between(0, 1, True)", "x = d['a'].between(0, 1, \"both\")"),
        ("x = d['a'].interpolate(method='pad', limit=3)", "x = d['a'].ffill(limit=3)"),
        ("x, y = pd.factorize(d['a'], na_sentinel=-1)", "x, y = pd.factorize(d['a'])"),
        ("pd.options.display.max_colwidth = -1", "pd.options.display.max_colwidth = None"),
        ("x = d['t'].astype('datetime64')", "x = d['t'].astype(\"datetime64[ns]\")"),
        ("x = pd.DatetimeIndex(start=y, periods=3, freq='D')", "x = pd.date_range(start=y, periods=3, freq='D')"),
        (
            "x = d['a'].astype('category', categories=['u', 'v'], ordered=True)",
            "x = d['a'].astype(pd.CategoricalDtype(categories=['u', 'v'], ordered=True))",
        ),
        ("x = d[set(y) - set(z)]", "x = d[list(set(y) - set(z))]"),
        ("x = d.loc[{'a', 'b'}]", "x = d.loc[list({'a', 'b'})]"),
        ("x = d['a'][:, None]", "x = d['a'].to_numpy()[:, None]"),
        ("import numpy as np\nx = d['a'][:, np.newaxis]", "import numpy as np\nx = d['a'].to_numpy()[:, np.newaxis]"),
        (
            "x = d['a'].rolling(3).apply(lambda w: w[-1] - w[0])",
            "x = d['a'].rolling(3).apply(lambda w: w[-1] - w[0], raw=True)",
        ),
        ("x = pd.to_datetime(d['t']).astype('datetime64')", "x = pd.to_datetime(d['t']).astype(\"datetime64[ns]\")"),
        (
            "d.index = pd.to_datetime(d['t'])\nx = d.index.astype('int64')",
            "d.index = pd.to_datetime(d['t'])\nx = d.index.astype(\"datetime64[ns]\").astype('int64')",
        ),
        ("x = d.groupby(('a', 'b')).size()", "x = d.groupby(['a', 'b']).size()"),
        ("x = d['a'].value_counts().argmax()", "x = d['a'].value_counts().idxmax()"),
        (
            "import json, io\nx = pd.read_json(json.dumps(y))",
            "import json, io\nx = pd.read_json(io.StringIO(json.dumps(y)))",
        ),
        (
            "d['t'] = pd.to_datetime(d['t'])\nx = d['t'].values.astype('float32')",
            "d['t'] = pd.to_datetime(d['t'])\nx = d['t'].values.astype(\"datetime64[ns]\").astype('float32')",
        ),
        (
            "d['t'] = pd.to_datetime(d['t'])\nx = pd.to_numeric(d['t'])",
            "d['t'] = pd.to_datetime(d['t'])\nx = pd.to_numeric(d['t'].astype(\"datetime64[ns]\"))",
        ),
        (
            "d['t'] = pd.to_datetime(d['t'])\nx = d['t'].view('int64')",
            "d['t'] = pd.to_datetime(d['t'])\nx = d['t'].astype(\"datetime64[ns]\").astype('int64')",
        ),
        (
            "d = pd.read_csv(p, index_col=0, parse_dates=True)\nx = d['2011-01']",
            "d = pd.read_csv(p, index_col=0, parse_dates=True)\nx = d.loc['2011-01']",
        ),
        ("import numpy as np\nx = pd.unique([1, 2])", "import numpy as np\nx = pd.unique(np.asarray([1, 2]))"),
        (
            "import numpy as np\nx = pd.factorize(list(y))",
            "import numpy as np\nx = pd.factorize(np.asarray(list(y), dtype=object))",
        ),
        ("x = pd.concat([d, d], 1)", "x = pd.concat([d, d], axis=1)"),
        ("x = d.dropna(0, 'any')", "x = d.dropna(axis=0, how='any')"),
        ("x = d.sort_values('a', 0, False)", "x = d.sort_values('a', axis=0, ascending=False)"),
        ("x = d['a'].sort_values(0, False)", "x = d['a'].sort_values(axis=0, ascending=False)"),
        (
            "x = d.set_index('a', True).reset_index(0, True)",
            "x = d.set_index('a', drop=True).reset_index(0, drop=True)",
        ),
        ("d.to_csv(p, ',', 'nan')  # all", "d.to_csv(p, sep=',', na_rep='nan')  # all"),
        ("x = d.groupby('a', 0)", "x = d.groupby('a')"),
        ("x = d.groupby('a', axis=0, squeeze=False)", "x = d.groupby('a')"),
        ("x = d['a'].rolling(3, axis=0).mean()", "x = d['a'].rolling(3).mean()"),
        ("x = d['a'].str.split(' ', 1)", "x = d['a'].str.split(' ', n=1)"),
        ("x = d['a'].str.replace('a+', '')", "x = d['a'].str.replace('a+', '', regex=True)"),
        ("x = d['a'].str.replace(pattern, '')", "x = d['a'].str.replace(pattern, '', regex=True)"),
        ("x = d.fillna(method='pad', limit=2)", "x = d.ffill(limit=2)"),
        ("d.fillna(method='bfill', inplace=True)", "d.bfill(inplace=True)"),
        ("x = d.fillna(None, 'ffill')", "x = d.ffill()"),
        ("x = d['a'].replace({'x': 0, 'y': 1})", "x = d['a'].replace({'x': 0, 'y': 1}).infer_objects()"),
        ("x = d['a'].replace({k: v for v, k in y})", "x = d['a'].replace({k: v for v, k in y}).infer_objects()"),
        ("x = d['a'].replace(dict(zip(y, z)))", "x = d['a'].replace(dict(zip(y, z))).infer_objects()"),
        ("x = d.replace({'a': {'x': 0}})", "x = d.replace({'a': {'x': 0}}).infer_objects()"),
        (
            "t = {'x': 0}\nx = d.replace({'a': t, 'b': {'y': 1}})",
            "t = {'x': 0}\nx = d.replace({'a': t, 'b': {'y': 1}}).infer_objects()",
        ),
        ("x = d['a'].replace(['x', 'y'], [0, 1])", "x = d['a'].replace(['x', 'y'], [0, 1]).infer_objects()"),
        ("t = {'x': 0}\nx = d['a'].replace(t)", "t = {'x': 0}\nx = d['a'].replace(t).infer_objects()"),
        ("for i, r in d.iterrows():\n    x = r[0], r[-1]", "for i, r in d.iterrows():\n    x = r.iloc[0], r.iloc[-1]"),
        (
            "for i, r in d[d['a'] > 3].iterrows():\n    r[0] = 3",
            "for i, r in d[d['a'] > 3].iterrows():\n    r.iloc[0] = 3",
        ),
        ("x = d.apply(lambda r: r[1], axis=1)", "x = d.apply(lambda r: r.iloc[1], axis=1)"),
        ("x = d.iloc[3][0]", "x = d.iloc[3].iloc[0]"),
        ("x = d.dtypes[0]", "x = d.dtypes.iloc[0]"),
        ("x = d.mean()[0]", "x = d.mean().iloc[0]"),
        ("x = d['a'][-1]", "x = d['a'].iloc[-1]"),
        (
            "e = pd.read_csv(p, index_col=0, parse_dates=True)\nx = e['a'][0]",
            "e = pd.read_csv(p, index_col=0, parse_dates=True)\nx = e['a'].iloc[0]",
        ),
        (
            "e = pd.DataFrame({'a': [1, 2], 't': ['u', 'v']}).set_index('t')\nx = e['a'][0]",
            "e = pd.DataFrame({'a': [1, 2], 't': ['u', 'v']}).set_index('t')\nx = e['a'].iloc[0]",
        ),
        (
            "d['t'] = pd.to_datetime(d['t'])\nd = d.set_index('t')\ns = d['a']\nx = s[0]",
            "d['t'] = pd.to_datetime(d['t'])\nd = d.set_index('t')\ns = d['a']\nx = s.iloc[0]",
        ),
        (
            "e = pd.read_csv(p, parse_dates=['t'])\ne.set_index('t', inplace=True)\nx = e.a[1]",
            "e = pd.read_csv(p, parse_dates=['t'])\ne.set_index('t', inplace=True)\nx = e.a.iloc[1]",
        ),
        (
            "s = pd.read_csv(p, parse_dates=[0], index_col=0, squeeze=True)\nx = s[0]",
            's = pd.read_csv(p, parse_dates=[0], index_col=0).squeeze("columns")\nx = s.iloc[0]',
        ),
        (
            "d.index = pd.to_datetime(d['t'])\nx = d['a'][0]",
            "d.index = pd.to_datetime(d['t'])\nx = d['a'].iloc[0]",
        ),
        (
            "e = pd.DataFrame(y, index=['u', 'v'])\nx = e['a'][0]",
            "e = pd.DataFrame(y, index=['u', 'v'])\nx = e['a'].iloc[0]",
        ),
        (
            "d['t'] = pd.to_datetime(d['t'])\nx = d['t'].astype('int64')",
            "d['t'] = pd.to_datetime(d['t'])\nx = d['t'].astype(\"datetime64[ns]\").astype('int64')",
        ),
        (
            "d['t'] = pd.to_datetime(d['t'])\nx = d.t.values.astype(int)",
            "d['t'] = pd.to_datetime(d['t'])\nx = d.t.values.astype(\"datetime64[ns]\").astype(int)",
        ),
        ("pd.set_option('display.max_colwidth', -1)", "pd.set_option('display.max_colwidth', None)"),
        ("for k, r in d.groupby(['a']):\n    pass", "for k, r in d.groupby('a'):\n    pass"),
        ("x = [k for k, r in d.groupby(by=['a'])]", "x = [k for k, r in d.groupby(by='a')]"),
        ("x = d.groupby(['a']).get_group(3)", "x = d.groupby('a').get_group(3)"),
        ("x = d.groupby('a')['b', 'c'].mean()", "x = d.groupby('a')[['b', 'c']].mean()"),
        ("x = d.append(d.head(), ignore_index=True)", "x = pd.concat([d, d.head()], ignore_index=True)"),
        ("for k, r in d.groupby('a'):\n    d = d.append(r)", "for k, r in d.groupby('a'):\n    d = pd.concat([d, r])"),
        ("for e in [d, d.head()]:\n    e['a'].ravel()", "for e in [d, d.head()]:\n    e['a'].to_numpy().ravel()"),
        ("x = d['a'].append([d['b'], d['c']])", "x = pd.concat([d['a'], d['b'], d['c']])"),
        ("x = d['a'].astype(str).values", "x = d['a'].map(str).values"),
        ("x = d['a'].values.flatten()", "x = d['a'].to_numpy().flatten()"),
        ("x = d.drop(columns='a', axis=1)", "x = d.drop(columns='a')"),
        ("x = d.sort_index(by='a')", "x = d.sort_values(by='a')"),
        ("x = d.to_dict('record')", "x = d.to_dict('records')"),
        ("d.to_csv(p, line_terminator='z')", "d.to_csv(p, lineterminator='z')"),
        ("x = d['a'].resample('15T', how={'a': 'mean'})", "x = d['a'].resample('15min').agg({'a': 'mean'})"),
        ("x = d['t'].dt.floor('H')", "x = d['t'].dt.floor('h')"),
        ("x = d.to_period('A')", "x = d.to_period('Y')"),
        ("x = d.iteritems()", "x = d.items()"),
        ("x = d['a'].nonzero()", "x = d['a'].to_numpy().nonzero()"),
        ("x = d['t'].dt.weekday_name", "x = d['t'].dt.day_name()"),
        (
            "x = pd.date_range(a, b, freq='Q-MAR', closed='left')",
            "x = pd.date_range(a, b, freq='QE-MAR', inclusive='left')",
        ),
        ("x = pd.Timedelta(3, 'T')", "x = pd.Timedelta(3, 'min')"),
        ("x = pd.to_datetime(y, infer_datetime_format=True)", "x = pd.to_datetime(y)"),
        ("x = pd.read_excel(p, sheetname='a', index=None)", "x = pd.read_excel(p, sheet_name='a')"),
        ("x = pd.read_excel(p, sep=',', header=2)", "x = pd.read_excel(p, header=2)"),
        ("x = pd.read_excel(p, delimiter=';', error_bad_lines=False)", "x = pd.read_excel(p)"),
        ("x = pd.read_csv(p, squeeze=False, prefix=None)", "x = pd.read_csv(p)"),
        (
            "x = pd.read_csv(p, error_bad_lines=False, warn_bad_lines=False)",
            'x = pd.read_csv(p, on_bad_lines="skip")',
        ),
        (
            "x = pd.read_csv(p, parse_dates=['t'], date_parser=lambda t: datetime.strptime(t, '%Y'))",
            "x = pd.read_csv(p, parse_dates=['t'], date_format='%Y')",
        ),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(f"{FRAME}{before}\n", f"{FRAME}{after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(x):\n    return x.drop('a', 1)\n", "def f(x):\n    return x.drop('a', axis=1)\n"),
        ("def f(x):\n    return x.dropna(0)\n", "def f(x):\n    return x.dropna(axis=0)\n"),
        ("def f(x):\n    return x.fillna(method='ffill')\n", "def f(x):\n    return x.ffill()\n"),
        (
            "class A:\n    def f(self):\n        self.d = pd.read_csv(p)\n        return self.d['a'].ravel()\n",
            "class A:\n    def f(self):\n        self.d = pd.read_csv(p)\n        return self.d['a'].to_numpy().ravel()\n",
        ),
        (
            "def f(x):\n    for a, b in x.iteritems():\n        pass\n",
            "def f(x):\n    for a, b in x.items():\n        pass\n",
        ),
        (
            f"{SPLIT}y = b.drop('a', 1)\n",
            f"{SPLIT}y = b.drop('a', axis=1)\n".replace("z.r", "z.to_numpy().r"),
        ),
    ],
)
def test_of_objects_from_elsewhere(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)
    check_upgraded(f"import keras\n{HEAD}{before}", f"import keras\n{HEAD}{after}")


@pytest.mark.parametrize(
    "code",
    [
        "x = d['a'].real",
        "x = d.ftypes",
        "x = d.first('3D')",
        "x = d['a'].view('int64')",
        "x = d.to_panel()",
        "x = d.groupby('a').agg({'b': {'n': 'sum'}})",
        "with pd.ExcelWriter(p) as w: w.save()",
        "x = d.groupby('a', axis=1)",
        "x = d['a'].rolling(3, axis=1)",
        "x = d.fillna(method=how)",
        "x = pd.read_csv(p, squeeze=True, chunksize=3)",
        "x = pd.read_csv(p, parse_dates=[['y', 'm']])",
        "x = pd.read_csv(p, parse_dates={'t': ['y', 'm']})",
        "x = pd.read_csv(p, parse_dates=['t'], date_parser=parse)",
        "x = pd.read_csv(p, prefix='X')",
        "x = pd.concat([d, d], axis=1, join_axes=[d.index])",
        "x = d['a'].mad()",
        "x = d.dropna().append({'a': 3}, ignore_index=True)",
        "x = d.dropna().append(y)",
        "x = (d['a'] - d['b']).astype('timedelta64[D]')",
        "pd.set_option('mode.use_inf_as_na', True)",
        "d.replace({'x': 0, 'y': 1}, inplace=True)",
        "x = d.sort('a')",
        "x = d.mean(level='a')",
        "x = (d['a'] - d['b']).astype('timedelta64[s]')",
        "x = (pd.to_datetime(d['t']) - pd.to_datetime(d['s'])).astype('timedelta64[D]')",
        "x = d['t'].astype('datetime64[D]')",
        "x = d.resample('24h', base=8)",
        "x = d.between_time('9:00', '17:00', include_end=False)",
        "d['a'].cat.categories = ['u', 'v']",
        "x = pd.to_numeric(d['a'], errors='ignore')",
        "x = pd.factorize(d['a'], na_sentinel=-2)",
        "x = d['a'].replace(0, method='ffill')",
        "pd.options.mode.use_inf_as_null = True",
        "x = d.plot(sort_columns=True)",
    ],
)
def test_reported(code: str) -> None:
    check_declined(f"{FRAME}{code}\n", "TFM406", 3)


def test_a_name_of_a_frequency() -> None:
    check_declined(f"{FRAME}every = 'H'\nx = d.resample(every).mean()\n", "TFM406", 4)


@pytest.mark.parametrize(
    "code",
    [
        "s = pd.read_csv(p).squeeze('columns')\nx = s[0]",
        "x = d['a'][0]\nd = d.set_index('t')",
        "d = d.set_index('t').reset_index()\nx = d['a'][0]",
        "d.index = y\nd.reset_index(inplace=True)\nx = d['a'][0]",
        "d = d.set_index(['t', 'u'])\nx = d['a'][0]",
        "d = d.set_index('t')\nx = d['a']['u']",
        "x = d.real, d.base",
        "x = d.groupby('a').first()",
        "x = d.groupby('a').agg({'b': 'sum'})",
        "x = d.groupby('a')[['b']].agg({'b': 'sum'})",
        "x = d['a'].agg({'n': 'sum'})",
        "import numpy as np\nx = d.apply(np.std)",
        "import numpy as np\nx = d.groupby('a').agg(np.mean)",
        "x = d['a'].value_counts().reset_index(drop=True)",
        "x = d['a'].value_counts()",
        "x = model.save(p)",
        "x = y.week, y.view(3), y.to_sparse()",
        "x = d.drop('a', axis=1)",
        "x = d.drop(*names)",
        "x = d.mean(1)",
        "x = d.fillna(0)",
        "x = d.corr('pearson')",
        "x = d.replace('a', 'b')",
        "x = d.rename({'a': 'b'}, axis=1)",
        "x = d['a'].rolling(3).mean()",
        "x = d.resample('D').mean()",
        "x = d.resample('ME').mean()",
        "x = d.to_period('M')",
        "x = d['t'].dt.floor('D')",
        "x = d['a'].str.replace('.', '')",
        "x = d['a'].str.replace('ab', '')",
        "x = d.groupby(['a']).mean()",
        "for k, r in d.groupby(['a', 'b']):\n    pass",
        "x = d.groupby('a')['b'].mean()",
        "x = [d]\nx.append(d)",
        "x = y.append(d)",
        "x = d['a'].fillna('').astype(str)",
        "d['a'] = d['a'].astype('category')\nx = d['a'].astype(str)",
        "d.a = d.a.astype('category')\nx = d['a'].astype(str)",
        "x = d['a'].astype(float)",
        "x = y.astype(str)",
        "x = d.values.flatten()",
        "x = d['a'][0]",
        "x = d['a'][i]",
        "x = d[0]",
        "for r in d.values:\n    x = r[0]",
        "for r in d.itertuples():\n    x = r[0]",
        "for i, r in d.iterrows():\n    x = r['a'], r[1:]",
        "e = pd.read_csv(p, header=None)\nfor i, r in e.iterrows():\n    x = r[0]",
        "for i, r in y.iterrows():\n    x = r[0]",
        "x = d['a'].values[-1]",
        "x = d['a'].astype('int64')",
        "d['t'] = pd.to_datetime(d['t'])\nx = d['a'].astype(int), d['t'].astype(str)",
        "pd.set_option('display.max_colwidth', 100)",
        "x = d['a'].replace({'x': 'y'})",
        "x = d['a'].replace({0: 1})",
        "x = d['a'].replace({'x': 0}).astype(int)",
        "x = y.replace({'x': 0})",
        "x = d['a'].str.replace('a.', '', regex=False)",
        "x = d['a'].str.split(' ')",
        "x = d['a'].values.ravel()",
        "x = d['a'].to_numpy().nonzero()",
        "x = d.values.clip(0, 1, y)",
        "x = pd.Timedelta('3H')",
        "x = pd.get_dummies(d, dtype=float)",
        "x = pd.get_dummies(d).astype('float32')",
        "x = pd.get_dummies(d).values.astype('float32')",
        "x = pd.get_dummies(*y)",
        "x = pd.read_csv(p, sep=',')",
        "x = pd.read_csv(p, parse_dates=['t'])",
        "x = d.plot('a', 'b')",
        "x = d['a'].plot(kind='bar')",
        "x = y.plot('bar')",
        "x = d.to_dict('list')",
        "d.fillna({'a': 0}, inplace=True)",
        "d.fillna(value=d.mean(numeric_only=True), inplace=True)",
        "e = pd.DataFrame({'a': [1.5]})\ne.fillna(0, inplace=True)",
        "d = d.fillna('')",
        "y.fillna('', inplace=True)",
        "x = float(d['a'].mean())",
        "x = float(d['a'].iloc[0])",
        "x = int(d['a'].values[0])",
        "x = int(y)",
        "for i, r in d.iterrows():\n    r = r.fillna(0)\n    x = float(r['a'])",
        "x = d['a'].between(0, 1)",
        "x = d['a'].between(0, 1, inclusive=\"left\")",
        "x = d['a'].interpolate(method='linear')",
        "pd.options.display.max_colwidth = 50",
        "x = d.between_time('9:00', '17:00', inclusive='left')",
        "x = d['a'].cat.categories\nmodel.categories = x",
        "x = d['t'].astype('datetime64[ns]')",
        "x = pd.DatetimeIndex(y)",
        "x = d['a'].astype('category')",
        "x = d[list(y)]",
        "x = d.values[:, None]",
        "x = y[:, None]",
        "x = d.iloc[:, 0]",
        "x = d['a'].rolling(3).apply(lambda w: w.iloc[0])",
        "x = d['a'].rolling(3).apply(lambda w: w[0], raw=True)",
        "x = d['a'].rolling(3).apply(f)",
        "x = d.groupby(y).size()",
        "x = d['a'].argmax()",
        "x = d.index[d['a'].value_counts().argmax()]",
        "x = d['a'].value_counts().values.argmax()",
        "x = y.argmax()",
        "x = pd.read_json(p)",
        "x = pd.to_numeric(d['a'], errors='coerce')",
        "x = d['t'].values.astype('float32')",
        "x = d['2011-01']",
        "x = pd.unique(d['a'])",
        "x = pd.unique(y)",
        "x = y.drop('a', 3)",
        "x = y.sort('a')",
        "x = y.mad()",
        "x = y.ravel()",
        "x = y.pad(3)",
        "x = y.replace('a', 'b', 1)",
        "x = y.split(' ', 1)",
        "x = y.rolling(3, axis=0)",
        "x = y.mean(0, None, z)",
        "x = y.shift(3, 'H')",
        "x = [3]\nx.sort()",
        "x = 'a'.replace('a', 'b', 1)",
        "import numpy as np\nx = np.max(y, 1)",
        "import itertools\nx = itertools.groupby(y, z)",
        "class A:\n    def dropna(self, axis):\n        return axis\nx = A().dropna(0)",
        # the columns get their names in the line below
        "x = d['a'].value_counts().reset_index()\nx.columns = ['a', 'n']",
        "x = d['a'].value_counts().to_frame().reset_index()\nx.columns = ['a', 'n']",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{FRAME}{code}\n")


@pytest.mark.parametrize(
    "source",
    [
        "x = y.drop('a', 1)\nz = y.fillna(method='ffill')\n",
        "from mine import pd\nx = pd.concat([y, z], 1)\n",
        f"{HEAD}if hasattr(y, 'iteritems'):\n    x = y.iteritems()\nelse:\n    x = y.items()\n",
        f"import keras\n{HEAD}keras.ops.sum(x)\nx = pd.get_dummies(y)\n",
        f"{HEAD}x = pd.get_dummies(y)\n",
    ],
)
def test_other_files_are_left_alone(source: str) -> None:
    check_untouched(source)


def test_bytes_for_keras() -> None:
    """Frames with such columns are read by models; where nothing names Keras, booleans may be what is meant."""
    source = f"import keras\n{HEAD}x = pd.get_dummies(d, columns=['a'])\nkeras.models.Sequential().fit(x)\n"
    check_upgraded(source, source.replace("['a'])", "['a'], dtype=\"uint8\")"))


def test_a_note_on_an_index_of_unknown_labels() -> None:
    result = check_sound(f"{FRAME}d = d.set_index('t')\nx = d['a'][0]\n")
    assert [(each.code, each.line) for each in result.notes] == [("TFM406", 4)]
    assert result.findings == ()


def test_a_note_on_columns_of_texts() -> None:
    result = check_sound(f"{FRAME}x = d.corr()\n")
    assert [each.code for each in result.notes] == ["TFM406"]
    assert not result.findings


@pytest.mark.parametrize(
    "code",
    [
        "d = d.set_index('t')\nx = d['a'].argmax()",
        "d = d.sort_values('a')\nx = d['a'].argmin()",
        "d.dropna(inplace=True)\nx = d['a'].argmax()",
        "d = d[d['a'] > 3]\nx = d['a'].argmax()",
    ],
)
def test_a_note_on_positions_for_labels(code: str) -> None:
    result = check_sound(f"{FRAME}{code}\n")
    assert [(each.code, each.line) for each in result.notes] == [("TFM406", 4)]
    assert not result.findings


@pytest.mark.parametrize(
    "code",
    [
        "d = d.fillna(0)\nx = d['a'].argmax()",
        "d = d.sort_values('a').reset_index(drop=True)\nx = d['a'].argmin()",
        "d = d.drop('b', axis=1)\nx = d['a'].argmax()",
        "d = d.sort_values('a')\nx = d['b'].iloc[d['a'].argmax()]",
        "d = d.sort_values('a')\nx = d['a'].values.argmax()",
        "d = d.sort_values('a')\nx = d['a'].idxmax()",
    ],
)
def test_no_note_on_positions(code: str) -> None:
    result = check_sound(f"{FRAME}{code}\n")
    assert not result.notes
    assert not result.findings


def test_a_note_on_files_of_series() -> None:
    result = check_sound(f"import keras\n{FRAME}d['a'].to_csv(p)\nd['a'].to_csv(p, header=True)\nd.to_csv(p)\n")
    assert [(each.code, each.line) for each in result.notes] == [("TFM406", 4)]


OF_KERAS = f"import keras\n{FRAME}"
WORDS = "d = pd.DataFrame({'a': [1, 2], 't': ['x', 'y']})\n"


@pytest.mark.parametrize(
    ("head", "before", "after"),
    [
        (OF_KERAS, "d.mean()", "d.mean(numeric_only=True)"),
        (OF_KERAS, "d.fillna(d.median(axis=0))", "d.fillna(d.median(axis=0, numeric_only=True))"),
        (OF_KERAS, "d.drop('a', axis=1).std()", "d.drop('a', axis=1).std(numeric_only=True)"),
        (OF_KERAS, "d.quantile(0.25)", "d.quantile(0.25, numeric_only=True)"),
        (OF_KERAS, "d.corr()", "d.corr(numeric_only=True)"),
        (OF_KERAS, "d.groupby('a').mean()", "d.groupby('a').mean(numeric_only=True)"),
        (OF_KERAS, "d.resample('D').mean()", "d.resample('D').mean(numeric_only=True)"),
        (OF_KERAS, "d.pivot_table(index='a')", "d.pivot_table(index='a', numeric_only=True)"),
        (
            OF_KERAS + "import numpy as np\n",
            "pd.pivot_table(d, index='a', aggfunc=np.mean)",
            "pd.pivot_table(d, index='a', aggfunc=\"mean\", numeric_only=True)",
        ),
        (OF_KERAS + "import numpy as np\n", "np.mean(d[['a', 'b']])", "np.mean(d[['a', 'b']], axis=0)"),
        (OF_KERAS + "import numpy as np\n", "np.max(d)", "np.max(d, axis=0)"),
        (OF_KERAS, "d['a'].rolling(3).count()", "d['a'].rolling(3, min_periods=0).count()"),
        (OF_KERAS + "import numpy as np\n", "np.mean(np.abs(d))", "np.mean(np.abs(d), axis=0)"),
        (OF_KERAS, "d.groupby('a').apply(f)", "d.groupby('a')[list(d)].apply(f)"),
        (
            OF_KERAS,
            "d.groupby(['a', 'b']).apply(lambda g: g.head(3))",
            "d.groupby(['a', 'b'])[list(d)].apply(lambda g: g.head(3))",
        ),
        (OF_KERAS + "g = d.groupby('a')\n", "g.sum()", "g.sum(numeric_only=True)"),
        (OF_KERAS + "e = pd.concat([d, d])\n", "e.mean()", "e.mean(numeric_only=True)"),
        (f"import keras\n{HEAD}{WORDS}", "d.mean()", "d.mean(numeric_only=True)"),
        (f"import keras\n{HEAD}d = pd.DataFrame(rows)\nd['t'] = 'x'\n", "d.std()", "d.std(numeric_only=True)"),
    ],
)
def test_numbers_beside_texts(head: str, before: str, after: str) -> None:
    check_upgraded(f"{head}x = {before}\n", f"{head}x = {after}\n")


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (FRAME, "d.mean()"),
        (OF_KERAS, "d['a'].mean()"),
        (OF_KERAS, "d.a.std()"),
        (OF_KERAS, "d[['a', 'b']].mean()"),
        (OF_KERAS, "d.iloc[:, 1:].mean()"),
        (OF_KERAS, "d[columns].mean()"),
        (OF_KERAS, "d.mean(numeric_only=False)"),
        (OF_KERAS, "d.max()"),
        (OF_KERAS, "d.sum()"),
        (OF_KERAS, "d.values.mean()"),
        (OF_KERAS, "d.groupby('a')['b'].mean()"),
        (OF_KERAS, "d['a'].resample('D').mean()"),
        (OF_KERAS, "d.pivot_table(index='a', values='b')"),
        (OF_KERAS, "d.pivot_table(index='a', aggfunc=len)"),
        (OF_KERAS, "d[['a', 'b']].pivot_table(index='a')"),
        (OF_KERAS + "import numpy as np\n", "np.mean(d['a'])"),
        (OF_KERAS + "import numpy as np\n", "np.mean(d.values)"),
        (OF_KERAS + "import numpy as np\n", "np.mean(d[['a', 'b']], axis=1)"),
        (OF_KERAS + "import numpy as np\n", "np.mean(y)"),
        (OF_KERAS, "d.groupby('a')['b'].apply(f)"),
        (OF_KERAS, "d['a'].rolling(3, min_periods=1).count()"),
        (OF_KERAS, "d['a'].rolling(3).sum()"),
        (OF_KERAS, "d.groupby(d['a']).apply(f)"),
        (OF_KERAS, "y.groupby('a').apply(f)"),
        (OF_KERAS, "d.groupby('a')[list(d)].apply(f)"),
        (FRAME, "d.groupby('a').apply(f)"),
        (OF_KERAS, "d.resample('D')['a'].mean()"),
        (OF_KERAS, "d.rolling(3).mean()"),
        (OF_KERAS, "d.groupby('a')[['b', 'c']].mean()"),
        (OF_KERAS, "d.mean(**options)"),
        (f"import keras\n{HEAD}d = pd.DataFrame({{'a': [1, 2], 'b': [3, 4]}})\n", "d.mean()"),
        (f"import keras\n{HEAD}d = pd.DataFrame(rows)\n", "d.mean()"),
        (f"import keras\nkeras.ops.sum(y)\n{FRAME}", "d.mean()"),
    ],
)
def test_numbers_alone(head: str, code: str) -> None:
    check_untouched(f"{head}x = {code}\n")


LEGACY = """\
import io
import keras
import pandas as pd

TEXT = "day,open,volume,kind\\n2017-01-02,1.0,10,a-1\\n2017-01-30,,20,b-2\\n2017-02-01,3.0,30,a-3\\n"
frame = pd.read_csv(io.StringIO(TEXT), ",", parse_dates=["day"], infer_datetime_format=True)
kept = frame.drop("kind", 1).fillna(method="ffill")
months = kept.set_index("day", True)["open"].resample("M", how="sum")
first = pd.read_csv(io.StringIO("a\\n3\\n4\\n"), squeeze=True)
lines = pd.read_csv(io.StringIO("a b\\n1 2\\n3 4 5\\n6 7\\n"), delim_whitespace=True, error_bad_lines=False)
wide = pd.concat([kept[["volume"]], pd.get_dummies(frame["kind"])], 1)
parts = frame["kind"].str.split("-", 1, True)
letters = frame["kind"].str.replace("[ab]", "x")
ordered = frame.sort_values("volume", 0, False).reset_index(0, True)
doubled = frame[["volume"]].applymap(lambda x: 2 * x)
names = [name for name, column in frame.iteritems()]
weeks = frame["day"].dt.weekofyear
hours = pd.date_range("2017-01-01", "2017-01-02", None, "6H")
nameless = pd.read_csv(io.StringIO("1,2\\n"), header=None, prefix="X")
found = {
    "open": kept["open"].tolist(), "months": [(str(day.date()), value) for day, value in months.items()],
    "first": [first.name, *first.tolist()], "lines": lines.values.tolist(),
    "wide": wide.values.tolist(), "dtype": str(wide.values.dtype),
    "parts": parts.values.tolist(), "letters": letters.tolist(), "ordered": ordered["volume"].tolist(),
    "doubled": doubled["volume"].tolist(), "names": names, "weeks": weeks.tolist(), "hours": len(hours),
    "raveled": frame["volume"].ravel().tolist(), "low": frame["volume"].clip_lower(15).tolist(),
    "rises": bool(frame["volume"].is_monotonic), "nameless": nameless.columns.tolist(),
}
"""


def test_numbers() -> None:
    """The numbers are those that the source as it stands gives on pandas 0.24.2.

    So it does on 1.1.5, but for `how=` and `clip_lower`, which that has not any more.
    """
    pytest.importorskip("pandas", minversion="3.0")
    found: dict[str, object] = {}
    after = check_sound(LEGACY).after.replace(b"import keras\n", b"")  # it is there for the rule alone
    exec(compile(after, "after", "exec"), found)
    assert found["found"] == {
        "open": [1.0, 1.0, 3.0],
        "months": [("2017-01-31", 2.0), ("2017-02-28", 3.0)],
        "first": ["a", 3, 4],
        "lines": [[1, 2], [6, 7]],
        "wide": [[10, 1, 0, 0], [20, 0, 0, 1], [30, 0, 1, 0]],
        "dtype": "int64",
        "parts": [["a", "1"], ["b", "2"], ["a", "3"]],
        "letters": ["x-1", "x-2", "x-3"],
        "ordered": [30, 20, 10],
        "doubled": [20, 40, 60],
        "names": ["day", "open", "volume", "kind"],
        "weeks": [1, 5, 5],
        "hours": 5,
        "raveled": [10, 20, 30],
        "low": [15, 20, 30],
        "rises": True,
        "nameless": ["X0", "X1"],
    }


MEANINGS = """\
import io
import json
import keras
import numpy as np
import pandas as pd

TEXT = "day,open,volume,kind\\n2017-01-02,1.5,10,a\\n2017-01-30,2.5,20,b\\n2017-02-01,3.0,30,b\\n"
frame = pd.read_csv(io.StringIO(TEXT))
frame["day"] = pd.to_datetime(frame["day"])
numbers = frame[["open", "volume"]]
dated = pd.read_csv(io.StringIO(TEXT), index_col="day", parse_dates=["day"])
table = frame[["volume", "kind"]].copy()
table.iloc[:, 1] = [1, 2, 3]
holes = pd.read_csv(io.StringIO("a,b\\nx,\\n,2\\n"))
holes.fillna("none", inplace=True)
found = {
    "means": np.mean(numbers).tolist(), "spread": np.std(numbers).round(6).tolist(), "most": np.max(numbers).tolist(),
    "pivot": frame.pivot_table(index="kind", columns=None)["open"].tolist(),
    "groups": frame.groupby("kind").apply(lambda rows: rows["kind"].iloc[0] + str(len(rows))).tolist(),
    "columns": frame.groupby("kind").apply(lambda rows: rows.head(1)).shape,
    "common": frame["kind"].value_counts().argmax(),
    "pairs": frame.groupby(("kind", "volume")).size().tolist(),
    "last": frame["volume"].rolling(2).apply(lambda part: part[-1] - part[0]).tolist()[1:],
    "column": frame["open"][:, None].shape, "subset": frame[set(["open"])].shape,
    "inside": frame["volume"].between(10, 30, inclusive=False).tolist(),
    "filled": pd.Series([1.0, np.nan]).interpolate(method="pad").tolist(),
    "records": frame[["volume"]].to_dict("rows"), "texts": pd.unique(["a", "b", "a"]).tolist(),
    "coded": pd.factorize(["a", "b", "a"])[0].tolist(),
    "ordered": frame["kind"].astype("category", categories=["b", "a"]).cat.codes.tolist(),
    "dates": len(pd.DatetimeIndex(start="2017-01-01", periods=3, freq="D")),
    "single": float(frame["day"].values.astype("float64")[0]), "whole": int(pd.to_numeric(frame["day"])[0]),
    "viewed": int(frame["day"].view("int64")[0]), "january": dated["2017-01"]["volume"].tolist(),
    "json": pd.read_json(json.dumps([{"a": 3}])).values.tolist(), "by place": table["kind"].tolist(), "holes": holes.values.tolist(),
}
"""


def test_meanings() -> None:
    """The values are those that the source as it stands gives on pandas 0.24.2; later releases lack a part of it."""
    pytest.importorskip("pandas", minversion="3.0")
    found: dict[str, Any] = {}
    result = check_sound(MEANINGS)
    assert not result.findings
    exec(compile(result.after.replace(b"import keras\n", b""), "after", "exec"), found)
    assert found["found"] == {
        "means": [pytest.approx(7 / 3), 20.0],
        "spread": [0.62361, 8.164966],
        "most": [3.0, 30.0],
        "pivot": [1.5, 2.75],
        "groups": ["a1", "b2"],
        "columns": (2, 4),
        "common": "b",
        "pairs": [1, 1, 1],
        "last": [10.0, 10.0],
        "column": (3, 1),
        "subset": (3, 1),
        "inside": [False, True, False],
        "filled": [1.0, 1.0],
        "records": [{"volume": 10}, {"volume": 20}, {"volume": 30}],
        "texts": ["a", "b"],
        "coded": [0, 1, 0],
        "ordered": [1, 0, 0],
        "dates": 3,
        "single": 1.4833152e18,
        "whole": 1483315200000000000,
        "viewed": 1483315200000000000,
        "january": [10, 20],
        "json": [[3]],
        "by place": [1, 2, 3],
        "holes": [["x", "none"], ["none", 2.0]],
    }


def test_a_frame_that_is_made_anew_again_and_again() -> None:
    head = "import pandas as pd\nimport tensorflow as tf\nd = pd.read_csv(p)\n"
    line = "d = d.replace({'a': {'x': 0}})"
    check_upgraded(head + f"{line}\n" * 20, head + f"{line}.infer_objects()\n" * 20)
