"""Known deviations of the shims from the legacy API; `compat/README.md` shows both tables.

Measured against Keras 2.3.1 on TensorFlow 1.15.5 unless a row names another release.
"""

from typing import Tuple

from compat.tables.names.mixed_precision import GRAPH_REWRITE_MODULES
from compat.tables.rows import Deviation

DEVIATIONS: Tuple[Deviation, ...] = (
    Deviation(
        "`keras.utils.multi_gpu_model`",
        ("keras.utils.multi_gpu_model",),
        (
            "`cpu_relocation` keeps the template's weights (legacy trained a clone with fresh ones). "
            "`parallel.save` writes the template's graph. In a `tf.distribute` scope it raises `ValueError`. "
            "With fewer rows than GPUs the empty slices run the first row and drop its result, so that moving "
            "statistics take updates from it (legacy: NaN, and with `BatchNormalization` after `Dense` all "
            "weights became NaN). XLA is off."
        ),
        codes=("TFM201",),
    ),
    Deviation(
        "moving statistics of `BatchNormalization` under it",
        ("keras.layers.BatchNormalization", "tensorflow.keras.layers.BatchNormalization"),
        (
            "Legacy slices read the statistics before any had written them, as here, except when they raced: in "
            "11 steps of a small dense model the moving means differ by up to 4e-3 and 7e-2 with slices of one "
            "row, momentum 0.9. Image models agree to 2e-6."
        ),
    ),
    Deviation(
        "`keras.layers.BatchNormalization`",
        ("keras.layers.BatchNormalization",),
        (
            "Follows 2.3.1 on TensorFlow 1.15: unbiased moving variance, for images corrected twice. 2.3.1 on "
            "2.1 corrects once; 2.2.4 debiases its averages from zero, which no later release does. A frozen "
            "layer takes the statistics of the batch; those inside of `keras.applications` take the moving ones. "
            "A model loaded without this toolkit goes on with the layer of Keras 3."
        ),
        codes=("TFM229",),
    ),
    Deviation(
        "`tf.keras.layers.BatchNormalization`",
        ("tensorflow.keras.layers.BatchNormalization",),
        (
            "For images the moving variance is corrected once, as the fused kernel did. A frozen layer takes its "
            "moving statistics, as in TensorFlow 2; in TensorFlow 1 it took those of the batch."
        ),
        codes=("TFM229",),
    ),
    Deviation(
        "`keras.layers`: defaults of `GRU`, `ConvLSTM2D`, pooling; `LeakyReLU(alpha=)`",
        (
            "keras.layers.GRU",
            "keras.layers.GRUCell",
            "keras.layers.LSTM",
            "keras.layers.LSTMCell",
            "keras.layers.ConvLSTM2D",
            "keras.layers.LeakyReLU",
        ),
        (
            "`compat/tables/behaviour/changed_defaults.py` has the values of 2.3.1. 2.2.4 had "
            '`recurrent_activation="hard_sigmoid"` in `LSTM` and `GRU`. `hard_sigmoid` itself is `relu6(x + 3) / '
            "6` in Keras 3, was `0.2 * x + 0.5` clipped."
        ),
        codes=("TFM102",),
    ),
    Deviation(
        "activity regularisers",
        (),
        ("Keras 3 divides them by the rows of the slice, legacy did not: the loss moves by 2e-1 in the test case."),
    ),
    Deviation(
        "masked losses over time steps",
        (),
        (
            "The mean over all steps, as in 2.3 and in `tf.keras` up to TensorFlow 2.10; Keras 2.2 and 3 average over "
            "the steps that are not masked: 7e-1 in the test case."
        ),
        codes=("TFM157",),
    ),
    Deviation(
        "`keras.optimizers.*(lr=, decay=, clipnorm=)`",
        ("keras.optimizers.*",),
        (
            "`decay` multiplies the current rate by `1 / (1 + decay * iterations)`, also under callbacks that "
            "set it. Keras 2 read its step counter while incrementing it: Adam was one step ahead (first losses "
            "3e-4 apart), Nadam and Adadelta changed from run to run, decay was off by one on TensorFlow 2.1. "
            "Here, as the formulas say, the counter is read first. A saved optimizer is one of Keras 3, `decay` "
            "an `InverseTimeDecay`; beside a schedule it is one of `compat`, which must be imported to load it."
        ),
        codes=("TFM102", "TFM110"),
    ),
    Deviation(
        "`fit_generator`, `evaluate_generator`, `predict_generator`, `nb_epoch`",
        ("*.fit_generator", "*.evaluate_generator", "*.predict_generator"),
        (
            "A `Sequence` starts again when it ends, as in Keras 2 (Keras 3 stops training); such loops load "
            "with threads, whatever `use_multiprocessing` says. Plain generators run in one thread."
        ),
        codes=("TFM120", "TFM102"),
    ),
    Deviation(
        "the loss of `evaluate(x, y, steps=n)`, and `val_loss` with `validation_steps=n` over arrays",
        ("*.evaluate", "*.fit"),
        "The mean of the steps, each over all rows, as in 2.2.4. 2.3.1 returned an nth of it.",
        codes=("TFM273",),
    ),
    Deviation(
        "the loss of `evaluate_generator`, and `val_loss` over a generator",
        ("*.evaluate_generator", "*.fit_generator", "*.evaluate"),
        (
            "The mean over all rows, as in 2.2.4 and 2.2.5. 2.3.1 returned the loss of the last batch: of 4, 4 and 2 "
            "rows with the losses 1.984, 2.145 and 0.720 it returned 0.720, here 1.796. Callbacks that watch "
            "`val_loss` saw that one. Its metrics were the means."
        ),
        codes=("TFM120",),
    ),
    Deviation(
        "`keras.optimizers.Optimizer` with an own `get_updates`",
        ("keras.optimizers.Optimizer", "keras.backend.update", "keras.backend.update_add", "keras.backend.update_sub"),
        (
            "`get_updates` runs once for each model that is compiled, in a graph that training then runs. A step reads "
            "all variables before it sets any, where 2.3.1 left the order to TensorFlow: its step counter was one "
            "ahead, and from run to run the weights of the DDPG of keras-rl, whose target follows in the same step, "
            "lay between those of the two orders. With the counter last, twelve trainings on 2.3.1 have the losses and "
            "slots of the shims to 2e-5. What `__init__` computes of a variable, and several replicas, raise "
            "NotImplementedError."
        ),
    ),
    Deviation(
        "arithmetic on the weights of a model",
        ("keras.models.Model", "keras.models.Sequential"),
        (
            "Outside of graphs and tapes, `0.1 * a + 0.9 * b` of weights and numbers is computed when it is asked for, "
            "as in 2.3.1, so that the pair `(b, 0.1 * a + 0.9 * b)` is an update; with arrays and tensors it is a "
            "value."
        ),
    ),
    Deviation(
        "variables that a loss, a metric, a `Lambda` or a `call` makes",
        ("tensorflow.Variable", "keras.backend.variable", "keras.backend.zeros", "keras.backend.ones"),
        (
            "Made once, and kept, as in 2.3.1: a loss that counts its batches in one has 9, 16.245, 19.73768 on both. "
            "A batch of another shape may start anew. Those with random values are refused, as by Keras 3."
        ),
        codes=("TFM307",),
    ),
    Deviation(
        "one optimizer for several models, or compiled again",
        ("keras.optimizers.*",),
        (
            "Each `compile` starts with slots of its own, as in 2.3.1: eight steps that alternate between two models "
            "with shared layers under `SGD(0.1, momentum=0.9)` have its losses to 1e-5. `tf.keras` of 2.3.4 and "
            "2.10.1 kept the slots of a variable: from the third step on their losses are others (0.965, here 1.453)."
        ),
        codes=("TFM207",),
    ),
    Deviation(
        "`keras.layers.CuDNNLSTM`",
        ("keras.layers.CuDNNLSTM", "keras.layers.cudnn_recurrent.CuDNNLSTM"),
        (
            "Has one bias, where cuDNN added up two that were both trained. A cell with two biases on 2.3.1: in ten "
            "steps its sum moved by 0.0127 (one bias: 0.0068) under `SGD(0.1)`, by 0.156 (0.083) under `Adam(0.01)`, "
            "and the losses differ by up to 4e-3 and 1.2e-2. The layer itself, which needs a GPU, was not run."
        ),
        codes=("TFM143",),
    ),
    Deviation(
        "log and history keys `acc`, `val_acc`, `lr`",
        (),
        "Both spellings are there; no warning is given.",
        codes=("TFM130",),
    ),
    Deviation(
        "`keras.callbacks`",
        (
            "keras.callbacks.EarlyStopping",
            "keras.callbacks.ModelCheckpoint",
            "keras.callbacks.ProgbarLogger",
            "keras.callbacks.TensorBoard",
        ),
        (
            "`ModelCheckpoint` is the legacy one, with the `save_freq` of `tf.keras` 2 by keyword; "
            "`EarlyStopping(baseline=)` is that of 2.3, `tf.keras` had another from 2.4 on; "
            "`ProgbarLogger(count_mode=)` and the `TensorBoard` options that TensorFlow 1 alone had are dropped."
        ),
    ),
    Deviation(
        "file names of `save`, `save_weights`, `load_model`, `ModelCheckpoint`",
        ("keras.models.load_model", "keras.models.save_model", "keras.callbacks.ModelCheckpoint"),
        (
            "Any name gives that file, in HDF5 of Keras 2's layout. The optimizer state of HDF5 files from Keras 2 is "
            "read, but for CuDNN layers."
        ),
        codes=("TFM150",),
    ),
    Deviation(
        "`tf.keras.experimental.export_saved_model`, `load_from_saved_model`",
        ("keras.experimental.export_saved_model", "keras.experimental.load_from_saved_model"),
        (
            "The folder has the graph for serving, under the legacy names of inputs and outputs, without those for "
            "training and evaluation, and in binary alone. An input without a name in a functional model is `input_1`. "
            "Folders of TensorFlow 1 are read, but for models inside of functional ones."
        ),
        codes=("TFM153",),
    ),
    Deviation(
        "`keras.models.Model`, `Sequential`, `load_model`, `keras.applications`",
        ("keras.models.Model", "keras.models.Sequential", "keras.models.load_model"),
        (
            "Objects that stand for the classes: calls, subclassing, `isinstance` and `issubclass` work, "
            "`type(model) is Model` does not. `load_model` runs the code of `Lambda` layers in a file, as Keras 2 did; "
            "of a stranger's file, `load_model(path, safe_mode=True)` refuses it."
        ),
        codes=("TFM102",),
    ),
    Deviation(
        "`ImageDataGenerator`, `random_shift` and the like",
        (
            "keras.preprocessing.image.ImageDataGenerator",
            "keras.preprocessing.image.random_rotation",
            "keras.preprocessing.image.random_shear",
            "keras.preprocessing.image.random_shift",
            "keras.preprocessing.image.random_zoom",
        ),
        "The images of 2.3.1 from the same seed; TensorFlow 2.9 exchanged rows and columns. `zca_whitening` of fewer "
        "images than pixels differs in its last digits.",
        codes=("TFM385",),
    ),
    Deviation(
        "`K.set_session`, `tf.Session`, `tf.ConfigProto`",
        ("keras.backend.set_session", "tensorflow.Session", "tensorflow.ConfigProto"),
        "The device options go to `tf.config`; `per_process_gpu_memory_fraction` lets memory grow instead.",
        codes=("TFM140",),
    ),
    Deviation(
        "`tf.Variable`",
        ("tensorflow.Variable",),
        (
            "An object that stands for the class. A variable that it makes is one of `tf.compat.v1.Variable`, by "
            "its arguments; every variable is an instance of it."
        ),
        codes=("TFM103",),
    ),
    Deviation(
        "`K.tensorflow_backend._get_available_gpus`",
        ("keras.backend.tensorflow_backend._get_available_gpus",),
        "",
        codes=("TFM202",),
    ),
    Deviation(
        "moved modules and names",
        (),
        "",
        codes=("TFM101",),
    ),
)

