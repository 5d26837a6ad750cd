"""The smooth part F of the problem: the pairwise likelihood f and the penalty P."""

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable
from torch.nn.functional import softplus


def theta(u_mK: Tensor, v_mK: Tensor, alpha: float) -> Tensor:
    """θ_ij = (α/2)⟨u_i, v_j⟩."""
    return (alpha / 2) * (u_mK @ v_mK.T)


def pairwise_likelihood(u_mK: Tensor, s_mm: Tensor, w_mm: Tensor, alpha: float) -> Tensor:
    """f = mean over pairs of w_ij [softplus(θ_ij) - s_ij θ_ij]: the negative log-likelihood of the similarities."""
    value: Tensor = _PairwiseLikelihood.apply(u_mK, s_mm, w_mm, alpha)
    return value


class _PairwiseLikelihood(torch.autograd.Function):
    """With q_ij = w_ij (sigmoid(θ_ij) - s_ij), the gradient is ∂f/∂u_i = α/(2m²) Σ_j (q_ij + q_ji) u_j: one product
    of matrices, where torch, which does not know that both sides of θ are the same, would take two."""

    @staticmethod
    def forward(ctx: Any, u_mK: Tensor, s_mm: Tensor, w_mm: Tensor, alpha: float) -> Tensor:
        theta_mm = theta(u_mK, u_mK, alpha)
        ctx.save_for_backward(u_mK, s_mm, w_mm, theta_mm)
        ctx.alpha = alpha
        return softplus(theta_mm).addcmul_(s_mm, theta_mm, value=-1).mul_(w_mm).mean()

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *slopes: Tensor) -> tuple[Tensor, None, None, None]:
        u_mK, s_mm, w_mm, theta_mm = ctx.saved_tensors
        q_mm = torch.sigmoid(theta_mm).sub_(s_mm).mul_(w_mm)
        return ((q_mm + q_mm.T) @ u_mK).mul_(slopes[0] * (ctx.alpha / (2 * q_mm.numel()))), None, None, None


def penalty(u_mK: Tensor, b_mK: Tensor, gamma: float) -> Tensor:
    """P = γ/2 · mean (u - b)² over images and bits. Its gradient reaches the network: u is not detached."""
    return (gamma / 2) * (u_mK - b_mK).square().mean()


def drive(u_mK: Tensor, b_mK: Tensor, s_mm: Tensor, w_mm: Tensor, alpha_b: float) -> Tensor:
    """B's own pair gradient per entry: p_i = K·α_B/2·mean_j q_ij u_j, q_ij = w_ij (sigmoid(θ_ij) - s_ij).

    θ_ij = (α_B/2)⟨b_i, u_j⟩. It is m·K times the gradient of mean_ij w_ij [softplus(θ_ij) - s_ij θ_ij] with respect
    to b_i, u held fixed: the likelihood with B in the place of one side's u.
    """
    q_mm = torch.sigmoid(theta(b_mK, u_mK, alpha_b)).sub_(s_mm).mul_(w_mm)
    return b_mK.shape[1] * (alpha_b / 2) * (q_mm @ u_mK) / len(u_mK)
