"""A `Model` subclass that redirects saving to the template goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_upgraded

CLASS = """
class ModelMGPU(Model):
    def __init__(self, ser_model, gpus):
        pmodel = multi_gpu_model(ser_model, gpus)
        self.__dict__.update(pmodel.__dict__)
        self._smodel = ser_model
    def __getattribute__(self, attrname):
        if 'load' in attrname or 'save' in attrname:
            return getattr(self._smodel, attrname)
        return super(ModelMGPU, self).__getattribute__(attrname)
"""


def _upgrade(use: str, owner: str = CLASS, head: str = "from keras.models import Model, load_model") -> Upgraded:
    return check_sound(f"{head}\nfrom keras.utils import multi_gpu_model\n{owner}\n{use}\n")


def _check_kept(use: str, owner: str = CLASS) -> None:
    result = _upgrade(use, owner)
    assert b"class ModelMGPU(Model):" in result.after
    assert "TFM204" in [finding.code for finding in result.findings]


def test_becomes_one_model() -> None:
    text = _upgrade(
        'base = load_model("x.h5", compile=False)\npm = ModelMGPU(base, 2)\npm.compile("sgd", "mse")\npm.save("m.h5")'
    ).after.decode()
    assert "ModelMGPU" not in text
    assert "multi_gpu_model" not in text
    assert "with strategy.scope():" in text


def test_keyword_arguments_in_another_order() -> None:
    text = _upgrade(
        'base = load_model("x.h5", compile=False)\npm = ModelMGPU(gpus=2, ser_model=base)\npm.compile("sgd", "mse")'
    ).after.decode()
    assert "ModelMGPU" not in text
    assert "range(2)" in text


def test_comments_around_the_class_stay() -> None:
    check_upgraded(
        f"from keras.models import Model, load_model\nfrom keras.utils import multi_gpu_model\n{CLASS}\n"
        '# two GPUs\nbase = load_model("x.h5", compile=False)\npm = ModelMGPU(base, 2)\npm.compile("sgd", "mse")  # go\n',
        "import tensorflow as tf\nfrom keras.models import Model, load_model\n\n"
        'strategy = tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(2)])\nwith strategy.scope():\n'
        '    # two GPUs\n    base = load_model("x.h5", compile=False)\n    base.compile("sgd", "mse")  # go\n',
    )


def test_further_methods_declined() -> None:
    _check_kept("pm = ModelMGPU(base, 2)", CLASS + "    def report(self):\n        print(1)\n")


def test_other_use_of_the_class_declined() -> None:
    _check_kept("pm = ModelMGPU(base, 2)\nprint(isinstance(pm, ModelMGPU))")


def test_unpacked_arguments_declined() -> None:
    _check_kept("pm = ModelMGPU(*arguments)")


def test_never_used_declined() -> None:
    _check_kept("x = 1")


def test_subclassed_declined() -> None:
    _check_kept("class Mine(ModelMGPU):\n    pass\npm = Mine(base, 2)")


def test_further_arguments_of_the_call_declined() -> None:
    _check_kept(
        "pm = ModelMGPU(base, 2)",
        CLASS.replace("(ser_model, gpus)\n        self", "(ser_model, gpus, cpu_merge=False)\n        self"),
    )


def test_gpus_that_the_class_fixes_declined() -> None:
    _check_kept(
        "pm = ModelMGPU(base, 2)", CLASS.replace("multi_gpu_model(ser_model, gpus)", "multi_gpu_model(ser_model, 4)")
    )


def test_no_update_of_the_dict_declined() -> None:
    _check_kept(
        "pm = ModelMGPU(base, 2)", CLASS.replace("self.__dict__.update(pmodel.__dict__)", "self.inner = pmodel")
    )


def test_class_that_is_no_model_goes_to_the_shim() -> None:
    result = _upgrade("pm = ModelMGPU(base, 2)", CLASS.replace("(Model)", "(object)"))
    assert b"from compat.keras.utils import multi_gpu_model" in result.after
    assert b"class ModelMGPU(object):" in result.after


def test_local_multi_gpu_model_left_alone() -> None:
    source = f"from keras.models import Model\nfrom utils import multi_gpu_model\n{CLASS}\npm = ModelMGPU(base, 2)\n"
    result = check_sound(source)
    assert not result.changed


def test_two_calls_in_the_class_declined() -> None:
    both = CLASS.replace("        self._smodel", "        multi_gpu_model(ser_model, 3)\n        self._smodel")
    result = _upgrade("pm = ModelMGPU(base, 2)", both)
    assert b"class ModelMGPU(Model):" in result.after
    assert [note.code for note in result.notes] == ["TFM201", "TFM201"]


IMPORTS = "from keras.models import Model\nfrom keras.utils import multi_gpu_model\n"


def _of_another_module(folder: Path, use: str) -> Upgraded:
    (folder / ".git").mkdir()
    (folder / "several.py").write_text(IMPORTS + CLASS)
    (folder / "main.py").write_text(use)
    result = upgrade((IMPORTS + CLASS).encode(), Settings(), project=project_of(folder / "several.py"))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    "use",
    [
        "from several import ModelMGPU\n\ndef parallel(model, gpus):\n    return ModelMGPU(model, gpus)\n",
        "import several\n\ndef parallel(model, gpus):\n    return several.ModelMGPU(model, gpus=gpus)\n",
    ],
)
def test_a_function_for_other_modules(tmp_path: Path, use: str) -> None:
    """They go on calling it, and the shim has the multi-GPU model."""
    result = _of_another_module(tmp_path, use)
    code = "def ModelMGPU(ser_model, gpus):\n    return multi_gpu_model(ser_model, gpus)\n"
    assert result.after.decode().endswith(code)
    assert "from compat.keras.utils import multi_gpu_model" in result.after.decode()
    assert not result.findings


def test_other_uses_in_other_modules_declined(tmp_path: Path) -> None:
    use = "from several import ModelMGPU\n\np = ModelMGPU(model, 2)\nprint(isinstance(p, ModelMGPU))\n"
    result = _of_another_module(tmp_path, use)
    assert b"class ModelMGPU(Model):" in result.after
    assert [each.code for each in result.findings] == ["TFM204"]
