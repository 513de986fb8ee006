"""The documents agree with the code."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(sys.version_info < (3, 10), reason="the codemods need Python 3.10")


def _blocks(document: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", document, flags=re.DOTALL)


def test_the_quick_start_has_two_shell_blocks() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("\n## Quick start\n")[1].split("\n## ")[0]
    blocks = _blocks(section, "sh")
    assert len(blocks) == section.count("```") / 2 == 2
    assert "tf-forward upgrade" in blocks[0]
    assert "nox" in blocks[1]


def test_the_diff_of_the_readme_is_what_upgrade_prints() -> None:
    from codemods.cli.report import diff
    from codemods.engine.engine import upgrade
    from codemods.types import Upgraded

    legacy = ROOT / "reference_impls" / "minigooglenet_cifar10" / "legacy.py"
    result = upgrade(legacy.read_bytes())
    assert isinstance(result, Upgraded)
    printed = [line.rstrip() for line in diff("legacy.py", result).splitlines()]
    for line in _blocks((ROOT / "README.md").read_text(encoding="utf-8"), "diff")[0].splitlines():
        if line.startswith(("+", "-")):
            assert any(line.strip("+- ") in each for each in printed), line


def test_the_gallery_is_cut_from_fixtures_that_run() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"<!-- ([\w/]+) -->\n```diff\n(.*?)```", readme, flags=re.DOTALL)
    assert len(shown) == len(_blocks(readme, "diff")) - 1 >= 5
    for name, block in shown:
        pair = ROOT / "tests" / "codemods" / "fixtures" / name
        before, after = (Path(f"{pair}.{side}.py").read_text(encoding="utf-8").splitlines() for side in ("in", "out"))
        for line in block.splitlines():
            assert line.startswith("+") or line[1:] in before, f"{name}: {line}"
            assert line.startswith("-") or line[1:] in after, f"{name}: {line}"


def test_the_consoles_show_what_is_printed() -> None:
    readme = (ROOT / "codemods" / "README.md").read_text(encoding="utf-8")
    blocks = _blocks(readme, "console")
    assert len(blocks) == 6
    for block in blocks:
        command, _, shown = block.partition("\n")
        arguments = command.removeprefix("$ python ").split()
        printed = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        assert printed.stdout == shown, command
        assert printed.stderr == ""


def test_every_rule_is_listed() -> None:
    from codemods.rules import all_rules

    table = (ROOT / "codemods" / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| \[(TFM\d+)\]\S+ \| `(\w+)` \|", table, flags=re.MULTILINE))
    assert listed == {rule.code: rule.name for rule in all_rules()}


def test_generated_documents_are_up_to_date() -> None:
    from codemods.explain.documents import documents, is_stale

    for path, text in documents().items():
        assert not is_stale(path, text), f"{path}: run python -m codemods.explain.documents --write"


def test_links_between_documents_lead_somewhere() -> None:
    for path in ("codemods/README.md", "codemods/rules/README.md"):
        document = ROOT / path
        for link, anchor in re.findall(r"\]\(([\w./]+\.md)(?:#([\w-]+))?\)", document.read_text(encoding="utf-8")):
            linked = (document.parent / link).read_text(encoding="utf-8")
            headings = re.findall(r"^#+ (.+)$", linked, flags=re.MULTILINE)
            slugs = [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]
            assert not anchor or anchor in slugs, f"{path}: {link}#{anchor}"


def test_the_examples_of_the_contributing_guide_are_in_the_code() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = _blocks(guide, "python")
    assert len(blocks) == 4
    for block in blocks:
        path, code = block.split("\n", 1)
        assert code.strip("\n") in (ROOT / path.removeprefix("# ")).read_text(encoding="utf-8"), path


def _more_than_one_process(language: str) -> list[str]:
    readme = (ROOT / "compat" / "README.md").read_text(encoding="utf-8")
    return _blocks(readme.split("\n## More than one process\n")[1].split("\n## ")[0], language)


def test_the_batch_script_gives_each_task_its_tf_config(tmp_path: Path) -> None:
    """`srun` and `scontrol` are stood in for; everything else is the shown script."""
    commands = {
        "srun": 'for i in 0 1; do SLURM_PROCID=$i "$@"; done',
        "scontrol": '[ "$3" = "node[1-2]" ] && printf "node1\\nnode2\\n"',
        "python": 'echo "$TF_CONFIG" "$@"',
    }
    for name, text in commands.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    batch = next(block for block in _more_than_one_process("sh") if "#SBATCH" in block)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "SLURM_JOB_NODELIST": "node[1-2]"}
    printed = subprocess.run(["sh", "-c", batch], env=environment, capture_output=True, text=True, check=True).stdout
    for index, line in enumerate(printed.splitlines()):
        config, _, arguments = line.rpartition("} ")
        assert arguments == "train.py --epochs 5"
        assert json.loads(config + "}") == {
            "cluster": {"worker": ["node1:2222", "node2:2222"]},
            "task": {"type": "worker", "index": index},
        }
    assert printed.count("\n") == 2


def test_the_pods_get_a_tf_config() -> None:
    (manifest,) = _more_than_one_process("yaml")
    values = re.findall(r"value: '(.*)'", manifest)
    assert len(values) == 1
    config = json.loads(values[0].replace("$(INDEX)", "1"))
    assert len(config["cluster"]["worker"]) == int(re.findall(r"completions: (\d+)", manifest)[0])
    assert config["task"] == {"type": "worker", "index": 1}
