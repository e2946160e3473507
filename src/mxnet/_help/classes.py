"""The public classes: where they are documented, and what is said of their parameters.

A class says in its docstring, or that of a base, what its parameters mean, in NumPy's form. Names that recur in many
classes with one meaning are described once, in ``RECURRING``.
"""

import importlib
import inspect
import re
from collections.abc import Iterator

from mxnet._help import plain
from mxnet._help.pages import CLASSES as PAGES

# What a parameter means in recurrent cells, on arrays and on symbols.
_CELLS = {
    "l_cell": "The cell that reads from the start.",
    "r_cell": "The cell that reads from the end.",
    "output_prefix": "What the names of outputs begin with.",
    "zoneout_outputs": "The probability that an element of the output stays as it was.",
    "zoneout_states": "The probability that an element of a state stays as it was.",
}

# What a parameter means: in all classes, then in those of one module or of one class, the longest name first.
RECURRING: dict[str, dict[str, str]] = {
    "": {
        "kwargs": "Arguments of the base class.",
        "args": "Arguments of the base class.",
        "prefix": "What the names of the block's parameters begin with; chosen if None.",
        "params": "Parameters to share, those of another block of the same form.",
        "name": "The name, chosen if None.",
        "handle": "What the object stands for; made by the package, not by callers.",
        "writable": "Whether it may be written to.",
        "dtype": "The type of the elements.",
        "layout": "The order of axes, by letters: N batch, C channels, T time, D, H and W space.",
        "batch_size": "How many samples a batch has.",
        "shuffle": "Whether the order is random.",
        "num_parts": "Into how many parts the data are divided, one for each worker.",
        "part_index": "Which of the parts is read.",
        "logger": "Where messages go; the module ``logging`` unless given.",
        "ctx": "The device.",
        "context": "The device, or a list of several.",
    },
    "gluon": {
        **_CELLS,
        "input_dim": "How many vectors there are.",
        "output_dim": "The length of a vector.",
        "activation": "The function that is applied, such as ``relu``, ``sigmoid`` or ``tanh``; None is none.",
        "weight_initializer": "How the weight is filled first; the network's initializer if None.",
        "bias_initializer": "How the bias is filled first.",
        "beta_initializer": "How the shift is filled first.",
        "gamma_initializer": "How the scale is filled first.",
        "running_mean_initializer": "How the running mean is filled first.",
        "running_variance_initializer": "How the running variance is filled first.",
        "i2h_weight_initializer": "How the weights from the input are filled first.",
        "h2h_weight_initializer": "How the weights from the state are filled first.",
        "h2r_weight_initializer": "How the weights of the projection are filled first.",
        "i2h_bias_initializer": "How the bias beside the input's weights is filled first.",
        "h2h_bias_initializer": "How the bias beside the state's weights is filled first.",
        "channels": "How many channels the result has.",
        "in_channels": "How many channels the input has; counted at the first call if 0.",
        "kernel_size": "The kernel's length along each spatial axis.",
        "strides": "How far apart windows are; for pooling None is as far as they are long.",
        "padding": "How much is put around the input, at both ends of each spatial axis.",
        "dilation": "How far apart the elements of a kernel are.",
        "groups": "Into how many groups channels are divided; each reads its own.",
        "use_bias": "Whether there is a bias.",
        "output_padding": "How much is added to the end of each spatial axis of the result.",
        "epsilon": "Added to the variance, so that nothing is divided by zero.",
        "axis": "The axis to work along.",
        "center": "Whether a learned shift is added.",
        "scale": "Whether a learned scale is multiplied.",
        "momentum": "How much of the running statistics is kept in a step.",
        "pool_size": "The window's length along each spatial axis.",
        "ceil_mode": "Round the number of windows up.",
        "count_include_pad": "Whether the margin counts in averages.",
        "hidden_size": "The length of the state.",
        "input_size": "The length of the input; counted at the first call if 0.",
        "projection_size": "The length to which the output is projected.",
        "base_cell": "The cell that is changed.",
        "classes": "How many classes there are.",
        "root": "The folder of the files.",
        "train": "The samples to train with; else those to test with.",
        "transform": "A function of a sample and its label, applied when it is read.",
        "flag": "1 for colour, 0 for grey.",
        "length": "How many samples there are.",
        "sampler": "What gives the order of the samples.",
        "dataset": "The data set.",
        "filename": "The record file.",
        "last_batch": "What is done with a last batch that is not full: ``keep``, ``discard``, or ``rollover``.",
        "imglist": "A list of labels and paths, or the file that holds it.",
        "size": "The new size: (width, height), or one number for both.",
        "interpolation": "OpenCV's number: 0 nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos.",
        "brightness": "By how much the factor of the brightness may differ from 1.",
        "contrast": "By how much the factor of the contrast may differ from 1.",
        "saturation": "By how much the factor of the saturation may differ from 1.",
        "hue": "By how much of the circle the hue may be turned, either way.",
        "stride": "The stride of the block's first convolution.",
        "downsample": "Whether the shortcut has a convolution, since sizes change.",
        "margin": "The distance that is wanted.",
        "priority": "When it is called among others: the lowest first.",
        "factor": "How many pixels become of one along each axis.",
        "drop_inputs": "The probability of dropping an element of the input.",
        "metrics": "The metrics.",
    },
    "gluon.Trainer": {
        "params": "The parameters, as ``collect_params`` gives them.",
        "optimizer": "The name of an optimizer, or one.",
    },
    "gluon.SymbolBlock": {"outputs": "The graph's outputs, a symbol or a list of them."},
    "gluon.contrib.estimator": {
        "net": "The network.",
        "loss": "The loss.",
        "val_data": "The data to validate with.",
    },
    "context": {"device_type": "``cpu``, ``gpu``, ``cpu_pinned`` or ``cpu_shared``, or a context to copy."},
    "monitor": {"interval": "After how many batches arrays are looked at."},
    "model": {
        "optimizer": "The name of an optimizer, or one.",
        "initializer": "How parameters are filled first.",
        "begin_epoch": "The epoch to begin with.",
    },
    "optimizer": {
        "learning_rate": "The learning rate.",
        "momentum": "How much of the last step is taken along.",
        "multi_precision": "Keep a float32 copy of weights of 16 bits.",
        "lazy_update": "With row_sparse gradients: change only the rows that they hold.",
        "epsilon": "Added to the divisor, so that nothing is divided by zero.",
        "eps": "Added to the divisor, so that nothing is divided by zero.",
        "beta1": "How much of the mean of gradients is kept in a step.",
        "beta2": "How much of the mean of squared gradients is kept in a step.",
        "rescale_grad": "A factor of gradients; ``Trainer.step`` sets it to 1 over the batch's size.",
        "param_idx2name": "The names of parameters, by their numbers, for multipliers.",
        "wd": "The weight decay: this much of a weight is added to its gradient.",
        "clip_gradient": "Gradients are clipped to this size; None clips nothing.",
        "lr_scheduler": "What changes the learning rate as steps go on.",
        "sym": "The network, whose attributes may hold multipliers.",
        "begin_num_update": "The number of steps that were made before.",
        "param_dict": "Gluon's parameters, by number, for their multipliers.",
        "kwargs": "Arguments of ``Optimizer``.",
        "rho": "How much of the running means is kept in a step.",
        "beta": "Added to the root of the sum of squares.",
    },
    "lr_scheduler": {
        "base_lr": "The learning rate that is begun with; the optimizer's own where one has it.",
        "warmup_steps": "How many steps the rate rises at first.",
        "warmup_begin_lr": "The rate that it rises from.",
        "warmup_mode": "``linear``, or ``constant``, which keeps ``warmup_begin_lr`` until then.",
        "factor": "What the rate is multiplied by.",
        "max_update": "After how many steps the rate stays.",
        "final_lr": "The rate that stays then.",
    },
    "initializer": {"kwargs": "Kept, and written where the initializer is saved as text."},
    "metric": {
        "output_names": "The names of the outputs that count; all if None.",
        "label_names": "The names of the labels that count; all if None.",
        "average": "How values of classes are put together: ``macro`` after each batch, or ``micro`` over all samples.",
        "eps": "The smallest probability that is counted.",
        "kwargs": "Kept, and written where the metric is saved as text.",
        "axis": "The axis of classes.",
    },
    "profiler": {"domain": "The domain that it belongs to."},
    "io": {
        "data_name": "The name of the data.",
        "label_name": "The name of the labels.",
        "data": "The arrays.",
        "label": "The labels.",
        "_": "Made by the package, not by callers.",
    },
    "image": {
        "size": "The new size: (width, height), or for ``ResizeAug`` the shorter side.",
        "interp": "OpenCV's number: 0 nearest, 1 linear, 2 cubic, 3 area, 4 Lanczos, 9 by size, 10 at random.",
        "brightness": "By how much the factor may differ from 1.",
        "contrast": "By how much the factor may differ from 1.",
        "saturation": "By how much the factor may differ from 1.",
        "hue": "By how much of half a circle the hue may be turned.",
        "p": "The probability of a change.",
        "data_shape": "The shape of a picture: (channels, height, width).",
        "path_imgrec": "The record file, if pictures come from one.",
        "path_imgidx": "Its index, for ``shuffle``.",
        "path_imglist": "A file of numbers, labels and paths, if pictures come from files.",
        "path_root": "The folder that these paths start from.",
        "imglist": "A list of labels and paths, in the place of the file.",
        "aug_list": "The augmenters; ``CreateAugmenter(data_shape, **kwargs)`` if None.",
        "last_batch_handle": "What is done with a last batch that is not full: ``pad``, ``discard`` or ``roll_over``.",
        "data_name": "The name of the data.",
        "label_name": "The name of the labels.",
        "kwargs": "Arguments of ``CreateAugmenter``.",
    },
    "recordio": {"uri": "The file, or any path that fsspec knows.", "flag": "``r`` to read, ``w`` to write."},
    "rnn": {
        **_CELLS,
        "num_hidden": "The length of the state.",
        "prefix": "What the names of the cell's parameters begin with.",
        "params": "Parameters to share; new ones if None.",
        "activation": "The function that is applied.",
        "base_cell": "The cell that is changed.",
        "i2h_kernel": "The kernel of the convolution of the input.",
        "i2h_stride": "Its stride.",
        "i2h_pad": "Its padding.",
        "i2h_dilate": "Its dilation.",
        "h2h_kernel": "The kernel of the convolution of the state, of odd lengths.",
        "h2h_dilate": "Its dilation.",
        "conv_layout": "The order of axes, ``NCHW`` or ``NHWC``.",
        "i2h_weight_initializer": "How the weights from the input are filled first.",
        "h2h_weight_initializer": "How the weights from the state are filled first.",
        "i2h_bias_initializer": "How the bias beside the input's weights is filled first.",
        "h2h_bias_initializer": "How the bias beside the state's weights is filled first.",
        "forget_bias": "What is added to the forget gate at first.",
        "data_name": "The name of the data.",
        "label_name": "The name of the labels.",
    },
    "module": {
        "symbol": "The network.",
        "data_names": "The names of inputs.",
        "label_names": "The names of labels.",
        "output_names": "The names of outputs.",
    },
    "operator": {"need_top_grad": "Whether ``backward`` reads the gradients of outputs; a loss does not."},
    "contrib": {
        "vocabulary": "The vocabulary whose tokens are kept; all of the file's if None.",
        "init_unknown_vec": "What makes the vector of an unknown token.",
        "pretrained_file_name": "The name of the file of vectors.",
        "embedding_root": "The folder of downloaded files.",
    },
}


