"""The methods that DualHash is compared with, one file each, in the training loop that DualHash runs in.

    pairs       dsh, dhn, hashnet, dpsh, dch       (pair_objective: what they share)
    triplets    dtsh, dnnh                         (triplets: which of a batch are looked at)
    labels      orthohash, mdshc                   (hash_centres: codes of labels that keep their distance)
    discrete    sdh (no network; kernel_map), dsdh, ddsh; stomhash_wcr, the paper's own variant of DualHash

    settings    what each can be set to, and what experiments try
    training    from settings to a trainer        plain_objective  what most methods leave alone

Where the originals differ in network, optimiser or schedule, all get what DualHash gets: the same hash layers with
BatchNorm, the same batches, the same number of epochs, early stopping on validation. What remains of a method is
its loss, its discrete steps and its own weights. Each file says what it chose where its paper leaves things open.
"""
