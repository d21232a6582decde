"""Builds the wheel with the standard library alone, for machines without setuptools.

    python3 tools/build_wheel.py FOLDER

Python 3.11 or later, for its reader of TOML. Prints the path of the wheel, which
installs on every Python that the library runs on.
"""

import base64
import hashlib
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator, Tuple

TOP = Path(__file__).resolve().parent.parent
SOURCES = TOP / "src"
PACKAGE = "call_analysis"


def main(folder: Path) -> Path:
    """Write the wheel into `folder`."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    version = read_version()
    info = f"{PACKAGE}-{version}.dist-info"
    wheel = folder / f"{PACKAGE}-{version}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files(project, version, info):
            # A fixed time makes the same wheel of the same files.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
            checksum = digest.rstrip(b"=").decode("ascii")
            record.append(f"{name},sha256={checksum},{len(data)}\n")
        archive.writestr(f"{info}/RECORD", "".join(record) + f"{info}/RECORD,,\n")
    return wheel


def files(
    project: Dict[str, Any], version: str, info: str
) -> Iterator[Tuple[str, bytes]]:
    """Give the names and contents of what the wheel holds."""
    for path in sorted((SOURCES / PACKAGE).rglob("*")):
        if path.suffix == ".py" or path.name == "py.typed":
            yield path.relative_to(SOURCES).as_posix(), path.read_bytes()
    yield f"{info}/METADATA", metadata(project, version).encode("utf-8")
    tag = "Wheel-Version: 1.0\nGenerator: call-analysis\nRoot-Is-Purelib: true\n"
    yield f"{info}/WHEEL", f"{tag}Tag: py3-none-any\n".encode("ascii")
    yield f"{info}/top_level.txt", f"{PACKAGE}\n".encode("ascii")
    yield f"{info}/LICENSE", (TOP / "LICENSE").read_bytes()


def metadata(project: Dict[str, Any], version: str) -> str:
    """Write the metadata of the package, with the README as its description."""
    fields = [
        ("Metadata-Version", "2.1"),
        ("Name", project["name"]),
        ("Version", version),
        ("Summary", project["description"]),
        ("Author", project["authors"][0]["name"]),
        ("License", project["license"]["text"]),
        ("Keywords", ",".join(project["keywords"])),
        *(("Classifier", classifier) for classifier in project["classifiers"]),
        ("Requires-Python", project["requires-python"]),
        ("Description-Content-Type", "text/markdown"),
        ("License-File", "LICENSE"),
    ]
    head = "".join(f"{name}: {value}\n" for name, value in fields)
    return f"{head}\n{(TOP / project['readme']).read_text('utf-8')}"


def read_version() -> str:
    """Give the version that the library says it has."""
    text = (SOURCES / PACKAGE / "_version.py").read_text("utf-8")
    return text.split('"')[-2]


if __name__ == "__main__":
    print(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
