"""The tests: `python3 -m unittest discover -s tests -t .` in the folder above."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))
