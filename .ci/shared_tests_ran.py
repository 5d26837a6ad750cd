"""Fails if the shared data is here but a test that uses it was skipped, or if none ran.

Tests that use it say so in the report with the property "shared" (see tests/conftest.py).
"""

import os
import sys
import xml.etree.ElementTree as ElementTree

ran, skipped = 0, []
for case in ElementTree.parse(sys.argv[1]).iter("testcase"):
    if any(prop.get("name") == "shared" for prop in case.iter("property")):
        if case.find("skipped") is None:
            ran += 1
        else:
            skipped.append(f"{case.get('classname')}.{case.get('name')}")

here = os.path.isdir(os.path.join(os.path.dirname(__file__), "..", "..", "shared", "data"))
print(f"tests on shared data: {ran} ran, {len(skipped)} skipped; the data is {'here' if here else 'not here'}")
if here and (skipped or not ran):
    print(*skipped, sep="\n")
    sys.exit(1)
