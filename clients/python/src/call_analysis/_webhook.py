"""Checks that a webhook comes from the service."""

import base64
import binascii
import hashlib
import hmac
import re
import time
from typing import Dict, Iterable, Optional, Protocol, Sequence, Tuple, Union

from ._answer import read_json
from ._errors import CallAnalysisError, ErrorKind
from .models import WebhookNotification, webhook_notification_from_json

DEFAULT_TOLERANCE_S = 300


class Headers(Protocol):
    """Headers, as a dict or as the object of a web framework."""

    def items(self) -> Iterable[Tuple[str, object]]:
        """Give names and values."""


def verify_webhook(
    body: Union[bytes, bytearray, memoryview, str],
    headers: Headers,
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = DEFAULT_TOLERANCE_S,
    now: Optional[float] = None,
) -> WebhookNotification:
    """Check the signature of a webhook and read its event.

    Args:
        body: The raw bytes of the request, before a parser of JSON reads them.
        headers: Its headers; upper and lower case do not matter.
        secret: `whsec_…` of `client.webhooks.secret()`, or several of them: the
            request passes with any.
        tolerance: Seconds that its time may differ from the clock.
        now: The clock, in Unix seconds.

    Raises:
        CallAnalysisError: `signature` where the service did not sign this request, or
            not lately; `argument` for a secret that is none; `answer` for an event
            that cannot be read.
    """
    raw = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise _error("argument", "Give at least one secret")
    found = _wanted(headers)
    webhook_id = found.get("webhook-id", "")
    timestamp = found.get("webhook-timestamp", "")
    signatures = found.get("webhook-signature", "")
    if not webhook_id or not timestamp or not signatures:
        raise _error("signature", "The request has no webhook signature")
    if not re.fullmatch(r"[0-9]{1,15}", timestamp):
        raise _error("signature", "The time of the webhook is not valid")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise _error("signature", "The time of the webhook is too far from the clock")
    signed = f"{webhook_id}.{timestamp}.".encode("utf-8", "surrogateescape") + raw
    if not _matches(keys, signed, signatures):
        raise _error("signature", "The signature of the webhook does not match")
    try:
        return webhook_notification_from_json(read_json(raw))
    except ValueError as error:
        raise _error("answer", f"The webhook cannot be read: {error}") from None


def _matches(keys: Sequence[bytes], signed: bytes, signatures: str) -> bool:
    expected = [
        b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        for key in keys
    ]
    given = [part.encode("utf-8", "surrogateescape") for part in signatures.split()]
    # All are compared, so that the time does not tell which one came near.
    results = [hmac.compare_digest(one, other) for one in given for other in expected]
    return any(results)


def _key_of(secret: str) -> bytes:
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise _error("argument", "The secret must be whsec_ and base64")
    return key


def _wanted(headers: Headers) -> Dict[str, str]:
    found: Dict[str, str] = {}
    for name, value in headers.items():
        if isinstance(value, (list, tuple)):
            value = " ".join(str(one) for one in value)
        text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
        found[str(name).lower()] = text
    return found


def _error(kind: ErrorKind, detail: str) -> CallAnalysisError:
    return CallAnalysisError(detail, kind=kind)
