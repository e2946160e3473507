"""Networks over several devices, larger than one of them: meshes, rules that divide parameters, checkpoints.

``Block.shard`` puts a network on a mesh.
"""

from mxnet.gluon._checkpoints import Saving as Saving
from mxnet.gluon._checkpoints import export as export
from mxnet.gluon._checkpoints import load as load
from mxnet.gluon._checkpoints import save as save
from mxnet.gluon._sharding import Mesh as Mesh
from mxnet.gluon._sharding import combined as combined
from mxnet.gluon._sharding import fsdp as fsdp
from mxnet.gluon._sharding import leaves as leaves
from mxnet.gluon._sharding import replicated as replicated
from mxnet.gluon._sharding import tensor_parallel as tensor_parallel