def public(module: str) -> dict[str, type]:
    """The classes that a module has under public names, those of MXNet's modules below it left to them."""
    namespace = importlib.import_module(f"mxnet.{module}")
    names = getattr(namespace, "__all__", None) or [name for name in vars(namespace) if not name.startswith("_")]
    classes = {name: getattr(namespace, name) for name in names if inspect.isclass(getattr(namespace, name, None))}
    package = f"mxnet.{module.partition('.')[0]}"
    return {
        name: kind
        for name, kind in classes.items()
        if name != "OperatorArguments"
        and f"{kind.__module__}.".startswith(f"{package}.")
        and not issubclass(kind, Exception)
    }


def all_classes() -> Iterator[tuple[str, str, type]]:
    """Page, public name and class, each class once."""
    seen: set[type] = set()
    for page, (_, modules) in PAGES.items():
        for module in modules:
            for name, kind in sorted(public(module).items()):
                if kind not in seen:
                    seen.add(kind)
                    yield page, f"{module}.{name}", kind


def signature(kind: type) -> inspect.Signature:
    """How a class is called; its own ``self`` left out."""
    full = inspect.signature(kind.__init__)  # type: ignore[misc]
    return full.replace(parameters=list(full.parameters.values())[1:], return_annotation=inspect.Signature.empty)


