"""usage: python3 -m scripts.pack_jar JAR TARGET

The same jar, as small as deflate makes it, without entries for folders, and the same bytes for the same classes. sbt
compresses for speed and stamps each build with its time.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip file can say


def pack(jar: Path, target: Path) -> None:
    """The manifest stays first, where Java's own tools look for it."""
    part = target.with_suffix(".part")
    with ZipFile(jar) as source, ZipFile(part, "w", ZIP_DEFLATED, compresslevel=9) as out:
        for entry in source.infolist():
            if not entry.is_dir():
                named = ZipInfo(entry.filename, EPOCH)
                named.compress_type = ZIP_DEFLATED
                out.writestr(named, source.read(entry), compresslevel=9)
    part.replace(target)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pack(Path(sys.argv[1]), Path(sys.argv[2]))
