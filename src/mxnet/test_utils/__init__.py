"""``mx.test_utils``: comparing arrays, checking gradients, making test data.

Tests write ``from mxnet.test_utils import *`` and count on ``np``, ``mx``, ``os`` and others coming with it.
"""

import logging as logging
import os as os
import sys as sys
import time as time

import numpy as np
import numpy.random as rnd
import numpy.testing as npt

import mxnet as mx
from mxnet.context import Context as Context
from mxnet.context import current_context as current_context
from mxnet.ndarray import array as array
from mxnet.runtime import Features as Features
from mxnet.test_utils.comparing import almost_equal as almost_equal
from mxnet.test_utils.comparing import assert_allclose as assert_allclose
from mxnet.test_utils.comparing import assert_almost_equal as assert_almost_equal
from mxnet.test_utils.comparing import assert_almost_equal_ignore_nan as assert_almost_equal_ignore_nan
from mxnet.test_utils.comparing import assert_almost_equal_with_err as assert_almost_equal_with_err
from mxnet.test_utils.comparing import assert_exception as assert_exception
from mxnet.test_utils.comparing import checkShapes as checkShapes
from mxnet.test_utils.comparing import compare_ndarray_tuple as compare_ndarray_tuple
from mxnet.test_utils.comparing import locationError as locationError
from mxnet.test_utils.comparing import retry as retry
from mxnet.test_utils.comparing import same as same
from mxnet.test_utils.comparing import same_array as same_array
from mxnet.test_utils.comparing import same_symbol_structure as same_symbol_structure
from mxnet.test_utils.consistency import check_consistency as check_consistency
from mxnet.test_utils.consistency import check_gluon_hybridize_consistency as check_gluon_hybridize_consistency
from mxnet.test_utils.consistency import compare_optimizer as compare_optimizer
from mxnet.test_utils.contexts import default_context as default_context
from mxnet.test_utils.contexts import default_dtype as default_dtype
from mxnet.test_utils.contexts import effective_dtype as effective_dtype
from mxnet.test_utils.contexts import has_tvm_ops as has_tvm_ops
from mxnet.test_utils.contexts import is_op_runnable as is_op_runnable
from mxnet.test_utils.contexts import list_gpus as list_gpus
from mxnet.test_utils.contexts import set_default_context as set_default_context
from mxnet.test_utils.downloads import download as download
from mxnet.test_utils.downloads import download_model as download_model
from mxnet.test_utils.downloads import get_bz2_data as get_bz2_data
from mxnet.test_utils.downloads import get_cifar10 as get_cifar10
from mxnet.test_utils.downloads import get_im2rec_path as get_im2rec_path
from mxnet.test_utils.downloads import get_mnist as get_mnist
from mxnet.test_utils.downloads import get_mnist_iterator as get_mnist_iterator
from mxnet.test_utils.downloads import get_mnist_pkl as get_mnist_pkl
from mxnet.test_utils.downloads import get_mnist_ubyte as get_mnist_ubyte
from mxnet.test_utils.downloads import get_zip_data as get_zip_data
from mxnet.test_utils.generating import collapse_sum_like as collapse_sum_like
from mxnet.test_utils.generating import create_2d_tensor as create_2d_tensor
from mxnet.test_utils.generating import create_vector as create_vector
from mxnet.test_utils.generating import get_identity_mat as get_identity_mat
from mxnet.test_utils.generating import get_identity_mat_batch as get_identity_mat_batch
from mxnet.test_utils.generating import new_matrix_with_real_eigvals_2d as new_matrix_with_real_eigvals_2d
from mxnet.test_utils.generating import new_matrix_with_real_eigvals_nd as new_matrix_with_real_eigvals_nd
from mxnet.test_utils.generating import new_orthonormal_matrix_2d as new_orthonormal_matrix_2d
from mxnet.test_utils.generating import new_sym_matrix_with_real_eigvals_2d as new_sym_matrix_with_real_eigvals_2d
from mxnet.test_utils.generating import new_sym_matrix_with_real_eigvals_nd as new_sym_matrix_with_real_eigvals_nd
from mxnet.test_utils.generating import np_reduce as np_reduce
from mxnet.test_utils.generating import rand_coord_2d as rand_coord_2d
from mxnet.test_utils.generating import rand_ndarray as rand_ndarray
from mxnet.test_utils.generating import rand_shape_2d as rand_shape_2d
from mxnet.test_utils.generating import rand_shape_3d as rand_shape_3d
from mxnet.test_utils.generating import rand_shape_nd as rand_shape_nd
from mxnet.test_utils.generating import random_arrays as random_arrays
from mxnet.test_utils.generating import random_sample as random_sample
from mxnet.test_utils.generating import random_uniform_arrays as random_uniform_arrays
from mxnet.test_utils.gradients import check_numeric_gradient as check_numeric_gradient
from mxnet.test_utils.gradients import numeric_grad as numeric_grad
from mxnet.test_utils.iterators import DummyIter as DummyIter
from mxnet.test_utils.platforms import discard_stderr as discard_stderr
from mxnet.test_utils.platforms import environment as environment
from mxnet.test_utils.platforms import is_aarch64_run as is_aarch64_run
from mxnet.test_utils.platforms import is_cd_run as is_cd_run
from mxnet.test_utils.sparse import assign_each as assign_each
from mxnet.test_utils.sparse import assign_each2 as assign_each2
from mxnet.test_utils.sparse import create_sparse_array as create_sparse_array
from mxnet.test_utils.sparse import create_sparse_array_zd as create_sparse_array_zd
from mxnet.test_utils.sparse import rand_sparse_ndarray as rand_sparse_ndarray
from mxnet.test_utils.sparse import shuffle_csr_column_indices as shuffle_csr_column_indices
from mxnet.test_utils.statistics import chi_square_check as chi_square_check
from mxnet.test_utils.statistics import gen_buckets_probs_with_ppf as gen_buckets_probs_with_ppf
from mxnet.test_utils.statistics import mean_check as mean_check
from mxnet.test_utils.statistics import var_check as var_check
from mxnet.test_utils.statistics import verify_generator as verify_generator
from mxnet.test_utils.symbolic import check_speed as check_speed
from mxnet.test_utils.symbolic import check_symbolic_backward as check_symbolic_backward
from mxnet.test_utils.symbolic import check_symbolic_forward as check_symbolic_forward
from mxnet.test_utils.symbolic import simple_forward as simple_forward
from mxnet.test_utils.tolerances import default_atols as default_atols
from mxnet.test_utils.tolerances import default_numeric_eps as default_numeric_eps
from mxnet.test_utils.tolerances import default_rtols as default_rtols
from mxnet.test_utils.tolerances import get_atol as get_atol
from mxnet.test_utils.tolerances import get_etol as get_etol
from mxnet.test_utils.tolerances import get_rtol as get_rtol
from mxnet.test_utils.tolerances import get_tolerance as get_tolerance
from mxnet.test_utils.tolerances import get_tols as get_tols
from mxnet.util import get_cuda_compute_capability as get_cuda_compute_capability
from mxnet.util import getenv as getenv
from mxnet.util import setenv as setenv
from mxnet.util import use_np as use_np

# A star import brings all of the above, but not the files of this package.
__all__ = [n for n, v in globals().items() if n[0] != "_" and getattr(v, "__package__", "") != __name__]