def sections(doc: str) -> tuple[str, dict[str, tuple[str, str]], str]:
    """The sentences, the parameters with their types and texts, and the example of a docstring in NumPy's form."""
    text, mark, shown = inspect.cleandoc(doc).partition("\n>>> ")
    first, *parts = re.split(r"^(Parameters|Examples?|Returns|Attributes|Inputs|Outputs)\n-+(?:\n|$)", text, flags=re.M)
    parameters: dict[str, tuple[str, str]] = {}
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        entries = re.split(r"^(\S.*)$", body, flags=re.M) if title == "Parameters" else []
        for heading, said in zip(entries[1::2], entries[2::2], strict=True):
            names, _, kind = heading.partition(" : ")
            for name in names.split(","):
                parameters[name.strip().lstrip("*")] = kind.strip(), " ".join(said.split())
    return first.strip(), parameters, f">>> {shown}" if mark else ""


def recurring(public_name: str, parameter: str) -> str:
    """What the table says of a parameter of a class, or nothing."""
    scopes = [scope for scope in RECURRING if f"{public_name}.".startswith(f"{scope}." if scope else "")]
    return next(
        (RECURRING[s][parameter] for s in sorted(scopes, key=len, reverse=True) if parameter in RECURRING[s]), ""
    )


def describe(public_name: str, kind: type) -> tuple[str, dict[str, str], str]:
    """What is said of a class: sentences, parameters, example.

    A parameter's text is that of the class or of a base, then that of the table, then what stands in a type's place.
    """
    summary, _, example = sections(plain(kind))
    said: dict[str, tuple[str, str]] = {}
    for base in reversed(kind.__mro__[:-1]):
        for holder in (base, base.__dict__.get("__init__")):
            said |= sections(plain(holder))[1]
    texts = {}
    for name in parameter_names(kind):
        typed, text = said.get(name, ("", ""))
        texts[name] = text or recurring(public_name, name) or (typed if " " in typed else "")
    return summary, {name: text for name, text in texts.items() if text}, example


def parameter_names(kind: type) -> list[str]:
    """The parameters of a class."""
    return [parameter.name for parameter in signature(kind).parameters.values()]
