from __future__ import annotations

import pytest

from codemods.analysis.releases.written_for import written_for
from codemods.engine.engine import check
from codemods.releases.origin import KerasLine
from codemods.releases.target import parse_target
from codemods.source.file import File
from codemods.source.parsing import parse
from codemods.types import Failure, Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched


def said(line: str) -> str:
    return f"import keras\nimport os, sys\n{line}\n"


@pytest.mark.parametrize(
    ("line", "symbol", "advice"),
    [
        ('get_ipython().system("pip install keras==2.2.4")', "keras==2.2.4", 'write "keras>=3.0"'),
        ('get_ipython().system("pip3 install -q keras==2.2.4")', "keras==2.2.4", 'write "keras>=3.0"'),
        ('get_ipython().system("sudo pip install keras==0.3")', "keras==0.3", 'write "keras>=3.0"'),
        (
            'get_ipython().system("python -m pip install tensorflow==1.4")',
            "tensorflow==1.4",
            'write "tensorflow>=2.16"',
        ),
        ('get_ipython().system("pip install tensorflow-gpu==1.13.1")', "tensorflow-gpu==1.13.1", 'write "tensorflow'),
        ('get_ipython().system("pip install tensorflow-gpu")', "tensorflow-gpu", 'write "tensorflow>=2.16"'),
        ('get_ipython().system("pip install tensorflow_gpu")', "tensorflow_gpu", 'write "tensorflow>=2.16"'),
        ('get_ipython().system("pip install tf-nightly-2.0-preview")', "tf-nightly-2.0-preview", 'write "tensorflow'),
        ('get_ipython().system("pip install tensorflow==2.0.0-beta1")', "tensorflow==2.0.0-beta1", 'write "tensorflow'),
        ("get_ipython().system(\"pip install 'tensorflow<2'\")", "tensorflow<2", 'write "tensorflow'),
        ('get_ipython().system("pip install tensorflow~=2.3.0")', "tensorflow~=2.3.0", 'write "tensorflow'),
        ('get_ipython().system("cd x && pip install Keras==2.3.1; ls")', "Keras==2.3.1", 'write "keras'),
        ('get_ipython().system("conda install -y -c x tensorflow=1.15")', "tensorflow==1.15.*", 'write "tensorflow'),
        ('get_ipython().run_line_magic("pip", "install keras==2.2.4")', "keras==2.2.4", 'write "keras'),
        ('get_ipython().magic("pip install keras==2.2.4")', "keras==2.2.4", 'write "keras'),
        ('x = get_ipython().getoutput("pip install keras==2.2.4")', "keras==2.2.4", 'write "keras'),
        ('get_ipython().run_cell_magic("bash", "", "ls\\npip install keras==2.2.4")', "keras==2.2.4", 'write "keras'),
        ('os.system("pip install keras==2.2.4")', "keras==2.2.4", 'write "keras'),
        ('get_ipython().run_line_magic("tensorflow_version", "1.x")', "tensorflow_version", "delete the line"),
        ('get_ipython().magic("tensorflow_version 1.x  # old")', "tensorflow_version", "delete the line"),
    ],
)
def test_reported(line: str, symbol: str, advice: str) -> None:
    finding = check_declined(said(line), "TFM290", 3)
    assert finding.symbol == symbol
    assert finding.advice.startswith(advice)


def test_each_of_several() -> None:
    result = check(said('get_ipython().system("pip install numpy keras==2.2.4 tensorflow==1.13.1")').encode())
    assert isinstance(result, Upgraded)
    assert sorted(each.symbol for each in result.findings) == ["keras==2.2.4", "tensorflow==1.13.1"]


@pytest.mark.parametrize(
    "line",
    [
        'get_ipython().system("pip install keras")',
        'get_ipython().system("pip install -U tensorflow")',
        "get_ipython().system(\"pip install 'tensorflow>=1.15'\")",
        'get_ipython().system("pip install tensorflow==2.16.1")',
        'get_ipython().system("pip install tensorflow==2.99")',
        "get_ipython().system(\"pip install 'keras>=3,<4'\")",
        'get_ipython().system("pip install tensorflow-hub==0.1 keras-tuner==1.0")',
        'get_ipython().system("pip install -r keras==2.2.4")',
        'get_ipython().system("pip install --index-url keras==2.2.4 numpy")',
        'get_ipython().system("pip uninstall keras==2.2.4")',
        'get_ipython().system("pip show keras==2.2.4")',
        'get_ipython().system("echo install keras==2.2.4")',
        'get_ipython().system("# pip install keras==2.2.4")',
        'get_ipython().system("pip install keras=={version}")',
        'get_ipython().system("pip install \'keras==2.2.4")',
        "get_ipython().system(command)",
        "get_ipython().system()",
        'other().system("pip install keras==2.2.4")',
        'system("pip install keras==2.2.4")',
        'text = "pip install keras==2.2.4"',
        'get_ipython().run_line_magic("tensorflow_version", "2.x")',
        'get_ipython().run_line_magic("tensorflow_version", version)',
        'get_ipython().run_cell_magic("writefile", "a.sh", "pip install keras==2.2.4")',
        'get_ipython().system("pip install keras==2.2.4")  # tf-forward: ignore[TFM290]',
    ],
)
def test_left_alone(line: str) -> None:
    check_untouched(said(line))


def test_against_a_legacy_release() -> None:
    source = said(
        'get_ipython().system("pip install tensorflow==2.15.0")\nget_ipython().system("pip install keras==2.3")'
    )
    result = check(source.encode(), Settings(target=parse_target("tensorflow==2.15")))
    assert isinstance(result, Upgraded)
    assert [(each.symbol, each.line) for each in result.findings] == [("keras==2.3", 4)]


@pytest.mark.parametrize(
    ("line", "line_of_keras", "tensorflow"),
    [
        ('get_ipython().system("pip install keras==2.2.4")', KerasLine.STANDALONE, None),
        ('get_ipython().system("pip install tensorflow==1.13.1")', KerasLine.STANDALONE, 1),
        ('get_ipython().run_line_magic("tensorflow_version", "1.x")', KerasLine.STANDALONE, 1),
        ('get_ipython().system("pip install keras==3.3")', KerasLine.KERAS_3, 2),
        ('get_ipython().system("pip install keras")', None, None),
        ("get_ipython().system(\"pip install 'keras<3'\")", None, None),
        ('get_ipython().system("pip install keras==2.2.4 keras==3.3")', None, None),
    ],
)
def test_what_it_tells_of_the_file(line: str, line_of_keras: KerasLine | None, tensorflow: int | None) -> None:
    source = said(line).encode()
    module = parse(source)
    assert not isinstance(module, Failure)
    found = written_for(File(module, source))
    assert found.keras is line_of_keras
    assert tensorflow is None or found.tensorflow == tensorflow
