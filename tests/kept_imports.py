"""Imported last by the process that others are forked off, so that they find done what each would begin with.

A session on each exported network that is there is open. And what was imported stays: none of them looks through it
for garbage, which would have all of it copied.
"""

import gc
from functools import cache

from engine.model import encoder
from engine.model.onnx_export import cache_folder

encoder.open_session = cache(encoder.open_session)
for path in cache_folder().glob("*.onnx"):
    encoder.open_session(str(path), 1)

gc.collect()
gc.freeze()
