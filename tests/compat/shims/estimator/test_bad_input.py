"""One sentence each, and the checkpoints stay as they are."""

import os
import shutil
from pathlib import Path

import pytest

from compat.namespace.releases import has_estimator
from tests.compat.shims.estimator.linear_model import input_fn_of, model_fn_of

pytestmark = pytest.mark.skipif(has_estimator(), reason="this TensorFlow has tf.estimator, with its own messages")


@pytest.fixture(scope="module")
def trained_model(tf, v1, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("trained") / "model")
    config = tf.estimator.RunConfig(save_checkpoints_steps=3)
    tf.estimator.Estimator(model_fn_of(tf, v1), folder, config=config).train(input_fn_of(8))
    return folder


@pytest.fixture
def folder(trained_model, tmp_path):
    return shutil.copytree(trained_model, str(tmp_path / "model"))


def contents(folder):
    """Events are added to a folder by whatever looks into it."""
    names = sorted(name for name in os.listdir(folder) if "tfevents" not in name)
    return {name: Path(folder, name).read_bytes() for name in names}


@pytest.mark.parametrize("method", ["train", "evaluate", "predict"])
def test_checkpoint_of_another_model(tf, v1, folder, method):
    before = contents(folder)
    estimator = tf.estimator.Estimator(model_fn_of(tf, v1, layer="other"), folder)
    with pytest.raises(v1.errors.NotFoundError) as error:
        list(getattr(estimator, method)(input_fn_of(8)))
    assert str(error.value) == (
        f"The checkpoint {folder}/model.ckpt-6 is of another model: it has no variable 'other/bias'. "
        "Give this model a model_dir of its own, or take over what fits with warm_start_from"
    )
    assert contents(folder) == before


@pytest.mark.parametrize("method", ["train", "evaluate", "predict"])
def test_checkpoint_with_other_shapes(tf, v1, folder, method):
    def wider_input_fn():
        return input_fn_of(8)().map(lambda x, y: (v1.concat([x, x], 1), y))

    before = contents(folder)
    estimator = tf.estimator.Estimator(model_fn_of(tf, v1), folder)
    with pytest.raises(ValueError, match=r"'weights/kernel' has the shape \[3, 1\] there and \[6, 1\] here"):
        list(getattr(estimator, method)(wider_input_fn))
    assert contents(folder) == before


def test_checkpoint_with_other_shapes_of_tf_1(tf, v1, tmp_path):
    """As upstream; what keeps its values in references is checked while it is restored."""

    def model_fn_of_shape(shape):
        def model_fn(features, labels, mode):
            v1.get_variable("w", shape, use_resource=False)
            step = v1.assign_add(v1.train.get_global_step(), 1)
            return tf.estimator.EstimatorSpec(mode, loss=v1.constant(0.0), train_op=step)

        return model_fn

    folder = str(tmp_path / "model")
    tf.estimator.Estimator(model_fn_of_shape([1]), folder).train(input_fn_of(8), steps=1)
    before = contents(folder)
    with pytest.raises(v1.errors.InvalidArgumentError, match=r"Restoring from checkpoint failed.*a mismatch between"):
        tf.estimator.Estimator(model_fn_of_shape([2]), folder).train(input_fn_of(8), steps=1)
    assert contents(folder) == before


def test_saver_of_the_scaffold_decides(tf, v1, folder):
    """Its names are not those of the variables: shapes that differ by name are its own business."""

    def model_fn(features, labels, mode):
        kernel = v1.get_variable("kept", [3, 1])
        v1.get_variable("weights/kernel", [9, 9])
        saver = v1.train.Saver({"weights/kernel": kernel, "global_step": v1.train.get_global_step()})
        nothing = v1.constant([], v1.string)
        scaffold = v1.train.Scaffold(saver=saver, ready_op=nothing, ready_for_local_init_op=nothing)
        return tf.estimator.EstimatorSpec(mode, predictions={"kernel": v1.identity(kernel)}, scaffold=scaffold)

    estimator = tf.estimator.Estimator(model_fn, folder)
    assert next(estimator.predict(input_fn_of(48)))["kernel"].shape == (1,)