CONTRIB_DEVIATIONS: Tuple[Deviation, ...] = (
    Deviation(
        "`MirroredStrategy`",
        (
            "tensorflow.contrib.distribute.MirroredStrategy",
            "tensorflow.contrib.distribute.python.mirrored_strategy.MirroredStrategy",
        ),
        (
            "More GPUs than there are: ValueError, which was an error of the first session. `prefetch_on_device` "
            "and `auto_shard_dataset` change nothing. Several workers in one graph: TensorFlow 2 refuses them. "
            "On CPUs values are added up on one device, so that strategies of two sizes live in one process; so "
            'they are with all-reduce by "nccl", where legacy failed.'
        ),
        today="`extended` of `tf.distribute.MirroredStrategy`",
    ),
    Deviation(
        "`OneDeviceStrategy`",
        ("tensorflow.contrib.distribute.OneDeviceStrategy",),
        "",
        today="`tf.compat.v1.distribute.OneDeviceStrategy`",
    ),
    Deviation(
        "`CollectiveAllReduceStrategy`",
        (
            "tensorflow.contrib.distribute.CollectiveAllReduceStrategy",
            "tensorflow.contrib.distribute.python.collective_all_reduce_strategy.CollectiveAllReduceStrategy",
        ),
        (
            "Two processes with `train_and_evaluate` give the numbers of 1.15.5. For Estimators: `fit` of Keras "
            "3 does not run on several workers."
        ),
        today=(
            "`tf.compat.v1.distribute.experimental.MultiWorkerMirroredStrategy`, the cluster from `TF_CONFIG`, "
            "`num_gpus_per_worker` GPUs"
        ),
    ),
    Deviation(
        "`ParameterServerStrategy`",
        (
            "tensorflow.contrib.distribute.ParameterServerStrategy",
            "tensorflow.contrib.distribute.python.parameter_server_strategy.ParameterServerStrategy",
        ),
        "For graphs, as ever.",
        today="`tf.compat.v1.distribute.experimental.ParameterServerStrategy`, the same way",
    ),
    Deviation(
        "`TPUStrategy`, `initialize_tpu_system`",
        ("tensorflow.contrib.distribute.TPUStrategy", "tensorflow.contrib.distribute.python.tpu_strategy.TPUStrategy"),
        "Not tried on a TPU. `num_cores` changes nothing.",
        today="`tf.compat.v1.distribute.experimental.TPUStrategy`",
    ),
    Deviation(
        "`AllReduceCrossTowerOps`, `AllReduceCrossDeviceOps`",
        (
            "tensorflow.contrib.distribute.AllReduceCrossTowerOps",
            "tensorflow.contrib.distribute.AllReduceCrossDeviceOps",
        ),
        "The arguments for small gradients change nothing.",
        today="what TensorFlow has under the name in its own modules",
    ),
    Deviation(
        "`ReductionToOneDeviceCross...Ops`, `CrossTowerOps`, `CrossDeviceOps`",
        (),
        "A subclass implements `reduce_implementation` and its siblings.",
        today="`tf.distribute.ReductionToOneDevice`, `tf.distribute.CrossDeviceOps`",
    ),
    Deviation(
        "`MultiWorkerAllReduce`",
        (),
        "",
        today="AttributeError",
    ),
    Deviation(
        "`get_tower_context`, `TowerContext`, `get_cross_tower_context`, `require_tower_context`",
        (),
        "",
        today="objects around `tf.distribute.get_replica_context()`",
    ),
    Deviation(
        ("`DistributeConfig`, `run_standard_tensorflow_server`, `UpdateContext`, `Step`, `Standard...Step`, `Monitor`"),
        (),
        "",
        today="TensorFlow's own modules",
    ),
    Deviation(
        (
            "`call_for_each_tower`, `call_for_each_replica`, `update`, `update_non_slot`, `batch_reduce`, "
            "`broadcast`, `read_var`, `value_container`, `colocate_vars_with`, `worker_devices`, ..."
        ),
        (),
        "",
        today="`strategy.extended`",
    ),
    Deviation(
        "`model_to_estimator` of a model with an optimizer of `tf.train`, on several replicas",
        ("tensorflow.keras.estimator.model_to_estimator",),
        (
            "The mean of the replicas' gradients, as in TensorFlow 1.13. 1.15 divided it by their number once more: "
            "six steps of `GradientDescentOptimizer(0.05)` on two replicas ended at a loss of 0.2768 with 1.15.5, at "
            "0.2692 here and with 1.13.2, where a rate of 0.025 gives 0.2768. Optimizers of `tf.keras`, and one "
            "replica, have the numbers of 1.15.5."
        ),
        codes=("TFM173",),
    ),
    Deviation(
        "an optimizer of `tf.train` in a loop of your own, several replicas",
        ("tensorflow.contrib.distribute.MirroredStrategy", "tensorflow.contrib.distribute.OneDeviceStrategy"),
        (
            "1.12 and 1.13 divide the loss by the number of replicas before they take its gradient, 1.14 and 1.15 do "
            "so in Estimators only: with a mean loss their step is twice as long on two replicas. "
            "`call_for_each_tower` and `call_for_each_replica`, which went in 1.14, follow 1.13; the rest follows "
            "1.15. `experimental_run` is in 1.13 and in 1.15: a script written for 1.13 divides its loss by "
            "`strategy.num_replicas_in_sync` to keep its numbers; `upgrade --from tensorflow==1.13` writes that."
        ),
        today="the optimizers of `tf.compat.v1.train`",
    ),
    Deviation(
        "`reduce(aggregation, value, destinations)`",
        (),
        "`ONLY_FIRST_TOWER`: ValueError",
        today="`extended.reduce_to`",
    ),
    Deviation(
        "`distribute_dataset(dataset_fn)`",
        (),
        "",
        today="`make_input_fn_iterator`",
    ),
    Deviation(
        "`run_steps_on_dataset`",
        (),
        "A function of two arguments gets the element as one, as in 1.13; others get its parts, as in 1.12. An element "
        "of one part is that part, as in 1.12, where 1.13.2 passed a tuple of it. Losses are divided by the number of "
        "replicas, as in both; under `extended.experimental_run_steps_on_iterator` they are not, as in 1.15.",
        today="`extended.experimental_run_steps_on_iterator`",
    ),
    Deviation(
        "`contrib.distribute.python.*`",
        (),
        "",
        today="the same objects",
    ),
    Deviation(
        "`tf.keras.mixed_precision.experimental`, `LossScaleOptimizer`",
        (
            "keras.mixed_precision.experimental.Policy",
            "keras.mixed_precision.experimental.LossScaleOptimizer",
            "keras.mixed_precision.LossScaleOptimizer",
        ),
        (
            "Follow TensorFlow 2.3.4 and 2.15.1: steps that overflow on any replica are skipped and count as "
            "iterations, the scale stays above 1. Losses under `mixed_float16` differ by 6e-5, as float16 rounds. "
            "The `loss_scale=` of a policy reaches models of `compat` only. A saved model has the dynamic scale of "
            "Keras 3. The policy `infer` of TensorFlow 1.14 raises ValueError, as does a multiplier other than 2."
        ),
        codes=("TFM114",),
    ),
    Deviation(
        "`enable_mixed_precision_graph_rewrite`",
        tuple(f"{module}.enable_mixed_precision_graph_rewrite" for module in GRAPH_REWRITE_MODULES),
        (
            "The same rewrite, by the same option. On one GPU Keras 3 compiles `fit` with XLA, which keeps the rewrite "
            "out; models of `compat` are compiled without XLA once it is on. Not measured on a GPU."
        ),
        codes=("TFM114",),
    ),
)
