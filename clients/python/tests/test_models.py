"""Models, and what a newer or a broken service may answer."""

import math
import unittest
from typing import Any, Dict, List

from call_analysis import UnknownModel
from call_analysis._decode import integer, number
from call_analysis.models import (
    CompletedAnalysis,
    FailedAnalysis,
    Subscription,
    analysis_from_json,
)

FAILED: Dict[str, Any] = {
    "id": "0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10",
    "object": "analysis",
    "created": 1_790_000_000,
    "livemode": False,
    "audio": {
        "url": None,
        "size_bytes": 0,
        "file_size": 0,
        "format": None,
        "duration_seconds": None,
        "channels": None,
        "damaged": None,
        "tracks": None,
    },
    "redaction": {
        "status": "none",
        "version": "1",
        "types": {},
        "audio": "original",
        "original": "kept",
        "limits": [],
        "pauses": [],
    },
    "redactions": [],
    "status": "failed",
    "progress": None,
    "call": {
        "agent_id": "agent-7",
        "contact_id": "cust-42",
        "external_id": None,
        "started_at": None,
        "direction": None,
        "duration_ms": None,
        "duration_seconds": None,
        "metrics": None,
    },
    "transcript": None,
    "results": None,
    "metadata": {
        "webhook_url": None,
        "webhook_events": ["analysis.completed"],
        "processing_time_ms": 12,
        "retryable": True,
        "version": "1",
        "retained_until": {"recording": None, "transcript": None, "analysis": None},
        "transcript_deleted_at": None,
        "completed_at": None,
        "error_message": "The recording is not audio",
        "error_code": "not_audio",
        "engine": None,
        "campaign": "spring",
    },
}


class ModelsTest(unittest.TestCase):
    """How answers become models."""

    def test_narrowing(self) -> None:
        """`status` tells the states of an analysis apart, for the type checker too."""
        analysis = analysis_from_json(FAILED)
        assert analysis.status == "failed"
        self.assertIsInstance(analysis, FailedAnalysis)
        self.assertEqual(analysis.metadata.error_code, "not_audio")
        self.assertEqual(analysis.metadata.extra, {"campaign": "spring"})
        self.assertEqual(analysis.to_json(), FAILED)

    def test_newer_service(self) -> None:
        """Members and words of a newer service do no harm."""
        newer: Dict[str, Any] = {**FAILED, "brand_new": {"a": [1]}}
        newer["metadata"] = {**FAILED["metadata"], "error_code": "brand_new"}
        analysis = analysis_from_json(newer)
        assert analysis.status == "failed"
        self.assertEqual(analysis.metadata.error_code, "brand_new")

    def test_status_of_a_newer_service(self) -> None:
        """An analysis in another state keeps all of its members."""
        newer = {**FAILED, "status": "archived"}
        analysis = analysis_from_json(newer)
        self.assertIsInstance(analysis, UnknownModel)
        self.assertEqual((analysis.id, analysis.status), (FAILED["id"], "archived"))
        self.assertEqual(analysis.to_json(), newer)
        self.assertFalse(hasattr(analysis, "brand_new"))

    def test_missing_member(self) -> None:
        """It is None."""
        analysis = analysis_from_json({"id": "x", "status": "completed"})
        assert isinstance(analysis, CompletedAnalysis)
        self.assertIsNone(analysis.results)

    def test_member_of_another_type(self) -> None:
        """The error names the member."""
        with self.assertRaisesRegex(ValueError, r"Subscription\.price_cents"):
            Subscription.from_json({"price_cents": "49"})

    def test_whole_numbers(self) -> None:
        """However they are written, where they fit."""
        for value in (60, 60.0, 6e1):
            self.assertEqual(integer(value), 60)
        self.assertEqual(integer(-(2**62)), -(2**62))
        wrong: List[object] = [1e400, math.nan, 60.5, 10**400, 2**63, True, "60", None]
        for one in wrong:
            with self.assertRaises(ValueError):
                integer(one)

    def test_numbers(self) -> None:
        """Not a number is none."""
        self.assertEqual(number(1), 1.0)
        wrong: List[object] = [1e400, math.nan, 10**400, False, "1"]
        for one in wrong:
            with self.assertRaises(ValueError):
                number(one)


if __name__ == "__main__":
    unittest.main()
