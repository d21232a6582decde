"""The one exception of this library."""

from dataclasses import dataclass
from typing import Any, List, Literal, Optional, Tuple

ErrorKind = Literal[
    "api", "connection", "timeout", "cancelled", "answer", "argument", "signature"
]


@dataclass(frozen=True)
class ValidationItem:
    """One fault of a request, out of an answer 422."""

    type: str
    """The kind of fault, in a word: `missing`, `string_too_long`."""
    loc: Tuple[str, ...]
    """Where it is: `("body", "agent_id")`."""
    msg: str
    """What is wrong, in a sentence."""
    input: Any = None
    """What was sent there."""


class CallAnalysisError(Exception):
    """Every failure of this library.

    `kind` tells what went wrong:

    - `api`: the service answered with an error; `status` and `detail` say which.
    - `connection`: no connection, or it was cut, or the certificate is not valid.
    - `timeout`: nothing was sent or received for the length of the time-out, or
      the time that `wait_for_completion` was given is over.
    - `cancelled`: the event given as `cancel` was set.
    - `answer`: the answer cannot be read: not JSON, or not what the document says.
    - `argument`: the call cannot be made as it was written.
    - `signature`: `verify_webhook` refuses the request, or `verify_signed` the object.
    """

    def __init__(
        self,
        detail: str,
        *,
        kind: ErrorKind,
        status: Optional[int] = None,
        items: Optional[List[ValidationItem]] = None,
        request_id: Optional[str] = None,
        retryable: bool = False,
        idempotency_key: Optional[str] = None,
        upload_id: Optional[str] = None,
    ) -> None:
        super().__init__(detail)
        self.kind: ErrorKind = kind
        """What went wrong; see the class."""
        self.detail = detail
        """What went wrong, in a sentence."""
        self.status = status
        """Status of the answer; None when there was none."""
        self.items = items
        """The faults of the request, for an answer 422 that lists them; else None."""
        self.request_id = request_id
        """`X-Request-Id` of the answer: name it when you ask for help."""
        self.retryable = retryable
        """True where the same request may succeed later."""
        self.idempotency_key = idempotency_key
        """The key of a POST: repeat the request with it, and it is done once."""
        self.upload_id = upload_id
        """The upload that holds the recording or a part of it; `uploads.send` goes on."""
        self._retry_after: Optional[str] = None

    def __reduce__(self) -> Tuple[Any, ...]:
        # Other processes get it whole: by default pickle would leave out the kind.
        return CallAnalysisError.__new__, (type(self), self.detail), self.__dict__

    def __str__(self) -> str:
        if self.status is None:
            return self.detail
        request = f" (request {self.request_id})" if self.request_id else ""
        return f"{self.status}: {self.detail}{request}"

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.detail!r}, kind={self.kind!r},"
            f" status={self.status!r}, request_id={self.request_id!r},"
            f" retryable={self.retryable!r})"
        )
