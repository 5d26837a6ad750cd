"""DDSH: Jiang, Cui, Li, "Deep Discrete Supervised Hashing", IEEE Transactions on Image Processing, 2018.

    min Σ_{i in Ω} Σ_{j in Γ} (K s_ij - ⟨b_i, b_j⟩)² + Σ_{i, j in Ω} (K s_ij - ⟨b_i, b_j⟩)²,   b_j = sgn F(x_j) in Γ

Ω is a small sample of the training images, Γ the rest. The labels of pairs guide both halves: the codes of Ω are
solved for as discrete variables, bit by bit; then the network is trained on Γ, with u_j = tanh F(x_j) for b_j.

One bit of Ω, the others fixed, is the binary quadratic programme min xᵀQx + pᵀx, x in {-1, 1}^|Ω|. As in the paper
it is made one over {0, 1} with one more entry that is always 1, and with half of the entries at 1 it is the search
for one cluster of that size (Kang, Li, Zhou, "Column sampling based discrete supervised hashing", AAAI 2016): each
point in turn is tried as the cluster's centre with the points nearest to it, and the best is taken. The distances
are those of the columns of P, PᵀP = λI - Q, hence 2λ + 2Q_ij whatever λ is: P itself is not needed.

Chosen here:
- s_ij = 1 for similar pairs, -r for dissimilar ones, r the ratio of their numbers as in the authors' program, but
  at most 1.
- The residual of a bit is that of all other bits, where the authors' program takes the bits before it alone; and a
  bit that the search makes worse stays as it was. So no step ever increases the objective.
- A new Ω is drawn every `inner` epochs (the paper's T_in), and its codes start at the network's. The first codes
  are the signs of the outputs against their medians, not random ones: the network may have learned before.
- The network's loss is the mean over pairs of (s_ij - ⟨u_j, b_i⟩/K)².
- Only images with labels belong to Ω or Γ. Accepted and rejected pairs take no part: hardly any has a half in Ω.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from engine.baselines.plain_objective import PlainObjective
from engine.baselines.settings import DdshSettings
from engine.dualhash.dual import sgn
from engine.training.pairs import pair_weights, similar_share
from engine.training.targets import Targets

PIECE = 16384  # rows of Γ whose pairs with Ω are held at once


def ddsh_loss(u_mK: Tensor, b_MK: Tensor, s_mM: Tensor, known_m: Tensor) -> Tensor:
    """Mean over the known rows and all of Ω of (s_ij - ⟨u_i, b_j⟩/K)²."""
    apart_m = (s_mM - u_mK @ b_MK.T / u_mK.shape[1]).square().mean(dim=1)
    return (apart_m * known_m).sum() / known_m.sum().clamp(min=1)


def pair_similarity(labels_nC: Tensor, labels_MC: Tensor, dissimilar: float) -> Tensor:
    """1 where two images share a label, else -`dissimilar`."""
    return torch.where(labels_nC @ labels_MC.T > 0, 1.0, -dissimilar)


def clustered(q_MM: Tensor, p_M: Tensor) -> Tensor:
    """x in {-1, 1}^M with small xᵀQx + pᵀx by the search for one cluster. Q is symmetric, zero on its diagonal."""
    count = len(q_MM)
    linear_M = 2 * p_M - 4 * q_MM.sum(dim=1)  # x = 2y - 1 turns the programme into 4yᵀQy + linearᵀy
    near_LM = torch.cat([4 * q_MM, linear_M[None] / 2])  # to the M points and to the one always chosen
    near_LM.diagonal().fill_(-torch.inf)  # a centre is nearest to itself
    size = (count + 2) // 2 - 1  # half of the M + 1 points, rounded up, beside the one always chosen
    chosen_Ls = near_LM.argsort(dim=1, stable=True)[:, :size]
    x_LM = torch.full((count + 1, count), -1.0, dtype=q_MM.dtype, device=q_MM.device).scatter_(1, chosen_Ls, 1.0)
    return x_LM[int(programme(x_LM, q_MM, p_M).argmin())]


def programme(x_LM: Tensor, q_MM: Tensor, p_M: Tensor) -> Tensor:
    """xᵀQx + pᵀx of each row x."""
    return ((x_LM @ q_MM) * x_LM).sum(dim=1) + x_LM @ p_M


def similarity_of_codes(labels_GC: Tensor, labels_MC: Tensor, dissimilar: float, b_GK: Tensor) -> Tensor:
    """SᵀB of Γ, in pieces: S is as large as all pairs of Γ and Ω."""
    found_MK = torch.zeros(len(labels_MC), b_GK.shape[1], dtype=b_GK.dtype, device=b_GK.device)
    for start in range(0, len(b_GK), PIECE):
        rows = slice(start, start + PIECE)
        s_pM = pair_similarity(labels_GC[rows], labels_MC, dissimilar).to(b_GK.dtype)
        found_MK += s_pM.T @ b_GK[rows]
    return found_MK


def improved(b_MK: Tensor, s_MM: Tensor, similar_MK: Tensor, gram_KK: Tensor) -> Tensor:
    """One round over the bits of Ω's codes B. Those of Γ are fixed, and enter by SᵀB and BᵀB of Γ alone, so that
    its size does not matter here."""
    b_MK, bits = b_MK.clone(), b_MK.shape[1]
    cross_MK = bits * similar_MK
    rest_MM = bits * s_MM - b_MK @ b_MK.T
    for k in range(bits):
        old_M = b_MK[:, k].clone()
        rest_MM += torch.outer(old_M, old_M)
        q_MM = (-2 * rest_MM).fill_diagonal_(0)
        p_M = -2 * (cross_MK[:, k] - b_MK @ gram_KK[:, k] + old_M * gram_KK[k, k])
        new_M = clustered(q_MM, p_M)
        before, after = programme(torch.stack([old_M, new_M]), q_MM, p_M)
        b_MK[:, k] = new_M if after < before else old_M
        rest_MM -= torch.outer(b_MK[:, k], b_MK[:, k])
    return b_MK


class Ddsh(PlainObjective):
    """Before each epoch it finds the codes of Ω; then the network learns from Γ."""

    def __init__(self, settings: DdshSettings, targets: Targets, epochs: int) -> None:
        self._settings = settings
        self._labels_NC = targets.labels_NC.float()
        self._labelled_N = targets.labels_NC.any(dim=1)
        share = similar_share(targets.labels_NC)
        pair_weights(share, 1.0)  # for its complaint
        self._dissimilar = min(1.0, share / (1 - share))
        self._b_NK: Tensor | None = None
        self._sampled = torch.empty(0, dtype=torch.long)
        self._in_gamma_N = self._labelled_N

    def needs_outputs(self, epoch: int) -> bool:
        return True

    @torch.no_grad()
    def begin_epoch(self, epoch: int, all_outputs: Callable[[], Tensor]) -> bool:
        self._sample(epoch)
        outputs_NK = all_outputs()
        if epoch == 0:
            # BatchNorm knows no statistics yet, and most bits of a fresh network are the same for all images.
            outputs_NK = outputs_NK - outputs_NK[self._labelled_N].median(dim=0).values
        codes_NK = sgn(outputs_NK)
        if self._b_NK is not None and epoch % self._settings.inner:
            codes_NK[self._sampled] = self._b_NK[self._sampled]  # Ω is still the same
        codes_NK[self._sampled] = self._solved(codes_NK)
        self._b_NK = codes_NK
        return True

    def _sample(self, epoch: int) -> None:
        labelled = torch.nonzero(self._labelled_N).flatten()
        count = min(self._settings.subset, len(labelled) // 2)
        seed = self._settings.seed * 1_000_003 + epoch // self._settings.inner
        drawn = torch.randperm(len(labelled), generator=torch.Generator().manual_seed(seed))[:count]
        self._sampled = labelled[drawn.to(labelled.device)]
        self._in_gamma_N = self._labelled_N.clone()
        self._in_gamma_N[self._sampled] = False

    def _solved(self, codes_NK: Tensor) -> Tensor:
        labels_MC = self._labels_NC[self._sampled]
        s_MM = pair_similarity(labels_MC, labels_MC, self._dissimilar)
        b_MK, b_GK = codes_NK[self._sampled], codes_NK[self._in_gamma_N]
        similar_MK = similarity_of_codes(self._labels_NC[self._in_gamma_N], labels_MC, self._dissimilar, b_GK)
        gram_KK = b_GK.T @ b_GK
        for _ in range(self._settings.rounds):
            before_MK, b_MK = b_MK, improved(b_MK, s_MM, similar_MK, gram_KK)
            if torch.equal(before_MK, b_MK):
                break
        return b_MK

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        assert self._b_NK is not None
        u_mK = self.codes(outputs_mK)
        s_mM = pair_similarity(self._labels_NC[rows_m], self._labels_NC[self._sampled], self._dissimilar)
        return ddsh_loss(u_mK, self._b_NK[self._sampled], s_mM, self._in_gamma_N[rows_m].to(u_mK.dtype))

    def to(self, device: torch.device | str) -> None:
        for name in ("_labels_NC", "_labelled_N", "_sampled", "_in_gamma_N"):
            setattr(self, name, getattr(self, name).to(device))
        if self._b_NK is not None:
            self._b_NK = self._b_NK.to(device)

    def state(self) -> dict[str, Tensor]:
        return {} if self._b_NK is None else {"b": self._b_NK}

    def load_state(self, state: dict[str, Tensor]) -> None:
        if state:
            self._b_NK = state["b"].clone()
