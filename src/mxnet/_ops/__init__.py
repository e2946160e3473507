"""What is computed: every operator as a pure JAX function, a family a file. Importing a family registers it."""

from mxnet._ops import (
    attention as attention,
)
from mxnet._ops import (
    binary as binary,
)
from mxnet._ops import (
    boxes as boxes,
)
from mxnet._ops import (
    contrib as contrib,
)
from mxnet._ops import (
    control as control,
)
from mxnet._ops import (
    convolution as convolution,
)
from mxnet._ops import (
    creation as creation,
)
from mxnet._ops import (
    custom as custom,
)
from mxnet._ops import (
    detection as detection,
)
from mxnet._ops import (
    elementwise as elementwise,
)
from mxnet._ops import (
    graphs as graphs,
)
from mxnet._ops import (
    image as image,
)
from mxnet._ops import (
    indexing as indexing,
)
from mxnet._ops import (
    joining as joining,
)
from mxnet._ops import (
    layers as layers,
)
from mxnet._ops import (
    linalg as linalg,
)
from mxnet._ops import (
    losses as losses,
)
from mxnet._ops import (
    normalization as normalization,
)
from mxnet._ops import (
    np_edit as np_edit,
)
from mxnet._ops import (
    np_elementwise as np_elementwise,
)
from mxnet._ops import (
    np_linalg as np_linalg,
)
from mxnet._ops import (
    np_random as np_random,
)
from mxnet._ops import (
    np_reduce as np_reduce,
)
from mxnet._ops import (
    np_shape as np_shape,
)
from mxnet._ops import (
    onnx_dynamic as onnx_dynamic,
)
from mxnet._ops import (
    onnx_elements as onnx_elements,
)
from mxnet._ops import (
    onnx_quantized as onnx_quantized,
)
from mxnet._ops import (
    onnx_resize as onnx_resize,
)
from mxnet._ops import (
    onnx_rnn as onnx_rnn,
)
from mxnet._ops import (
    onnx_sampling as onnx_sampling,
)
from mxnet._ops import (
    onnx_windows as onnx_windows,
)
from mxnet._ops import (
    optimizer as optimizer,
)
from mxnet._ops import (
    optimizer_large as optimizer_large,
)
from mxnet._ops import (
    optimizer_multi as optimizer_multi,
)
from mxnet._ops import (
    order as order,
)
from mxnet._ops import (
    pooling as pooling,
)
from mxnet._ops import (
    products as products,
)
from mxnet._ops import (
    quantization as quantization,
)
from mxnet._ops import (
    quantized_layers as quantized_layers,
)
from mxnet._ops import (
    random as random,
)
from mxnet._ops import (
    reduce as reduce,
)
from mxnet._ops import (
    regions as regions,
)
from mxnet._ops import (
    rnn as rnn,
)
from mxnet._ops import (
    sampling as sampling,
)
from mxnet._ops import (
    scalar as scalar,
)
from mxnet._ops import (
    sequence as sequence,
)
from mxnet._ops import (
    shape as shape,
)
from mxnet._ops import (
    slicing as slicing,
)
from mxnet._ops import (
    sparse as sparse,
)
from mxnet._ops import (
    spatial as spatial,
)
from mxnet._ops import (
    subgraph as subgraph,
)

# Last: it gives other names to operators of every family.
from mxnet._ops import (  # isort: skip
    np_extension as np_extension,
)
