"""Check that the right release of `tensorflow-estimator` is installed, and connect it over the bridge."""

from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

from compat.shims.estimator import importing

RELEASE = "2.15.0"
_INSTALL = 'pip install "tf-forward[estimator]"'


@lru_cache(maxsize=None)
def connect() -> None:
    """Make `import tensorflow_estimator` work in this process.

    Raises:
        ImportError: the package is missing, or it is another release.

    """
    try:
        found = version("tensorflow-estimator")
    except PackageNotFoundError:
        raise ImportError(
            f"tf.estimator left TensorFlow in 2.16 and needs the package tensorflow-estimator {RELEASE}: {_INSTALL}"
        ) from None
    if found != RELEASE:
        raise ImportError(
            f"tensorflow-estimator {found} is installed, and it is {RELEASE} that runs on this TensorFlow: {_INSTALL}"
        )
    inside = "tensorflow_estimator.python.estimator"
    importing.install({f"{inside}.estimator": _explain, f"{inside}.inputs.queues.feeding_functions": _take_texts})


def _explain(module: ModuleType) -> None:
    from compat.shims.estimator.bad_input import explain

    explain(module)


def _take_texts(module: ModuleType) -> None:
    from compat.shims.estimator.pandas_texts import take_texts

    take_texts(module)
