"""The bindings that a use of a variable shares a web with."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.source.file import File


def webs(source: str) -> list[list[int]]:
    """The lines of the bindings that each `use(m)` of a source has, in its order."""
    file = File(cst.parse_module(source), source.encode())
    uses = [call.args[0].value for call in file.calls if isinstance(call.func, cst.Name) and call.func.value == "use"]
    return [
        [file.line(each.node) for each in file.assignments(use) if each.node is not None]
        for use in uses
        if isinstance(use, cst.Name)
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("m = 1\nuse(m)\nm = 2\nuse(m)\n", [[1], [3]]),
        ("m = 1\nm = use(m)\nuse(m)\n", [[1], [2]]),
        ("m: int = 1\nuse(m)\nm: int = 2\nuse(m)\n", [[1], [3]]),
        ("m = n = 1\nuse(m)\nm, n = 2, 3\nuse(m)\n", [[1], [3]]),
        ("def m(): pass\nuse(m)\ndef m(): pass\nuse(m)\n", [[1], [3]]),
        ("class m: pass\nuse(m)\nclass m: pass\nuse(m)\n", [[1], [3]]),
        ("with open(f) as m:\n    use(m)\nwith open(f) as m:\n    use(m)\n", [[1], [3]]),
        ("with s:\n    m = 1\n    use(m)\n    m = 2\nuse(m)\n", [[2], [4]]),
        ("def f(m):\n    use(m)\n    m = 2\n    return use(m)\n", [[1], [3]]),
        ("m = 1\nif x:\n    m = 2\n    use(m)\n", [[3]]),
        ("if x:\n    m = 1\n    use(m)\nelse:\n    m = 2\n    use(m)\n", [[2], [5]]),
        ("m = 1\nfor m in y:\n    use(m)\n", [[2]]),
        ("for i in y:\n    m = 1\n    use(m)\n    m = 2\n    use(m)\n", [[2], [4]]),
        ("try:\n    m = 1\nexcept E:\n    m = 2\n    use(m)\n", [[4]]),
        ("m = 1\nm = 2\ndef f():\n    use(m)\n", [[2]]),
        ("m = 1\ng = (use(m) for x in y)\nm = 2\n", [[1, 3]]),
        ("m = 1\ng = [use(m) for x in y]\nm = 2\n", [[1]]),
    ],
)
def test_values_that_share_no_use(source: str, expected: list[list[int]]) -> None:
    assert webs(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("m = 1\nif x:\n    m = 2\nuse(m)\n", [1, 3]),
        ("m = 1\nif x:\n    m = 2\nelif y:\n    m = 3\nelse:\n    m = 4\nuse(m)\n", [3, 5, 7]),
        ("m = 1\nuse(m)\nif x:\n    m = 2\n    use(m)\nuse(m)\n", [1, 4]),
        ("m = 1\nfor i in y:\n    use(m)\n    m = 2\n", [1, 4]),
        ("m = 1\nwhile use(m):\n    m = 2\n", [1, 3]),
        ("m = 1\nfor m in y:\n    pass\nuse(m)\n", [1, 2]),
        ("m = 1\ntry:\n    m = 2\n    n = 3\nexcept E:\n    use(m)\n", [1, 3]),
        ("m = 1\ntry:\n    n = 3\nfinally:\n    use(m)\nm = 2\nm = 3 if x else use(m)\n", [1]),
        ("m = 1\nwith suppress(E):\n    m = 2\nuse(m)\n", [1, 3]),
        ("m = 1\nwith contextlib.suppress(E):\n    m = 2\nuse(m)\n", [1, 3]),
        ("m = 1\nm += 2\nuse(m)\n", [1, 2]),
        ("m = 1\nprint(n and (m := 2))\nuse(m)\n", [1, 2]),
        ("m = 1\nmatch x:\n    case [m, 2]:\n        pass\n    case _:\n        use(m)\n", [1, 3]),
        ("m = 1\ndef f():\n    use(m)\nm = 2\n", [1, 4]),
        ("m = 1\ndef f():\n    global m\n    m = 2\nm = 3\nuse(m)\n", [1, 4, 5]),
        ("def f():\n    m = 1\n    def g():\n        nonlocal m\n        m = 2\n    m = 3\n    use(m)\n", [2, 5, 6]),
        ("def f():\n    use(m)\nm = 1\nm = 2\n", [3, 4]),
        ("for i in y:\n    def f():\n        use(m)\n    m = 1\n    m = 2\n", [4, 5]),
        ("from a import m\nuse(m)\nfrom b import m\n", [1, 3]),
        ("class C:\n    m = 1\n    m = 2\n    use(m)\n", [2, 3]),
    ],
)
def test_values_that_may_reach_the_same_use(source: str, expected: list[int]) -> None:
    assert webs(source)[0] == expected


def test_uses_are_those_of_the_web() -> None:
    source = "m = 1\nuse(m)\nuse(m)\nm = 2\nuse(m)\n"
    file = File(cst.parse_module(source), source.encode())
    assert [[file.line(use) for use in each.uses] for each in file.global_scope["m"]] == [[2, 3], [5]]


def test_a_name_that_later_code_reads_is_bound_once() -> None:
    source = "m = 1\nuse(m)\nm = 2\nn = 1\nuse(n)\n"
    file = File(cst.parse_module(source), source.encode())
    found = {each.value: file.is_bound_once(each) for each in file.every(cst.Name) if each.value in ("m", "n")}
    assert found == {"m": False, "n": True}
