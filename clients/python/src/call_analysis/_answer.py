"""What the service answered."""

import http.client
import json
from dataclasses import dataclass, field
from typing import Any, List, Mapping, NoReturn, Optional

from ._errors import CallAnalysisError, ValidationItem
from ._retry import is_retryable_status

MAX_ERROR_BYTES = 1_048_576


@dataclass(frozen=True)
class Answer:
    """An answer, read to its end."""

    status: int
    content_type: str
    request_id: Optional[str]
    retry_after: Optional[str]
    body: bytes
    is_framed: bool
    """False where only the end of the connection tells the end of the body."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """By lower-case name."""

    @classmethod
    def read(cls, response: http.client.HTTPResponse) -> "Answer":
        """Read it; OSError or HTTPException where it is cut."""
        is_framed = response.chunked or response.length is not None
        is_success = 200 <= response.status <= 299
        try:
            body = response.read() if is_success else response.read(MAX_ERROR_BYTES)
        except (OSError, http.client.HTTPException):
            # The status of an error is worth more than the sentence that was cut.
            if is_success:
                raise
            body = b""
        return cls(
            status=response.status,
            content_type=response.headers.get("Content-Type", ""),
            request_id=response.headers.get("X-Request-Id"),
            retry_after=response.headers.get("Retry-After"),
            body=body,
            is_framed=is_framed,
            headers={name.lower(): value for name, value in response.headers.items()},
        )

    def json(self) -> Any:
        """Read the body as JSON; `answer` where it is none."""
        try:
            return read_json(self.body)
        except ValueError:
            # Where nothing tells its length, half an answer looks like a whole one.
            is_cut = not self.is_framed and "json" in self.content_type
            raise CallAnalysisError(
                "The answer was cut" if is_cut else "The answer is not JSON",
                kind="connection" if is_cut else "answer",
                status=None if is_cut else self.status,
                request_id=self.request_id,
                retryable=is_cut,
            ) from None

    def text(self) -> str:
        """Read the body as text."""
        return self.body.decode("utf-8", "replace")


def read_json(data: bytes) -> Any:
    """Parse JSON; ValueError where it is none."""
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_refuse)
    except RecursionError:
        raise ValueError("too deep") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def error_of(answer: Answer) -> CallAnalysisError:
    """Turn an answer that is not a success into the error that is raised."""
    if 300 <= answer.status <= 399:
        detail: Optional[str] = (
            "The service answered with a redirect, which is not followed:"
            " the credential would go to another address"
        )
        items = None
    else:
        detail, items = _read_detail(answer.body)
    error = CallAnalysisError(
        detail or f"The service answered with the status {answer.status}",
        kind="api",
        status=answer.status,
        items=items,
        request_id=answer.request_id,
        retryable=is_retryable_status(answer.status),
    )
    error._retry_after = answer.retry_after
    return error


def _read_detail(body: bytes) -> "tuple[Optional[str], Optional[List[ValidationItem]]]":
    try:
        answer = read_json(body)
    except ValueError:
        return None, None
    detail = answer.get("detail") if isinstance(answer, dict) else None
    if isinstance(detail, str):
        return detail, None
    if not isinstance(detail, list):
        return None, None
    items = [_read_item(item) for item in detail if isinstance(item, dict)]
    return "; ".join(f"{'.'.join(item.loc)}: {item.msg}" for item in items), items


def _read_item(item: Any) -> ValidationItem:
    loc = item.get("loc")
    return ValidationItem(
        type=str(item.get("type", "")),
        loc=tuple(str(step) for step in loc) if isinstance(loc, list) else (),
        msg=str(item.get("msg", "")),
        input=item.get("input"),
    )
