"""`multi_gpu_model`: what the strategy is made from, where the file makes it between the parts of the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_shimmed, check_sound
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import HEAD, native

ARGS = "import argparse, os, sys\nfrom nets import build, read\n"
PARSE = (
    "def parse(argv):\n    parser = argparse.ArgumentParser()\n    parser.add_argument('--gpu')\n"
    "    return checked(parser.parse_args(argv))\n"
    "def checked(args):\n    if args.gpu and len(args.gpu.split(',')) > 8:\n        raise ValueError('{}'.format(args.gpu))\n"
    "    return args\n"
)
VISIBLE = "os.environ['CUDA_VISIBLE_DEVICES'] = "
BUILD = "n = read(args)\nm = build(args.n, n)\n"
PARALLEL = (
    "if args.gpu and len(args.gpu.split(',')) > 1:\n    m = multi_gpu_model(m, gpus=len(args.gpu.split(',')))\n"
    "m.compile('sgd', 'mse')\n"
)


def _main(body: str) -> str:
    return "def main(argv):\n" + "".join(f"    {line}\n" for line in body.splitlines())


# --- functions of the file that handle plain data


def test_arguments_that_a_function_of_the_file_parses() -> None:
    text = native(f"{ARGS}{PARSE}{_main('args = parse(argv)' + chr(10) + BUILD + PARALLEL)}")
    assert "    args = parse(argv)\n    strategy = (\n" in text


@pytest.mark.parametrize(
    "parse",
    [
        "from options import parse\n",
        PARSE.replace("def parse", "@wrapped\ndef parse"),
        PARSE.replace("    return checked(", "    return build("),
        PARSE.replace("    return args", "    return Sequential()"),
        PARSE.replace("    return args", "    return args.gpu()"),
        "parse = make()\n",
        f"{PARSE}parse = make()\n",
    ],
    ids=["imported", "decorated", "unknown function", "Keras", "method", "variable", "bound twice"],
)
def test_functions_that_may_make_a_part(parse: str) -> None:
    source = f"{ARGS}{parse}{_main('args = parse(argv)' + chr(10) + BUILD + PARALLEL)}"
    check_shimmed(HEAD + source, _line(HEAD + source), "known only after the model is built")


def test_function_that_calls_itself() -> None:
    parse = "def parse(argv, n=0):\n    return parse(argv, n + 1) if n < 3 else argv\n"
    native(f"{ARGS}{parse}{_main('args = parse(argv)' + chr(10) + BUILD + PARALLEL)}")


# --- GPUs that are named between


@pytest.mark.parametrize(
    "setting",
    [
        f"{VISIBLE}args.gpu",
        f"# these GPUs\nif args.gpu:\n    {VISIBLE}args.gpu  # all",
        f"if args.gpu is not None:\n    if args.gpu != '':\n        {VISIBLE}args.gpu.replace(' ', '')",
    ],
)
def test_visible_gpus_are_named_before_the_model(setting: str) -> None:
    body = f"args = parse(argv)\nn = read(args)\n{setting}\nm = build(args.n, n)\n{PARALLEL}"
    text = native(f"{ARGS}{PARSE}{_main(body)}")
    assert text.index("CUDA_VISIBLE_DEVICES") < text.index("MirroredStrategy(") < text.index("read(args)")


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("os.environ['TF_CONFIG'] = args.gpu", "GPUs are set up"),
        (f"if args.gpu:\n    {VISIBLE}args.gpu\nelse:\n    {VISIBLE}'0'", "GPUs are set up"),
        (f"if args.gpu:\n    {VISIBLE}args.gpu\n    print(n)", "GPUs are set up"),
        (f"if args.gpu: {VISIBLE}args.gpu", "GPUs are set up"),
        (f"if ask():\n    {VISIBLE}args.gpu", "GPUs are set up"),
        (f"{VISIBLE}pick()", "GPUs are set up"),
        ("os.environ = {'CUDA_VISIBLE_DEVICES': args.gpu}", "GPUs are set up"),
        (f"{VISIBLE}n", "n is known only after"),
    ],
)
def test_setting_that_stays(setting: str, reason: str) -> None:
    body = f"args = parse(argv)\nn = read(args)\n{setting}\nm = build(args.n, n)\n{PARALLEL}"
    source = f"{ARGS}{PARSE}{_main(body)}"
    check_shimmed(HEAD + source, _line(HEAD + source), reason)


def test_visible_gpus_are_named_after_the_model() -> None:
    body = f"args = parse(argv)\n{BUILD}{VISIBLE}args.gpu\n{PARALLEL}"
    source = f"{ARGS}{PARSE}{_main(body)}"
    check_shimmed(HEAD + source, _line(HEAD + source), "GPUs are set up")


# --- an attribute that a function sets


def test_option_that_a_function_sets() -> None:
    change = "def read(args):\n    args.gpu = '0,1'\n    return load()\n"
    source = f"{ARGS}{PARSE}{change}{_main('args = parse(argv)' + chr(10) + BUILD + PARALLEL)}"
    check_shimmed(HEAD + source, _line(HEAD + source), "args.gpu may change while the model is built")


def test_another_option_that_a_function_sets() -> None:
    change = "def read(args):\n    args.name = '0,1'\n    return load()\n"
    native(f"{ARGS}{PARSE}{change}{_main('args = parse(argv)' + chr(10) + BUILD + PARALLEL)}")


def _line(source: str) -> int:
    return source[: source.index("= multi_gpu_model(")].count("\n") + 1


# --- a number or a list


@pytest.mark.parametrize("test", ["g is not None", "g", "g != None", "a and g is not None"])
def test_number_or_list(test: str) -> None:
    source = f"def run(g, a):\n    m = load_model('x.h5', compile=False)\n    if {test}:\n"
    result = check_sound(f"{HEAD}{source}        m = multi_gpu_model(m, g)\n    m.compile('sgd')\n")
    assert b'f"GPU:{i}" for i in (range(g) if isinstance(g, int) else g)' in result.after


@pytest.mark.parametrize("test", ["a", "g is None", "a or g is not None", "not g", "g is not a", "h.g is not None"])
def test_number_or_list_or_none(test: str) -> None:
    source = f"def run(g, a, h):\n    m = load_model('x.h5', compile=False)\n    if {test}:\n"
    result = check_sound(f"{HEAD}{source}        m = multi_gpu_model(m, g)\n    m.compile('sgd')\n")
    assert b'(g and [f"GPU:{i}" for i in (range(g) if isinstance(g, int) else g)])' in result.after


@pytest.mark.parametrize(("calls", "is_number"), [("run(2)", True), ("run(2)\nrun([0, 1])", False), ("run(x)", False)])
def test_number_that_callers_give(calls: str, is_number: bool) -> None:
    source = f"{HEAD}def run(g):\n    m = load_model('x.h5', compile=False)\n    m = multi_gpu_model(m, g)\n    m.compile('sgd')\n"
    text = check_sound(f"{source}{calls}\n").after
    assert (b'([f"GPU:{i}" for i in range(g)])' in text) is is_number
    assert (b"isinstance(g, int)" not in text) is is_number


@pytest.mark.parametrize("gpus", ["conf['n']", "self.conf['n']", "conf.parallel['n']", "config.GPUS"])
def test_item_or_attribute_that_is_a_number_or_a_list(gpus: str) -> None:
    source = f"import config\nclass A:\n    def run(self, conf):\n        m = load_model('x.h5', compile=False)\n        m = multi_gpu_model(m, {gpus})\n        m.compile('sgd')\n"
    text = check_sound(HEAD + source).after.decode()
    assert f"(gpus := {gpus}) and [f" in text
    assert "(range(gpus) if isinstance(gpus, int) else gpus)]" in text


def test_item_where_the_name_is_taken() -> None:
    source = "def run(conf, gpus):\n    m = load_model('x.h5', compile=False)\n    m = multi_gpu_model(m, conf['n'])\n    m.compile('sgd')\n"
    assert b"gpu_numbers := conf['n']" in check_sound(HEAD + source).after


def test_two_models_of_one_item() -> None:
    one = "    {0} = load_model('x.h5', compile=False)\n    {0} = multi_gpu_model({0}, conf['n'])\n    {0}.compile('sgd')\n"
    text = check_sound(f"{HEAD}def run(conf):\n{one.format('a')}{one.format('b')}").after.decode()
    assert text.count("MirroredStrategy(") == 1


@pytest.mark.parametrize("gpus", ["conf[key()]", "count()", "conf[a][b]", "conf.get('n')"])
def test_gpus_that_cannot_be_read_twice(gpus: str) -> None:
    source = f"{HEAD}def run(conf, a, b):\n    m = load_model('x.h5', compile=False)\n    m = multi_gpu_model(m, {gpus})\n    m.compile('sgd')\n"
    check_shimmed(source, 5, "may be a number or a list")


# --- GPUs that are counted after the model is built

COUNT = "from tensorflow.python.client import device_lib\ndef count():\n    return len([d for d in device_lib.list_local_devices() if d.device_type == 'GPU'])\n"


def test_gpus_are_counted_by_the_devices() -> None:
    text = native(
        f"{COUNT}m = load_model('x.h5', compile=False)\ng = count()\nif g > 1:\n    m = multi_gpu_model(m, gpus=g)\nm.compile('sgd')\n"
    )
    assert text.index("g = count()") < text.index("MirroredStrategy(") < text.index("load_model('x.h5'")


@pytest.mark.parametrize(("body", "is_plain"), [("return args.gpus or 2", True), ("return make(args)", False)])
def test_gpus_are_counted_by_another_module(tmp_path: Path, body: str, is_plain: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "counting.py").write_text(f"def count(args):\n    {body}\n")
    source = f"{HEAD}from counting import count\nm = load_model('x.h5', compile=False)\ng = count(args)\nif g > 1:\n    m = multi_gpu_model(m, gpus=g)\nm.compile('sgd')\n"
    path = tmp_path / "train.py"
    path.write_text(source)
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    assert (b"compat.keras" not in result.after) is is_plain


def test_blank_lines_above_the_branches_of_what_moves() -> None:
    source = f"{HEAD}if a:\n    m = load_model('x.h5')\n\nelse:\n    m = load_model('y.h5')\ntry:\n    b()\n\nfinally:\n    c()\n"
    result = check_sound(f"{source}m = multi_gpu_model(m, gpus=2)\nm.compile('sgd')\n")
    assert b"multi_gpu_model" not in result.after
    assert not [line for line in result.after.splitlines() if line != line.rstrip()]
