"""PySide6 6.12.0 on Python 3.11 loses a reference with each emit and aborts after some thousands; ours must not."""

import subprocess
import sys

EMITS = 100_000


def emit_often() -> None:
    """In a process of its own: what goes wrong here takes the interpreter down."""
    from PySide6.QtCore import QObject, Signal

    class Sender(QObject):
        nothing = Signal()
        truth = Signal(bool)
        anything = Signal(object)

    class Receiver(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.count = 0

        def take_nothing(self) -> None:
            self.count += 1

        def take(self, value: object) -> None:
            assert value is True or value is None
            self.count += 1

    sender, receiver = Sender(), Receiver()
    sender.nothing.connect(receiver.take_nothing)
    sender.truth.connect(receiver.take)
    sender.anything.connect(receiver.take)
    for _ in range(EMITS):
        sender.nothing.emit()
        sender.truth.emit(True)
        sender.anything.emit(None)
        sender.setObjectName("")  # a call that returns nothing
    assert receiver.count == 3 * EMITS
    before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(1000):
        sender.nothing.emit()
        sender.truth.emit(True)
        sender.anything.emit(None)
    after = sys.getrefcount(None), sys.getrefcount(True)
    assert all(b - a > -500 for a, b in zip(before, after, strict=True)), "references leak away"
    print("alive")


def test_signals_can_be_emitted_100_000_times():
    done = subprocess.run([sys.executable, __file__], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


if __name__ == "__main__":
    emit_often()
