"""One worker process: what runs in it, and how the pool talks to it.

It has a pipe of its own in each direction and reads the files it is given one after the other, in their order. So
the file that it died of is known for sure: the first one that it gave no answer to. Nothing is shared with other
workers that a dying one could leave locked.
"""

import gc
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from engine.images import answers, reading
from engine.images.confinement import allow_seconds
from engine.model.backbones import Backbone
from engine.worker_processes import deaf_to_ctrl_c, starting

LONGEST_ANSWER = 1 << 30
END_SECONDS = 2.0  # a killed process is gone at once, unless it hangs in the kernel on a dead drive

Call = tuple[Callable[..., Any], tuple[Any, ...]]

# Two threads that ask after the same process at once can miss its exit code.
_asking = threading.Lock()


class Worker:
    """A worker process as the pool sees it. `hear` and `give` raise EOFError or OSError when it is gone."""

    def __init__(self, backbone: Backbone, onnx_path: str | None, seconds_a_file: float, confined: bool) -> None:
        context = starting()
        its_work, self._work = context.Pipe(duplex=False)
        self._answers, its_answers = context.Pipe(duplex=False)
        arguments = (its_work, its_answers, backbone, onnx_path, seconds_a_file, confined)
        self.process = context.Process(target=serve, args=arguments, daemon=True)
        with _asking, deaf_to_ctrl_c():
            self.process.start()
        its_work.close()
        its_answers.close()

    def give(self, work: Call) -> None:
        self._work.send(work)

    def hear(self) -> Any:
        """Wait for the next answer. What it said before it died is heard, too."""
        ready = wait([self._answers, self.process.sentinel])
        if self._answers not in ready and not self._answers.poll():
            raise EOFError
        return answers.unpack(self._answers.recv_bytes(LONGEST_ANSWER))

    def kill(self) -> None:
        with _asking:
            self.process.kill()

    def end(self) -> int | None:
        """See to it that the process is gone. Returns its exit code, if it can be known."""
        with _asking:
            self.process.kill()
            self.process.join(END_SECONDS)
            code = self.process.exitcode
        self._work.close()
        self._answers.close()
        return code


def serve(
    work: "Connection[Any, Any]",
    said: "Connection[Any, Any]",
    backbone: Backbone,
    onnx_path: str | None,
    seconds_a_file: float,
    confined: bool,
) -> None:
    """In the worker process. The first answer says whether it is ready, and what could not be given up."""
    try:
        said.send_bytes(answers.pack(("ready", reading.start_worker(backbone, onnx_path, confined))))
    except Exception:
        said.send_bytes(answers.pack(("unable", traceback.format_exc())))
        return
    gc.freeze()  # what was imported stays: looking at all of it again takes as long as reading many a picture
    with suppress(EOFError, BrokenPipeError):
        while True:
            function, arguments = work.recv()
            allow_seconds(2 * seconds_a_file)
            said.send_bytes(_answer(function, arguments))


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        return answers.pack(("read", function(*arguments)))
    except Exception as error:
        return answers.pack(("failed", type(error).__name__, traceback.format_exc()))
