"""DualHash: the paper's stochastic primal-dual method, in its two instances StoM and StoRM. Tensors only.

    settings    every symbol with meaning, range and default; the presets theory, balanced, compact
    likelihood  the smooth part F: pairwise likelihood f, penalty P; B's own pair gradient
    dual        B and Λ: the two proximal mappings, the steps, the residuals
    momentum    the x-update of StoM          storm   the x-update of StoRM
    schedule    the step rules η_k, ρ_k, b_1
    method      DualHash, as engine.training.trainer sees it
    training    from settings to a trainer

The problem: min over x, B of F(x, B) + h(B), F = f(x) + γ/2·mean‖u - b‖², h(b) = λ‖|b| - 1‖₁, u = tanh(C(x; a)).

Equations of the paper, by their label in its source, and where they are:

    Prop: block-wise regularized problem (P)      likelihood.pairwise_likelihood + likelihood.penalty
    the pairwise CE loss                          likelihood.pairwise_likelihood
    the W-type regularization, its conjugate      dual.prox_envelope, dual.distance_envelope
    the proximal mapping of conjugate function    dual.prox_envelope
    the mini batch stochastic gradient estimator  engine.training.trainer.Trainer
    the update of B, the update of lambda         dual.DualVariables.step
    the stochastic approximate and update in SGDM   momentum.Momentum
    the stochastic approximate and update in STORM  storm.Storm
    the parameters conditions of dualhash-sgdm/-storm, batch size of VR estimator    schedule
    R drawn from {2, ..., T+1}                    engine.training.plan.Plan.keep = "random"
    dist(0, ∂L)², the convergence measure         residual_x (trainer), residual_b, residual_dual (dual)
    out-of-sample extension sgn(C(x; a))          engine.model.codes.pack

Where we deviate from the print or from the released code, and why:

 1. The printed pairwise loss has the wrong sign and no term for dissimilar pairs. Ours is the likelihood's negative
    logarithm, mean w [softplus(θ) - s θ], with weights that let similar and dissimilar pairs count the same.
 2. The penalty's gradient reaches the network. The released code detaches u, so that B, Λ, γ and λ change nothing.
 3. STORM takes both gradients on the same batch, as its proof does. As printed (the old gradient on the old batch)
    the sum telescopes and D is the plain gradient.
 4. The printed conjugate is that of h's convex envelope: with B started in [-1, 1] and 2τγ <= 1, Λ stays 0 for ever
    and b is a running mean of u. The orthant dual (h in the orthant of b, where it is convex) is the default; its
    fixed point is sgn(u)·min(1, |u| + λ/γ). `dual="envelope"` is the paper's.
 5. The Λ step is PDHG's, Λ <- prox of σh* at Λ + σ(2B' - B), with a step σ of its own; the printed one lacks a 1/τ.
 6. B and Λ steps are per entry, not divided by n; and B, Λ join at a hand-over after some epochs on f alone, from
    B = u of all images. With the penalty on from the first random u, training collapses. Preset "theory" has no
    hand-over all the same: the theorems speak of one problem from the first step to the last, of which b_1 is the
    first batch and R any iterate, and StoRM's estimate is never restarted. B then starts at the u of a random
    network and follows by τγ = 3 % a visit: on CIFAR-10 at 64 bits mAP is 0.585 (StoM) and 0.574 (StoRM) after 20
    epochs, and still rises; with hand_over=0.25 it is 0.894 and 0.893.
 7. κ: B also follows the pair likelihood (likelihood.drive). The paper's complexity theorems speak of κ = 0 with
    the envelope dual (preset "theory"), not of this; the gain in mAP comes from it. For κ > 0 the convergence
    measure is a fixed-point residual, not dist(0, ∂L). The more images have several labels, the smaller is κ unless
    set, 0 from two thirds of them on: similarity is not transitive then (a and b share one label, b and c another),
    and the drive would press images that share nothing into one code.
 8. B steps with u of the forward pass that x's gradient was taken from, not with a second one after the x-update:
    the difference is one step's change of u, the price would be another forward pass per batch.
 9. b_k = b = c_b·T of StoM's theorem is `batch` (c_b = batch / T); L_F is not known and is a setting. That theorem
    also wants the momentum α below 1/2; the paper's experiments, and our default, use 0.905.
10. A similar pair weighs by how rare the labels are that it shares (engine.training.pairs, setting `rarity`); the
    paper weighs all of them alike. Where each image has one label and all are equally frequent, nothing changes.
11. The paper learns from labelled images alone. On a library, where most images have no label, that ruins search
    for them: they fall onto the codes of those that have one. There (`learn_from="library"`) f also has pairs of
    which nobody said anything, similar or not by the neighbourhood of their features
    (engine.training.library_pairs), with B and Λ for every image. The theorems hold for this f as for any other
    smooth one.
"""
