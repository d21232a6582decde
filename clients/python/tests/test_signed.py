"""The check of what the service has signed."""

import json
import unittest
from pathlib import Path

from call_analysis import CallAnalysisError, verify_signed

try:
    import cryptography  # noqa: F401
except ImportError:
    HAS_ED25519 = False
else:
    HAS_ED25519 = True

VECTORS = json.loads(
    (Path(__file__).parents[2] / "conformance" / "signed-objects.json").read_text("utf-8")
)


@unittest.skipUnless(HAS_ED25519, "the package cryptography is not installed")
class VerifySignedTest(unittest.TestCase):
    """The check of what the service has signed."""

    def test_vectors(self) -> None:
        """The vectors of the service hold, and what was changed does not."""
        for case in VECTORS["cases"]:
            with self.subTest(case["name"]):
                if case["holds"]:
                    found = verify_signed(case["text"], VECTORS["key_set"])
                    self.assertEqual(found, json.loads(case["text"]))
                    continue
                with self.assertRaises(CallAnalysisError) as refused:
                    verify_signed(json.loads(case["text"]), VECTORS["key_set"])
                self.assertEqual(refused.exception.kind, "signature")

    def test_key_set(self) -> None:
        """A key set that is none is a wrong argument."""
        with self.assertRaises(CallAnalysisError) as refused:
            verify_signed(VECTORS["cases"][0]["text"], "keys")
        self.assertEqual(refused.exception.kind, "argument")