@pytest.mark.parametrize("suffix", [".index", ".data-00000-of-00001"])
@pytest.mark.parametrize("damage", ["cut", "flipped"])
def test_damaged_checkpoint(tf, v1, folder, suffix, damage):
    path = os.path.join(folder, "model.ckpt-6" + suffix)
    data = Path(path).read_bytes()
    Path(path).write_bytes(data[: len(data) // 2] if damage == "cut" else bytes(255 - byte for byte in data))
    check_damaged(tf, v1, folder)


def test_checkpoint_without_its_weights(tf, v1, folder):
    os.remove(os.path.join(folder, "model.ckpt-6.data-00000-of-00001"))
    check_damaged(tf, v1, folder)


def check_damaged(tf, v1, folder):
    before = contents(folder)
    estimator = tf.estimator.Estimator(model_fn_of(tf, v1), folder)
    with pytest.raises(v1.errors.OpError) as error:
        estimator.train(input_fn_of(8))
    assert str(error.value) == (
        f"The checkpoint {folder}/model.ckpt-6 is damaged and cannot be read: "
        f"name an earlier one, such as {folder}/model.ckpt-3, in {folder}/checkpoint"
    )
    assert contents(folder) == before


@pytest.mark.parametrize("text", [b"\x92\x93", b"model_checkpoint_path"])
def test_damaged_state(tf, v1, folder, text):
    Path(folder, "checkpoint").write_bytes(text)
    check_start_over(tf, v1, folder, "checkpoint is damaged, so that training would start over")


def test_checkpoint_that_is_gone(tf, v1, folder):
    os.remove(os.path.join(folder, "model.ckpt-6.index"))
    check_start_over(tf, v1, folder, "checkpoint names .*/model.ckpt-6, which is not there, so that training would")


def check_start_over(tf, v1, folder, sentence):
    before = contents(folder)
    estimator = tf.estimator.Estimator(model_fn_of(tf, v1), folder)
    for method in ("train", "evaluate", "predict"):
        with pytest.raises(ValueError, match=sentence):
            list(getattr(estimator, method)(input_fn_of(8)))
    assert contents(folder) == before


def test_folder_that_is_a_file(tf, v1, tmp_path):
    path = tmp_path / "file"
    path.write_text("kept")
    with pytest.raises(NotADirectoryError, match=r"model_dir .*/file/model cannot be a folder: .*/file is a file"):
        tf.estimator.Estimator(model_fn_of(tf, v1), str(path / "model")).train(input_fn_of(8))
    assert path.read_text() == "kept"


def test_folder_without_permission(tf, v1, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError, match=r"model_dir .*/model cannot be written: no permission for "):
        tf.estimator.Estimator(model_fn_of(tf, v1), str(tmp_path / "model")).train(input_fn_of(8))


@pytest.mark.parametrize(
    ("result", "word"), [(None, "None"), ((number for number in range(3)), "a generator")], ids=["None", "generator"]
)
def test_input_fn_that_returns_no_dataset(tf, v1, tmp_path, result, word):
    def my_input_fn():
        return result

    with pytest.raises(ValueError, match=f"my_input_fn returned {word}: an input_fn returns a tf.data.Dataset"):
        tf.estimator.Estimator(model_fn_of(tf, v1), str(tmp_path)).train(my_input_fn)
    assert not os.listdir(tmp_path)


def test_more_gpus_than_exist(tf):
    from compat.shims.estimator.bad_input import check_devices

    class Strategy:
        class extended:  # noqa: N801
            worker_devices = ("/job:localhost/replica:0/task:0/device:GPU:0", "/replica:0/task:0/device:GPU:7")

    with pytest.raises(ValueError, match="Strategy is to run on GPU:7, and TensorFlow sees 3 GPUs here"):
        check_devices(Strategy())
    Strategy.extended.worker_devices = ("/job:worker/replica:0/task:0/device:GPU:7", "/device:CPU:9")
    check_devices(Strategy())


def test_more_gpus_than_exist_in_training(tf, v1, tmp_path):
    import tensorflow  # noqa: ICN001

    strategy = tensorflow.distribute.MirroredStrategy(["/gpu:1", "/gpu:8"])
    config = tf.estimator.RunConfig(train_distribute=strategy)
    with pytest.raises(ValueError, match="MirroredStrategy is to run on GPU:8, and TensorFlow sees 3 GPUs here"):
        tf.estimator.Estimator(model_fn_of(tf, v1), str(tmp_path), config=config).train(input_fn_of(8))
    assert not os.listdir(tmp_path)
