"""What the groups of operations share."""

from dataclasses import replace
from typing import Callable, Optional, Protocol, Sequence, TypeVar

from ._answer import Answer
from ._cancellation import Cancellation
from ._decode import Members, boolean, integer, list_of
from ._errors import CallAnalysisError
from ._given import query_of
from ._listing import Listing, Page
from ._transport import Request, Transport, pause
from ._waiting import FIRST_POLL_S, Limit, next_poll_s

Value = TypeVar("Value")


class HasStatus(Protocol):
    """What has a status."""

    @property
    def status(self) -> str:
        """How it stands."""


Seen = TypeVar("Seen", bound=HasStatus)


class Resource:
    """A group of operations."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _json(self, request: Request, decode: Callable[[object], Value]) -> Value:
        return self._transport.send(request, lambda answer: decoded(answer, decode))

    def _json_or_none(
        self, request: Request, decode: Callable[[object], Value]
    ) -> Optional[Value]:
        """None for an answer with status 204: the service has nothing to give."""
        return self._transport.send(
            request,
            lambda answer: None if answer.status == 204 else decoded(answer, decode),
        )

    def _text(self, request: Request) -> str:
        return self._transport.send(
            replace(request, headers={"Accept": "*/*"}), lambda answer: answer.text()
        )

    def _list(
        self,
        request: Request,
        form: str,
        decode: Callable[[object], Value],
        limit: Optional[int],
        skip: int,
    ) -> Listing[Value]:
        """`form`: `items`, paged with `skip`, or `data`, paged with `offset`."""

        def fetch(at: int) -> Page[Value]:
            skip_by = {"skip" if form == "items" else "offset": at}
            paging = query_of(limit=limit, **(skip_by if at > 0 else {}))
            page = replace(request, query={**request.query, **paging})
            return self._json(page, lambda value: _read_page(value, form, decode, at))

        return Listing(fetch, skip)

    def _wait(
        self,
        what: str,
        ask: Callable[[Optional[Cancellation]], Seen],
        statuses: Sequence[str],
        timeout: Optional[float],
        cancel: Optional[Cancellation],
    ) -> Seen:
        """Ask again and again until the status is none of these."""
        limit = Limit(timeout, cancel)
        with limit.enforced(what):
            wait_s = FIRST_POLL_S
            while True:
                seen = ask(limit.cancel)
                if seen.status not in statuses:
                    return seen
                pause(wait_s, limit.cancel)
                wait_s = next_poll_s(wait_s)
        raise AssertionError("a wait ends in an answer or in an error")


def _read_page(
    value: object, form: str, decode: Callable[[object], Value], skip: int
) -> Page[Value]:
    members = Members(value, "The page")
    items = members.find(form, list_of(decode)) or []
    total = members.find("total", integer) or 0
    if form == "data":
        return Page(items, total, members.find("has_more", boolean) or False)
    return Page(items, total, skip + len(items) < total)


def decoded(answer: Answer, decode: Callable[[object], Value]) -> Value:
    """Read the body of an answer; `answer` where it does not fit."""
    value = answer.json()
    try:
        return decode(value)
    except ValueError as error:
        raise CallAnalysisError(
            f"The answer does not fit: {error}",
            kind="answer",
            status=answer.status,
            request_id=answer.request_id,
        ) from None
