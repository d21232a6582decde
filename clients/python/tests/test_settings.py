"""What a client may be given."""

import os
import unittest
from typing import Any, Dict
from unittest import mock

from call_analysis import CallAnalysis, CallAnalysisError


class SettingsTest(unittest.TestCase):
    """What a client may be given."""

    def test_addresses(self) -> None:
        """Slashes at the end do not matter, a path in front stays."""
        expected = {
            "http://localhost:3000": "http://localhost:3000",
            "http://localhost:3000//": "http://localhost:3000",
            "https://calls.example.com:443/": "https://calls.example.com",
            "https://example.com/calls/": "https://example.com/calls",
            "http://[::1]:3000": "http://[::1]:3000",
        }
        for given, shown in expected.items():
            client = CallAnalysis(base_url=given)
            self.assertEqual(repr(client), f"CallAnalysis(base_url={shown!r})")

    def test_refused(self) -> None:
        """What can never work fails at once."""
        cases: Dict[str, Dict[str, Any]] = {
            "another protocol": {"base_url": "ftp://localhost"},
            "no protocol": {"base_url": "localhost:3000"},
            "no host": {"base_url": "http://"},
            "a user": {"base_url": "http://user:password@localhost"},
            "a query": {"base_url": "http://localhost/?a=b"},
            "a port too high": {"base_url": "http://localhost:99999"},
            "a line break": {"api_key": "sk_test_a\r\nX-Evil: 1"},
            "no time": {"timeout": 0},
            "no number of retries": {"max_retries": -1},
        }
        for name, settings in cases.items():
            with self.subTest(name), self.assertRaises(CallAnalysisError) as raised:
                CallAnalysis(**settings)
            self.assertEqual(raised.exception.kind, "argument")
            self.assertNotIn("X-Evil", str(raised.exception))

    def test_environment(self) -> None:
        """It says what the caller does not."""
        given = {"CALL_ANALYSIS_URL": "http://calls:1", "CALL_ANALYSIS_API_KEY": "sk_a"}
        with mock.patch.dict(os.environ, given):
            self.assertIn("'http://calls:1'", repr(CallAnalysis()))
            self.assertEqual(CallAnalysis()._settings.api_key, "sk_a")
            self.assertEqual(CallAnalysis("sk_b")._settings.api_key, "sk_b")


if __name__ == "__main__":
    unittest.main()
