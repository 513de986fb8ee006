"""A source that is passed over by its bytes or its `ast` is one that no rule has a word for."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codemods.engine.engine import _Work
from codemods.engine.prefilter import is_plain, may_need_work
from codemods.engine.requests import Request
from codemods.source.parsing import parse
from codemods.source.project import ALONE
from codemods.types import Failure, Settings, Upgraded
from compat.tables.names.numpy_names import NUMPY_NAMES

IMPORTS = st.sampled_from(
    [
        "import numpy",
        "import numpy as np",
        "import numpy.linalg as np",
        "import os, numpy as np",
        "from numpy import zeros",
        "from numpy import float as np",
        "from numpy import *",
        "from mine import numpy as np",
        "from .numpy import np",
        "from mine import *",
        "import json as np",
        "from itertools import product",
        "try:\n    import cupy as np\nexcept ImportError:\n    import numpy as np",
        "def f():\n    import numpy as np\n    return np.float",
        "import pandas",
    ]
)
USES = st.builds(
    str.format,
    st.sampled_from(
        [
            "x = {0}.{1}",
            "x = {0}.{1}(y)",
            "x = y.z.{1}",
            "x = y[0].{1}()",
            "x = {0}.reshape(y, newshape=z)",
            "x = {0}.histogram(y, normed=True)",
            "x = {0}.save(y, z, fix_imports=True)",
            "{0} = y",
            "y = {0}\nx = y.{1}",
        ]
    ),
    st.sampled_from(["np", "numpy", "json", "itertools", "product"]),
    st.sampled_from(sorted(NUMPY_NAMES)),
)


@given(st.lists(IMPORTS, max_size=3), st.lists(USES, max_size=4))
def test_a_source_that_is_passed_over_needs_nothing(imports: list[str], uses: list[str]) -> None:
    source = "\n".join([*imports, *uses, ""]).encode()
    tree = ast.parse(source)
    needs = may_need_work(source, tree)
    assert not (needs and is_plain(source))
    if not needs:
        module = parse(source)
        assert not isinstance(module, Failure)
        result = _Work(source, Request(Settings(), ALONE)).upgrade(module, tree)
        assert isinstance(result, Upgraded)
        assert not result.changed
        assert not result.findings


@pytest.mark.parametrize(
    "source",
    [
        "import json\nx = json.loads(y)\n",
        "import itertools\nx = list(itertools.product(y, z))\n",
        "import numpy as np\nimport json\nx = np.array(json.loads(y))\n",
        "import numpy as np\nimport itertools\nx = np.array(list(itertools.product(y, z)))\n",
        "import numpy as np\nx = np.zeros(3).nbytes\n",
        "from numpy import zeros\nx = self.rank\n",
        "import numpy as np\nif x == 'a' or x == [0]: y\n",
        "import json\nif x == '': y\n",
        "x = y.histogram(z, normed=True)\n",
        "from xml.etree import ElementTree\nx = ElementTree.tostring(tree)\n",
    ],
)
def test_names_that_numpy_had_too(source: str) -> None:
    assert not may_need_work(source.encode(), ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nx = np.float\n",
        "import numpy\nx = numpy.product(y)\n",
        "import numpy.linalg\nx = numpy.product(y)\n",
        "import numpy\nfrom mine import *\nx = np.product(y)\n",
        "from numpy import in1d\n",
        "import numpy as np\nx = y.tostring()\n",
        "import numpy as np\nx = np.histogram(y, normed=True)\n",
        "import numpy as np\nif x == '': y\n",
        "import numpy as np\nif [] != x: y\n",
    ],
)
def test_names_that_may_be_of_numpy(source: str) -> None:
    assert may_need_work(source.encode(), ast.parse(source))
