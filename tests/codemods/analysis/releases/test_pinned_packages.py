from __future__ import annotations

import pytest
from packaging.requirements import Requirement

from codemods.analysis.releases.pinned_packages import advice_for
from codemods.releases.target import Target, parse_target


@pytest.mark.parametrize(
    ("requirement", "today"),
    [
        # a pin stays a pin, to the release that the code is checked against
        ("tensorflow==1.13.1", "tensorflow==2.21.*"),
        ("tensorflow==1.13", "tensorflow==2.21.*"),
        ("tensorflow===2.0.0", "tensorflow==2.21.*"),
        ("tensorflow==2.15.*", "tensorflow==2.21.*"),
        ("tensorflow-cpu==2.3.1", "tensorflow-cpu==2.21.*"),
        ("tensorflow_cpu==2.3.1", "tensorflow-cpu==2.21.*"),
        ("intel-tensorflow==1.13.1", "tensorflow==2.21.*"),
        ("Keras==2.2.4", "keras==3.15.*"),
        # a bound becomes the first modern release
        ("tensorflow<2", "tensorflow>=2.16"),
        ("tensorflow>=1.4,<2.0", "tensorflow>=2.16"),
        ("tensorflow~=1.15", "tensorflow>=2.16"),
        ("tensorflow==1.*", "tensorflow>=2.16"),
        ("tensorflow<=2.15.1", "tensorflow>=2.16"),
        ("tensorflow<2.16", "tensorflow>=2.16"),
        ("tensorflow-macos<2.13", "tensorflow>=2.16"),
        ("tf-nightly==2.3.0.dev20200501", "tensorflow==2.21.*"),
        ("keras<3", "keras>=3.0"),
        # packages that ended
        ("tensorflow-gpu==1.13.1", "tensorflow[and-cuda]==2.21.*"),
        ("tensorflow-gpu>=1.13", "tensorflow[and-cuda]>=2.16"),
        ("tensorflow_gpu", "tensorflow[and-cuda]"),
        ("tf-nightly-gpu==2.2.0.dev20200301", "tensorflow[and-cuda]==2.21.*"),
        ("tf-nightly-2.0-preview", "tensorflow"),
        # what TensorFlow 2.21 needs, or was made for it
        ("numpy<1.17", "numpy>=1.26.0"),
        ("numpy==1.16.4", "numpy>=1.26.0"),
        ("h5py<3", "h5py>=3.11.0,<3.15"),
        ("h5py==2.10.0", "h5py>=3.11.0,<3.15"),
        ("protobuf<3.21", "protobuf>=6.31.1,<8"),
        ("six==1.11.0", "six>=1.12.0"),
        ("tensorboard==1.13.1", "tensorboard>=2.16"),
        ("tensorflow-estimator==1.13.0", "tensorflow-estimator==2.15.0"),
        ("python==3.6.*", "python==3.12.*"),
        ("python>=3.5,<3.8", "python>=3.10"),
    ],
)
def test_what_is_written_today(requirement: str, today: str) -> None:
    advice = advice_for(Requirement(requirement), Target())
    assert advice is not None
    assert advice.text == today
    again = Requirement(advice.text)
    assert advice_for(again, Target()) is None, "today's equal is fine"


@pytest.mark.parametrize(
    "requirement",
    [
        "tensorflow",
        "tensorflow>=1.4",
        "tensorflow>=2.4",
        "tensorflow!=2.9.1",
        "tensorflow==2.21.*",
        "tensorflow==2.16.1",
        "tensorflow>=2.16.0,<2.19.0",
        "tensorflow==2.99",
        "tensorflow[and-cuda]==2.20.0",
        "tf-nightly",
        "tf-keras==2.18.0",
        "keras",
        "keras>=2.2.4",
        "keras>=3,<4",
        "keras==3.0.5",
        "numpy<3",
        "numpy>=1.19",
        "numpy~=1.19",
        "numpy==1.26.4",
        "h5py",
        "protobuf>=3.20",
        "tensorboard",
        "tensorflow-estimator==2.15.0",
        "tensorflow-text>=2.20.1,<2.21.0",
        "tensorflow-macos",
        "tensorflow-hub==0.1",
        "keras-tuner==1.0",
        "scipy==1.1.0",
        "python>=3.6",
        "python==3.11.*",
        # nobody who has the target reads these
        'tensorflow==2.15; python_version < "3.9"',
        'numpy<1.20; python_version <= "3.7"',
        'tensorflow-gpu==1.15; python_version == "2.7"',
    ],
)
def test_fine_for_the_target(requirement: str) -> None:
    assert advice_for(Requirement(requirement), Target()) is None


@pytest.mark.parametrize("requirement", ["rl", "vis", "segmentation-models"])
def test_packages_that_are_called_otherwise_or_work(requirement: str) -> None:
    assert advice_for(Requirement(requirement), Target()) is None


@pytest.mark.parametrize("requirement", ["numpy<1.17", "protobuf==3.6", "tensorboard==1.14", "python==3.6.*"])
def test_other_packages_without_tensorflow(requirement: str) -> None:
    assert advice_for(Requirement(requirement), Target(), tied=False) is None


@pytest.mark.parametrize("requirement", ["tensorflow==1.13.1", "tensorflow-addons", "tensorflow-estimator==1.13.0"])
def test_packages_of_tensorflow_by_themselves(requirement: str) -> None:
    assert advice_for(Requirement(requirement), Target(), tied=False) is not None


@pytest.mark.parametrize(
    "name",
    [
        "tensorflow-addons",
        "keras_contrib",
        "Keras-Applications",
        "keras-preprocessing==1.1",
        "tensorflow-rocm==1.14.0",
        "tensorflow-text==2.8.2",
        "keras-rl",
        "keras_rl2==1.0.5",
        "keras-vis",
    ],
)
def test_packages_without_a_successor(name: str) -> None:
    advice = advice_for(Requirement(name), Target())
    assert advice is not None
    assert not advice.package
    assert advice.advice


def test_a_marker_that_may_hold() -> None:
    assert advice_for(Requirement('tensorflow==2.15; python_version < "3.11"'), Target()) is not None
    assert advice_for(Requirement('tensorflow<2.12; sys_platform == "darwin"'), Target()) is not None


@pytest.mark.parametrize(
    ("target", "requirement", "today"),
    [
        ("2.18", "tensorflow==1.15", "tensorflow==2.18.*"),
        ("2.18", "numpy==2.1.0", "numpy>=1.26.0,<2.1"),
        ("2.16", "numpy==2.0.0", "numpy>=1.23.5,<2"),
        ("2.15", "tensorflow==1.15", "tensorflow==2.15.*"),
        ("2.15", "keras>=3", "keras==2.15.*"),
    ],
)
def test_other_targets(target: str, requirement: str, today: str) -> None:
    advice = advice_for(Requirement(requirement), parse_target(f"tensorflow=={target}"))
    assert advice is not None
    assert advice.text == today


@pytest.mark.parametrize("requirement", ["tensorflow-gpu==2.10.0", "numpy<1.17", "keras==2.15.0", "tensorflow>=2.4"])
def test_a_legacy_target_takes_legacy_packages(requirement: str) -> None:
    target = parse_target("tensorflow==2.10" if "gpu" in requirement else "tensorflow==2.15")
    assert advice_for(Requirement(requirement), target) is None
