"""``mxnet.gluon.block``: the base classes of layers and networks."""

from mxnet.gluon._block import Block as Block
from mxnet.gluon._hybrid_block import HybridBlock as HybridBlock
from mxnet.gluon._naming import _BlockScope as _BlockScope
from mxnet.gluon._naming import _common_prefix as _common_prefix
from mxnet.gluon._structure import _flatten as _flatten
from mxnet.gluon._structure import _gather_type_ctx_info as _gather_type_ctx_info
from mxnet.gluon._structure import _regroup as _regroup
from mxnet.gluon._symbol_block import SymbolBlock as SymbolBlock

__all__ = ["Block", "HybridBlock", "SymbolBlock"]
