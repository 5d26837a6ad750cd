"""What an experiment is about, kept in experiment.json from its beginning: with it a report can be made of whatever
runs are there. Light: no torch, no matplotlib."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import UserError
from engine.experiments.data.paper import Paper
from engine.experiments.written_files import write_json

NAME = "experiment.json"


@dataclass(frozen=True, slots=True)
class ExperimentFacts:
    """`setup` says in words what is measured on what; `protocol` and `plan` are the same for programs.

    The plan has methods, bits, seeds, epochs and tune_budget. `at`: K of mAP@K, None for all.
    """

    title: str
    setup: str
    at: int | None
    paper: Paper
    protocol: Mapping[str, Any]
    plan: Mapping[str, Any]

    @property
    def methods(self) -> list[str]:
        return list(dict.fromkeys(self.plan["methods"]))

    @property
    def bits(self) -> list[int]:
        return sorted(set(self.plan["bits"]))


def write_facts(facts: ExperimentFacts, out: Path) -> None:
    write_json(out / NAME, asdict(facts))


def read_facts(out: Path) -> ExperimentFacts:
    path = out / NAME
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        paper = document["paper"]
        mAP = {name: {int(bits): float(value) for bits, value in row.items()} for name, row in paper["mAP"].items()}
        facts = ExperimentFacts(**{**document, "paper": Paper(mAP, str(paper["difference"]))})
        _check(facts)
    except FileNotFoundError:
        raise UserError(f"There is no experiment in {out}: {NAME} is missing.") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"{path} cannot be read: it is damaged.") from error
    return facts


def _check(facts: ExperimentFacts) -> None:
    if not facts.methods or not facts.bits or not all(isinstance(bits, int) for bits in facts.bits):
        raise ValueError("no plan")
    if int(facts.plan["seeds"]) < 1 or int(facts.plan["epochs"]) < 1 or not isinstance(facts.protocol, dict):
        raise ValueError("no plan")
