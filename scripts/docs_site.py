"""`make docs`: the documentation as one static site in build/site, with the API references of both languages."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "site"
STATIC = ROOT / "build" / "docs-static"
REDIRECT = '<!doctype html><meta http-equiv="refresh" content="0; url=docs/index.html"><title>Headwater</title>\n'

# A page of the site, and the sbt module whose `doc` task writes it.
JVM = {"agent-api": "api213", "interfaces-scala": "interfaces-scala213"}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="scripts.docs_site", description=__doc__)
    parser.add_argument(
        "--mermaid", type=Path, required=True, help="the jar that holds mermaid.min.js"
    )
    parser.add_argument(
        "--without-jvm", action="store_true", help="leave the JVM API reference out"
    )
    options = parser.parse_args(arguments)
    unpack(options.mermaid, "mermaid.min.js", STATIC)
    shutil.rmtree(SITE, ignore_errors=True)
    if code := build():
        return code
    (SITE / "index.html").write_text(REDIRECT, encoding="utf-8")
    if not options.without_jvm:
        for page, module in JVM.items():
            shutil.copytree(api_of(module), SITE / "docs" / "api" / page)
    sys.stdout.write(f"    {SITE.relative_to(ROOT)}/index.html\n")
    return 0


def unpack(jar: Path, name: str, folder: Path) -> None:
    """Copy the one entry of the jar with this file name into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(jar) as archive:
        entry = next(each for each in archive.namelist() if each.endswith(f"/dist/{name}"))
        (folder / name).write_bytes(archive.read(entry))


def build() -> int:
    """Run Sphinx over the repository. Every warning is an error: a missing page or anchor fails the build."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-E", "-W", "--keep-going"]
    doctrees = ROOT / "build" / "docs-doctrees"
    return subprocess.run(
        [*command, "-d", str(doctrees), "-c", "docs", ".", str(SITE)], cwd=ROOT, check=False
    ).returncode


def api_of(module: str) -> Path:
    """The API reference that `./sbt <module>/doc` has written."""
    found = sorted((ROOT / "build" / "sbt" / module / "target").glob("**/api/index.html"))
    if not found:
        message = (
            f"no API reference of {module} below build/sbt/{module}/target: run ./sbt {module}/doc"
        )
        raise FileNotFoundError(message)
    return found[-1].parent


if __name__ == "__main__":
    sys.exit(main())
