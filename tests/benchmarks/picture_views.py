"""What views of a picture are worth, and what they cost: precision at 10 and mAP, built-in and trained, by label.

    python tests/benchmarks/picture_views.py DATA

DATA holds clothing10/ and trashnet6/ (folders of classes) and coco_multilabel/ (images/ and labels.csv). Built-in:
ITQ codes of 256 bits of all pictures, each asked for. Trained: DualHash-StoM, 64 bits, on four fifths of the
pictures, the others asked for among these; three seeds. Times are of this process, one thread, decoding left out.
"""

import csv
import sys
import time
from pathlib import Path

import numpy as np
from PIL import Image

from engine.evaluation.metrics import mean_average_precision, precision_at
from engine.evaluation.rankings import Sides, rank
from engine.experiments.data.split import Part
from engine.experiments.trained_methods import TrainedMethod
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.encoder import OnnxEncoder
from engine.model.linear_hash import itq
from engine.model.onnx_export import prepared
from engine.model.views import CROP, MIRRORED, WHOLE
from engine.progress import finish

CHOICES = ((CROP,), (WHOLE,), (CROP, WHOLE), (CROP, WHOLE, MIRRORED))
SEEDS = 3


def pictures(data: Path, name: str) -> tuple[list[Path], np.ndarray]:
    """Paths and multi-hot labels."""
    if (data / name / "labels.csv").exists():
        with (data / name / "labels.csv").open(newline="") as file:
            rows = [
                (data / name / "images" / row["file"], row["labels"].split(";")) for row in csv.DictReader(file)
            ]
    else:
        rows = [(path, [path.parent.name]) for path in sorted((data / name).glob("*/*"))]
    known = sorted({label for _, labels in rows for label in labels})
    return [path for path, _ in rows], np.array([[each in labels for each in known] for _, labels in rows])


def by_view(paths: list[Path], encoder: OnnxEncoder) -> tuple[dict[str, np.ndarray], dict[str, float]]:
    """Features of each view, and the processor time of one picture."""
    found: dict[str, list[np.ndarray]] = {CROP: [], WHOLE: [], MIRRORED: []}
    spent = dict.fromkeys(found, 0.0)
    for path in paths:
        with Image.open(path) as file:
            file.draft("RGB", (512, 512))
            picture = file.convert("RGB")
        for view, rows in found.items():
            began = time.process_time()
            crop = encoder.backbone.with_views((view,)).crop(picture)
            rows.append(encoder.features(crop[None])[0].astype(np.float16))
            spent[view] += time.process_time() - began
    return {view: np.stack(rows) for view, rows in found.items()}, {v: s / len(paths) for v, s in spent.items()}


def built_in(features_ND: np.ndarray, labels_NC: np.ndarray) -> tuple[float, float]:
    codes = finish(itq(features_ND.astype(np.float32), 256)).codes(features_ND.astype(np.float32))
    found = rank(Sides(codes, labels_NC, codes, labels_NC, 256, np.arange(len(codes))))
    return precision_at(found, 10), mean_average_precision(found)


def trained(features_ND: np.ndarray, labels_NC: np.ndarray, seed: int) -> tuple[float, float]:
    rows = np.random.default_rng(seed).permutation(len(features_ND))
    some, rest = rows[len(rows) // 5 :], rows[: len(rows) // 5]
    features_ND = features_ND.astype(np.float32)
    several = float((labels_NC.sum(axis=1) > 1).mean())
    queries, database = (Part(features_ND[part], labels_NC[part]) for part in (rest, some))
    method = TrainedMethod("dualhash-stom", several)
    function = finish(method.run(database, queries, 64, seed, 20, {"output": "last", "patience": 0})).function
    sides = Sides(
        function.codes(queries.inputs), queries.labels_NC, function.codes(database.inputs), database.labels_NC, 64
    )
    found = rank(sides)
    return precision_at(found, 10), mean_average_precision(found)


def main(data: Path) -> None:
    encoder = OnnxEncoder(EFFICIENTNET_LITE0, finish(prepared(EFFICIENTNET_LITE0)))
    for name in ("clothing10", "trashnet6", "coco_multilabel"):
        paths, labels_NC = pictures(data, name)
        views, seconds = by_view(paths, encoder)
        print(f"\n{name}, {len(paths)} pictures")
        for chosen in CHOICES:
            features_ND = np.concatenate([views[view] for view in chosen], axis=1)
            p10, mean = built_in(features_ND, labels_NC)
            runs = np.array([trained(features_ND, labels_NC, seed) for seed in range(SEEDS)])
            (t10, t_mean), (s10, s_mean) = runs.mean(axis=0), runs.std(axis=0)
            cost = 1000 * sum(seconds[view] for view in chosen)
            print(
                f"{' + '.join(chosen):26} built-in {p10:.3f} / {mean:.3f}   trained {t10:.3f} ± {s10:.3f} / "
                f"{t_mean:.3f} ± {s_mean:.3f}   {cost:.1f} ms a picture",
                flush=True,
            )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
