"""The doubt of each unlabelled image, literally as engine/learning/doubtful.py says it: in loops."""

from math import log2

Codes = dict[int, bytes]
Labels = dict[int, set[str]]


def distance(a: bytes, b: bytes) -> int:
    return sum((x ^ y).bit_count() for x, y in zip(a, b, strict=True))


def neighbours(codes: Codes, labels: Labels, image_id: int, k: int) -> list[tuple[int, int]]:
    """(distance, image) of the nearest labelled images; of equally near ones the smaller id comes first."""
    labelled = [other for other in codes if labels.get(other)]
    return sorted((distance(codes[image_id], codes[other]), other) for other in labelled)[:k]


def shares(codes: Codes, labels: Labels, image_id: int, bits: int, k: int) -> dict[str, float]:
    votes: dict[str, float] = {}
    total = 0.0
    for far, other in neighbours(codes, labels, image_id, k):
        vote = max(1 - 2 * far / bits, 0.01)
        total += vote
        for label in labels[other]:
            votes[label] = votes.get(label, 0.0) + vote
    return {label: vote / total for label, vote in votes.items()}


def doubt(codes: Codes, labels: Labels, image_id: int, bits: int, k: int) -> float:
    entropy = 0.0
    for p in shares(codes, labels, image_id, bits, k).values():
        if p < 1 - 1e-12:
            entropy += -p * log2(p) - (1 - p) * log2(1 - p)
    return entropy


def ranking(codes: Codes, labels: Labels, bits: int, k: int) -> list[int]:
    def place(image_id: int) -> tuple[float, int, int]:
        far = sum(each for each, _ in neighbours(codes, labels, image_id, k))
        return -round(doubt(codes, labels, image_id, bits, k), 9), -far, image_id

    return sorted((image_id for image_id in codes if not labels.get(image_id)), key=place)
