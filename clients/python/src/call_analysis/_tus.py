"""The requests of tus 1.0: how an upload is made, asked after and sent on."""

import base64
import re
from dataclasses import dataclass
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Mapping, Optional
from urllib.parse import unquote, urlsplit

from ._answer import Answer
from ._cancellation import Cancellation
from ._errors import CallAnalysisError
from ._given import segment
from ._multipart import PartBody
from ._transport import Request

VERSION = {"Tus-Resumable": "1.0.0"}


@dataclass(frozen=True)
class Upload:
    """A recording on its way to the service, in parts."""

    id: str
    length: int
    """Bytes of the whole recording."""
    offset: int
    """Bytes that the service has."""
    expires_at: Optional[int]
    """When an upload that no analysis took ends, in Unix seconds; None if not told."""


def creation(
    length: int,
    file_name: str,
    idempotency_key: Optional[str],
    timeout: Optional[float],
    cancel: Optional[Cancellation],
) -> Request:
    """Make an upload."""
    name = base64.b64encode(file_name.encode("utf-8", "replace")).decode("ascii")
    return Request(
        "POST",
        "/uploads",
        headers={
            **VERSION,
            "Upload-Length": str(length),
            "Upload-Metadata": f"filename {name}",
        },
        idempotency_key=idempotency_key,
        timeout=timeout,
        cancel=cancel,
    )


def question(
    id: str, timeout: Optional[float], cancel: Optional[Cancellation]
) -> Request:
    """Ask how much of it the service has."""
    return Request("HEAD", _path(id), headers=VERSION, timeout=timeout, cancel=cancel)


def part(
    upload: Upload,
    body: PartBody,
    timeout: Optional[float],
    cancel: Optional[Cancellation],
) -> Request:
    """Send what follows."""
    return Request(
        "PATCH",
        _path(upload.id),
        body=body,
        headers={**VERSION, "Upload-Offset": str(upload.offset)},
        timeout=timeout,
        cancel=cancel,
    )


def deletion(
    id: str, timeout: Optional[float], cancel: Optional[Cancellation]
) -> Request:
    """Delete it."""
    return Request("DELETE", _path(id), headers=VERSION, timeout=timeout, cancel=cancel)


def created_upload(answer: Answer, length: int) -> Upload:
    """Read where the upload is.

    Only its id counts: the credential goes to the service that the client was made for.
    """
    try:
        path = urlsplit(answer.headers.get("location", "")).path
    except ValueError:
        path = ""
    id = unquote(path.rstrip("/").rsplit("/", 1)[-1])
    if not id:
        raise _wrong("The service made an upload and did not say where", answer)
    return Upload(id, length, 0, _expiry_in(answer.headers))


def found_upload(id: str, answer: Answer) -> Upload:
    """Read how the upload stands."""
    length = _bytes_in(answer.headers.get("upload-length"))
    if length is None:
        raise _wrong("The service did not say how large the upload is", answer)
    return Upload(id, length, offset_in(answer, length), _expiry_in(answer.headers))


def offset_in(answer: Answer, length: int) -> int:
    """Read how much of the upload the service has."""
    offset = _bytes_in(answer.headers.get("upload-offset"))
    if offset is None or offset > length:
        raise _wrong("The service did not say how much of the upload it has", answer)
    return offset


def _bytes_in(text: Optional[str]) -> Optional[int]:
    is_number = text is not None and re.fullmatch(r"[0-9]{1,15}", text)
    return int(text) if text is not None and is_number else None


def _expiry_in(headers: Mapping[str, str]) -> Optional[int]:
    try:
        date = parsedate_to_datetime(headers["upload-expires"])
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        return None
    return int((date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp())


def _path(id: str) -> str:
    return f"/uploads/{segment(id, 'id')}"


def _wrong(detail: str, answer: Answer) -> CallAnalysisError:
    return CallAnalysisError(
        detail, kind="answer", status=answer.status, request_id=answer.request_id
    )
