"""The worker processes of this process."""

import psutil

PYTHONS_OWN = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")


def worker_list() -> list[psutil.Process]:
    """Those that began anew, and those forked off Python's server for that, which look as it does; neither that
    server nor the tracker of resources, which stay for good."""
    return [child for child in psutil.Process().children(recursive=True) if not _is_pythons_own(child)]


def _is_pythons_own(child: psutil.Process) -> bool:
    try:
        return child.ppid() == psutil.Process().pid and any(
            name in " ".join(child.cmdline()) for name in PYTHONS_OWN
        )
    except psutil.Error:  # it has just ended
        return True
