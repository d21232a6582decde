"""What a request carries."""

import json
from abc import ABC, abstractmethod
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Callable, ContextManager, Iterator, Mapping, Optional

from ._errors import CallAnalysisError


@dataclass
class OpenBody:
    """The body of one attempt."""

    length: Optional[int]
    """In bytes; None where it is not known before the end: sent in chunks."""
    chunks: Iterator[bytes]


class Body(ABC):
    """A body that is opened anew for each attempt."""

    @property
    @abstractmethod
    def content_type(self) -> str:
        """The header `Content-Type`."""

    @abstractmethod
    def open(self) -> ContextManager[OpenBody]:
        """Open it for one attempt."""

    def is_spent(self) -> bool:
        """Tell whether it cannot be sent a second time."""
        return False


class JsonBody(Body):
    """A JSON object."""

    def __init__(self, members: Mapping[str, object]) -> None:
        try:
            self._text = json.dumps(members, allow_nan=False).encode("ascii")
        except (TypeError, ValueError, RecursionError) as error:
            raise CallAnalysisError(
                f"The arguments cannot be written as JSON: {error}", kind="argument"
            ) from error

    @property
    def content_type(self) -> str:
        return "application/json"

    def open(self) -> ContextManager[OpenBody]:
        return nullcontext(OpenBody(len(self._text), iter((self._text,))))


Progress = Callable[[int, Optional[int]], None]
"""Called with the bytes of the recording that are sent, and how many there are.

None where that is not known. The first number never falls, also over retries.
"""
