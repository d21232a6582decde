"""What a newcomer gets: the package, and the examples of the README."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


class PackageTest(unittest.TestCase):
    """The package and its README."""

    def test_examples_of_the_readme(self) -> None:
        """They are Python, on lines that a page shows whole."""
        text = (TOP / "README.md").read_text("utf-8")
        examples = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
        self.assertGreater(len(examples), 5)
        for number, example in enumerate(examples):
            with self.subTest(number):
                self.assertLessEqual(max(map(len, example.split("\n"))), 88)
                # One example stands in a coroutine.
                lines = "\n    ".join(example.split("\n"))
                compile(f"async def example():\n    {lines}", "README.md", "exec")

    @unittest.skipIf(sys.version_info < (3, 11), "tomllib came with Python 3.11")
    def test_wheel(self) -> None:
        """The library runs out of the wheel that the standard library built."""
        program = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "import call_analysis; print(call_analysis.__file__)"
        )
        with tempfile.TemporaryDirectory() as folder:
            built = subprocess.run(
                [sys.executable, TOP / "tools" / "build_wheel.py", folder],
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            )
            wheel = built.stdout.strip()
            ran = subprocess.run(
                [sys.executable, "-c", program, wheel],
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            )
        self.assertTrue(ran.stdout.startswith(wheel))


if __name__ == "__main__":
    unittest.main()
