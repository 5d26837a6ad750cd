"""SDH: Shen, Shen, Liu, Shen, "Supervised Discrete Hashing", CVPR 2015, equation 4 with the ℓ2 loss (equation 6).

    J = ‖Y - BW‖² + λ ‖W‖² + ν (‖B - F‖² + δ ‖P‖²),   F = φ(X) P,   B in {-1, 1}^(N x K)

Y are the labels, W a linear classifier of the codes B, φ a kernel map to anchors (engine.baselines.kernel_map); the
code of any image is sgn(φ(x) P). No network and no gradient: three steps in turns, each of which minimises J over
its own variable. G-step: W = (BᵀB + λI)⁻¹BᵀY. F-step: P = (ΦᵀΦ + δI)⁻¹ΦᵀB. B-step: discrete cyclic coordinate
descent, one bit of all images after the other, each exactly, until no bit changes. On hand-crafted features (GIST)
it is the paper's SDH, on those of a network SDH-CNN.

Chosen here:
- B starts at random, with P its F-step; then one alternation is G, B, F. That is the paper's cycle G, F, B begun
  one step later, so that at its end P belongs to the codes that there are.
- δ ‖P‖² is not in the paper; without it ΦᵀΦ cannot be inverted when two anchors are alike. It counts as a part of
  J, so that no step increases J.
- σ is a multiple of the mean squared distance between anchors, and φ is centred; the paper leaves both open.
- Y is multi-hot for images with several labels. Images without a label are left out; decisions about pairs, too.
- The alternation with the best validation mAP is kept, and a B that no longer changes is the end.
- All is computed on the CPU: it takes seconds there, and equal seeds give equal codes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator
from typing import Any

import torch
from torch import Tensor

from engine.arrays import Vectors
from engine.baselines.dsdh import descend
from engine.baselines.kernel_map import PIECE, KernelMap
from engine.baselines.settings import SdhSettings
from engine.errors import UserError
from engine.evaluation.metrics import quantisation_error
from engine.model.kernel_hash import KernelHash, clipped
from engine.sentences import said
from engine.training.inputs import Inputs
from engine.training.material import Material
from engine.training.reports import EpochReport, LookReport, Report, StepReport
from engine.training.targets import Targets

MOST_CYCLES = 10  # over the bits in one B-step; two to five are usual


class Sdh:
    """SDH as a `Learner`: there is no network to train."""

    steps_an_epoch = 1
    device = torch.device("cpu")

    def __init__(self, settings: SdhSettings, material: Material, targets: Targets) -> None:
        inputs, rows = material.inputs, material.rows
        inputs.to(self.device)
        labels_NC = targets.labels_NC.cpu()
        rows = rows[labels_NC[rows].any(dim=1)]
        if not len(rows):
            raise UserError(said("None of the training pictures has a label."))
        self.epochs = settings.epochs_used
        self._settings = settings
        self._inputs = inputs
        self._labels_NC = labels_NC[rows]
        self._validation = material.validation
        self._kernel = KernelMap(inputs, rows, settings.anchors, settings.width, settings.seed)
        random = torch.Generator().manual_seed(settings.seed)
        self._b_NK = torch.randint(2, (len(rows), settings.bits), generator=random, dtype=torch.int8) * 2 - 1
        self._p_AK = torch.empty(0)  # of no codes yet
        self._best_p_AK = torch.empty(0)
        self._best_map = -1.0
        self._epoch = 0
        self._is_settled = False

    # ---- running ----

    @property
    def is_over(self) -> bool:
        return self._epoch >= self.epochs or self._is_settled

    def run(self) -> Iterator[Report]:
        yield from self._prepare()
        if not self._epoch:
            self._p_AK = yield from self._fitted()
        f_NK = yield from self._approximated()
        while not self.is_over:
            began = time.monotonic()
            w_KC = yield from self._classifier()
            changed, misfit = yield from self._descend(f_NK, w_KC)
            self._p_AK = yield from self._fitted()
            f_NK = yield from self._approximated()
            loss = self._objective(f_NK, w_KC, misfit) / len(f_NK)
            yield StepReport(self._epoch + 1, self.epochs, 1, self.steps_an_epoch, loss)
            figure, best = self._validated()
            self._epoch += 1
            self._is_settled = not changed
            yield EpochReport(
                epoch=self._epoch,
                epochs=self.epochs,
                seconds=time.monotonic() - began,
                rate=0.0,
                batch=len(f_NK),
                loss=loss,
                quantisation_error=quantisation_error(clipped(f_NK.numpy())),
                validation_map=figure,
                best=best,
                measures={"bits_changed": changed / self._b_NK.numel()},
            )

    def hash_function(self, mean_D: Vectors) -> KernelHash:
        return self._kernel.hash_function(mean_D, self._best_p_AK if len(self._best_p_AK) else self._p_AK)

    def _prepare(self) -> Iterator[Report]:
        for done in self._kernel.prepare():
            yield self._look(done, 2 * len(self._b_NK))
        self._queries: list[Tensor] = []
        self._database: list[Tensor] = []
        if self._validation is not None:
            self._validation.queries.to(self.device)
            queries, rows = torch.arange(len(self._validation.queries)), self._validation.database_rows
            self._queries = yield from self._mapped(self._validation.queries, queries)
            self._database = yield from self._mapped(self._inputs, rows)
        gram_AA = self._kernel.gram_AA.clone()
        gram_AA.diagonal().add_(self._settings.ridge)
        self._factor_AA = torch.linalg.cholesky(gram_AA)

    def _mapped(self, inputs: Inputs, rows: Tensor) -> Generator[Report, None, list[Tensor]]:
        """φ of these rows, in pieces."""
        parts = []
        for start in range(0, len(rows), PIECE):
            parts.append(self._kernel.of(inputs.plain(rows[start : start + PIECE])))
            yield self._look(start + PIECE, len(rows))
        return parts

    def _look(self, done: int, total: int) -> LookReport:
        return LookReport(min(self._epoch + 1, self.epochs), self.epochs, min(done, total), total)

    # ---- the three steps ----

    def _classifier(self) -> Generator[Report, None, Tensor]:
        """The G-step."""
        bits, labels = self._b_NK.shape[1], self._labels_NC.shape[1]
        gram_KK, right_KC = torch.zeros(bits, bits).double(), torch.zeros(bits, labels).double()
        for rows in self._row_pieces():
            b_mK = self._b_NK[rows].double()
            gram_KK += b_mK.T @ b_mK
            right_KC += b_mK.T @ self._labels_NC[rows].double()
            yield self._look(rows.stop, len(self._b_NK))
        gram_KK.diagonal().add_(self._settings.lam)
        w_KC: Tensor = torch.linalg.solve(gram_KK, right_KC)
        return w_KC

    def _fitted(self) -> Generator[Report, None, Tensor]:
        """The F-step."""
        right_AK = torch.zeros(len(self._factor_AA), self._b_NK.shape[1], dtype=torch.float64)
        for rows, phi_mA in self._kernel.pieces():
            right_AK += phi_mA.T @ self._b_NK[rows].float()
            yield self._look(rows.stop, len(self._b_NK))
        p_AK: Tensor = torch.cholesky_solve(right_AK, self._factor_AA)
        return (
            p_AK.float().contiguous()
        )  # as it comes out of a checkpoint: products depend on the layout, if little

    def _descend(self, f_NK: Tensor, w_KC: Tensor) -> Generator[Report, None, tuple[int, float]]:
        """The B-step; returns how many bits it changed, and ‖Y - BW‖². What the codes of an image become depends on
        that image alone, so that pieces may be done one after the other."""
        changed, misfit = 0, 0.0
        for rows in self._row_pieces():
            y_mC, f_mK = self._labels_NC[rows].double(), f_NK[rows].double()
            start_mK = b_mK = self._b_NK[rows].double()
            for _ in range(MOST_CYCLES):
                before_mK, b_mK = b_mK, descend(b_mK, f_mK, y_mC, w_KC, self._settings.nu)
                if torch.equal(before_mK, b_mK):
                    break
            changed += int((b_mK != start_mK).sum())
            misfit += float((y_mC - b_mK @ w_KC).square().sum())
            self._b_NK[rows] = b_mK.to(torch.int8)
            yield self._look(rows.stop, len(self._b_NK))
        return changed, misfit

    def _row_pieces(self) -> Iterator[slice]:
        for start in range(0, len(self._b_NK), PIECE):
            yield slice(start, min(start + PIECE, len(self._b_NK)))

    # ---- measuring ----

    def _approximated(self) -> Generator[Report, None, Tensor]:
        """F, the codes as the hash function sees them before their signs are taken."""
        f_NK = torch.empty(self._b_NK.shape)
        for rows, phi_mA in self._kernel.pieces():
            f_NK[rows] = phi_mA @ self._p_AK
            yield self._look(rows.stop, len(f_NK))
        return f_NK

    def _objective(self, f_NK: Tensor, w_KC: Tensor, misfit: float) -> float:
        settings = self._settings
        distance = (self._b_NK - f_NK).double().square().sum() + settings.ridge * self._p_AK.double().square().sum()
        return misfit + settings.lam * float(w_KC.square().sum()) + settings.nu * float(distance)

    def _validated(self) -> tuple[float | None, bool]:
        if self._validation is None:
            return None, False
        queries_QK, database_NK = (
            torch.cat([phi_mA @ self._p_AK for phi_mA in parts]) for parts in (self._queries, self._database)
        )
        figure = self._validation.mean_average_precision(queries_QK, database_NK)
        if math.isnan(figure):  # no query has anything to find
            return None, False
        best = figure > self._best_map
        if best:
            self._best_map, self._best_p_AK = figure, self._p_AK.clone()
        return figure, best

    # ---- going on later ----

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        tensors = {"b": self._b_NK, "p": self._p_AK, "best_p": self._best_p_AK}
        values = {"epoch": self._epoch, "best_map": self._best_map, "is_settled": self._is_settled}
        return tensors, values

    def load_state(self, tensors: dict[str, Tensor], values: dict[str, Any]) -> None:
        self._b_NK, self._p_AK, self._best_p_AK = (tensors[name].cpu().clone() for name in ("b", "p", "best_p"))
        self._epoch, self._best_map = int(values["epoch"]), float(values["best_map"])
        self._is_settled = bool(values["is_settled"])
