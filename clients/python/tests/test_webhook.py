"""The check of a webhook."""

import base64
import hashlib
import hmac
import json
import unittest
from typing import Any, Dict, List, Union

from call_analysis import CallAnalysisError, verify_webhook
from call_analysis.models import AnalysisFailedEvent

from .test_models import FAILED

SECRET = "whsec_" + base64.b64encode(b"the secret of the tests").decode("ascii")
OTHER = "whsec_" + base64.b64encode(b"the secret before it").decode("ascii")
NOW = 1_790_000_000

DATA = {name: value for name, value in FAILED.items() if name != "progress"}
EVENT = {
    "event": "analysis.failed",
    "id": "evt_1",
    "created": NOW,
    "livemode": False,
    "data": DATA,
}
BODY = json.dumps(EVENT).encode("utf-8")


def signature(secret: str, body: bytes = BODY, at: int = NOW) -> str:
    """Sign as the service does."""
    key = base64.b64decode(secret[len("whsec_") :])
    signed = hmac.new(key, f"evt_1.{at}.".encode("ascii") + body, hashlib.sha256)
    return "v1," + base64.b64encode(signed.digest()).decode("ascii")


def headers(signatures: str, at: int = NOW) -> Dict[str, Any]:
    """Give the headers of a webhook."""
    return {
        "Webhook-Id": "evt_1",
        "WEBHOOK-TIMESTAMP": str(at),
        "webhook-signature": signatures,
    }


class VerifyWebhookTest(unittest.TestCase):
    """The check of a webhook."""

    def refused(self, given: Dict[str, Any], **options: Any) -> str:
        """Give the kind of the error."""
        with self.assertRaises(CallAnalysisError) as raised:
            verify_webhook(BODY, given, SECRET, now=NOW, **options)
        return raised.exception.kind

    def test_genuine(self) -> None:
        """Its event is read, from bytes or text, with headers in any case."""
        bodies: List[Union[bytes, bytearray, memoryview, str]]
        bodies = [BODY, BODY.decode("utf-8"), bytearray(BODY), memoryview(BODY)]
        for body in bodies:
            event = verify_webhook(body, headers(signature(SECRET)), SECRET, now=NOW)
            assert isinstance(event, AnalysisFailedEvent)
            self.assertEqual(event.data.metadata.error_code, "not_audio")

    def test_rotation(self) -> None:
        """Two signatures, two secrets: one pair is enough."""
        both = f"v1a,x {signature(OTHER)} {signature(SECRET)}"
        verify_webhook(BODY, headers(both), SECRET, now=NOW)
        verify_webhook(BODY, headers(signature(OTHER)), [SECRET, OTHER], now=NOW)

    def test_refused(self) -> None:
        """All that the service did not sign, or not lately."""
        good = signature(SECRET)
        cases: Dict[str, Dict[str, Any]] = {
            "another secret": headers(signature(OTHER)),
            "another body": headers(signature(SECRET, b"{}")),
            "another version": headers(good.replace("v1,", "v2,")),
            "no signature": headers(""),
            "no headers": {},
            "not base64": headers("v1,\u20ac"),
            "another time": headers(good, NOW + 1),
            "too old": headers(signature(SECRET, at=NOW - 301), NOW - 301),
            "from the future": headers(signature(SECRET, at=NOW + 301), NOW + 301),
            "no time": {**headers(good), "WEBHOOK-TIMESTAMP": "soon"},
            "a time in other digits": {**headers(good), "WEBHOOK-TIMESTAMP": "\u0661"},
        }
        for name, given in cases.items():
            with self.subTest(name):
                self.assertEqual(self.refused(given), "signature")

    def test_tolerance(self) -> None:
        """The caller may narrow it."""
        given = headers(signature(SECRET, at=NOW - 11), NOW - 11)
        self.assertEqual(self.refused(given, tolerance=10), "signature")

    def test_secret_that_is_none(self) -> None:
        """It is a fault of the call."""
        for secret in ("", "whsec_", "whsec_\u20ac", []):
            with self.assertRaises(CallAnalysisError) as raised:
                verify_webhook(BODY, headers(signature(SECRET)), secret, now=NOW)
            self.assertEqual(raised.exception.kind, "argument")


if __name__ == "__main__":
    unittest.main()
