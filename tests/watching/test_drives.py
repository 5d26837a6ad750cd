"""What is mounted where, and what other computers may change."""

import os
import sys
from pathlib import Path

import pytest

from engine.watching.drives import mount_points, parsed, remote_kind

TABLE = rb"""
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:26 / /mnt/my\040nas rw shared:2 - nfs4 server:/photos rw
31 22 0:27 / /mnt/cloud rw - fuse.rclone remote: rw
32 22 8:17 / /media/usb rw - fuseblk /dev/sdb1 rw
33 30 8:18 / /mnt/my\040nas/local rw - ext4 /dev/sdc1 rw
not a line of a table
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (b"/home/photos", ""),
        (b"/mnt/my nas", "nfs4"),
        (b"/mnt/my nas/2024", "nfs4"),
        (b"/mnt/my nas/local/2024", ""),
        (b"/mnt/my nas 2", ""),
        (b"/mnt/cloud/2024", "fuse.rclone"),
        (b"/media/usb/DCIM", ""),
    ],
)
def test_network_drives_are_told_by_the_table_of_mounts(path: bytes, kind: str):
    assert remote_kind(path, parsed(TABLE)) == kind


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such table")
def test_this_systems_table_is_understood(tmp_path: Path):
    points = mount_points()
    assert b"/" in points
    assert remote_kind(os.fsencode(tmp_path), {}) == ""
