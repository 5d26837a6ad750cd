"""`dualhash check [--repair]`: verify the library, mend what can be computed again."""

import argparse
from dataclasses import asdict
from typing import Any

from engine.commands.terminal import print_line, run_with_progress
from engine.images import confinement
from engine.images.confinement import Means
from engine.jobs.checking import check
from engine.library import Library
from engine.store import backup
from engine.store.connection import Database

WRITES = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="mend what can be mended")


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    findings = run_with_progress(check(library, arguments.repair))
    if not arguments.json:
        for finding in findings:
            print_line(f"{finding.what} ({finding.count}){': mended' if finding.repaired else ''}")
        if not findings:
            print_line("All is well.")
        for remark in remarks(library.db, confinement.means()):
            print_line(remark)
    return {"ok": all(f.repaired for f in findings), "findings": [asdict(finding) for finding in findings]}


def remarks(db: Database, has: Means) -> list[str]:
    """What is worth knowing besides."""
    stays = "Until this is mended, the backup of your labels is not renewed."
    sentences = [stays if backup.is_held_up(db) else "", has.shortcoming()]
    return [sentence for sentence in sentences if sentence]
