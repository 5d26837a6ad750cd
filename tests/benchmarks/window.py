"""The window with 100,000 images: first paint, repaints while scrolling, memory. Offscreen unless told otherwise.

    python tests/benchmarks/window.py [IMAGES]

Rows and tiny thumbnails are made for it in one process; the window is measured in another, fresh one.
"""

import os
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def make_library(path: str, count: int) -> None:
    import hashlib
    import io

    from PIL import Image

    from engine.library import open_library
    from engine.store import thumbnails
    from engine.store.folders import now

    library = open_library(path)
    jpegs = []
    for shade in range(64):
        out = io.BytesIO()
        Image.new("RGB", (64, 48), (shade * 4, 255 - shade * 4, 128)).save(out, "JPEG")
        jpegs.append(out.getvalue())
    with library.writing() as db, library.writing_thumbnails() as thumbnails_db:
        folder_id = db.execute("INSERT INTO folders (path, added_at) VALUES (?, ?)", (b"/photos", now())).lastrowid
        db.conn.executemany(
            "INSERT INTO images (id, content, format, width, height, added_at) VALUES (?, ?, 'JPEG', 64, 48, '')",
            ((i, hashlib.blake2b(i.to_bytes(8), digest_size=16).digest()) for i in range(1, count + 1)),
        )
        db.conn.executemany(
            "INSERT INTO files (folder_id, path, image_id, size, mtime_ns, waiting) VALUES (?, ?, ?, 1, 1, 0)",
            ((folder_id, b"%03d/IMG_%06d.jpg" % (i // 500, i), i) for i in range(1, count + 1)),
        )
        thumbnails.put(thumbnails_db, ((i, jpegs[i % 64]) for i in range(1, count + 1)))
    library.close()


def measure(path: str, count: int) -> None:
    import psutil
    from PySide6.QtWidgets import QApplication

    from engine.library import open_library
    from gui.session import Session
    from gui.widgets.theme import apply_theme
    from gui.window.main_window import MainWindow

    imported = time.perf_counter()
    app = QApplication([])
    apply_theme(app)
    window = MainWindow(Session(open_library(path)))
    window.show()
    while window.model.rowCount() < count or window.model.tile(0) is None:
        app.processEvents()
    window.grid.viewport().repaint()
    print(f"first paint with pictures, after the imports: {time.perf_counter() - imported:.2f} s")
    times = []
    bar = window.grid.verticalScrollBar()
    for step in range(600):
        bar.setValue(step * bar.maximum() // 6000 if step < 300 else step * bar.maximum() // 600)
        began = time.perf_counter()
        window.grid.viewport().repaint()
        times.append(time.perf_counter() - began)
        app.processEvents()
    times.sort()
    slow, worst = times[int(len(times) * 0.95)] * 1e3, times[-1] * 1e3
    print(f"repaints while scrolling: 95 % within {slow:.1f} ms, worst {worst:.1f}")
    print(f"resident memory: {psutil.Process().memory_info().rss / 1e6:.0f} MB")
    print(f"imported: {sorted({'torch', 'faiss', 'onnxruntime'} & set(sys.modules)) or 'neither torch nor faiss'}")
    began = time.perf_counter()
    window.close()
    print(f"closing: {time.perf_counter() - began:.2f} s")


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], int(sys.argv[3]))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "library")
        make_library(path, count)
        subprocess.run([sys.executable, __file__, "--measure", path, str(count)], check=True)


if __name__ == "__main__":
    main()
