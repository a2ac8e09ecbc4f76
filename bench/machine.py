"""The machine that the numbers were measured on."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

from bench.places import SPARK


def describe() -> str:
    """One paragraph: processor, cores, load, Java, Spark, Python."""
    processor = next(
        (
            row.partition(":")[2].strip()
            for row in Path("/proc/cpuinfo").read_text().splitlines()
            if row.startswith("model name")
        ),
        platform.processor(),
    )
    java = subprocess.run(["java", "-version"], capture_output=True, text=True, check=True)
    load = os.getloadavg()[1]
    return (
        f"{processor}, {os.cpu_count()} cores, load {load:.1f} over the last five minutes; "
        f"{java.stderr.splitlines()[0]}; Spark {SPARK.version}, local[2]; {platform.platform()}."
    )
