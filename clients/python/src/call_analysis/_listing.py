"""Lists, page by page."""

from dataclasses import dataclass
from typing import Callable, Generic, Iterator, List, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list."""

    items: List[Item]
    total: int
    """How many there are on all pages."""
    has_more: bool


class Listing(Generic[Item]):
    """A list that is fetched while it is iterated, a page at a time.

    Each `for` begins anew, at the first page.
    """

    def __init__(self, fetch: Callable[[int], Page[Item]], skip: int) -> None:
        self._fetch = fetch
        self._skip = skip

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items

    def pages(self) -> Iterator[Page[Item]]:
        """Fetch page after page; the last one may be empty."""
        skip = self._skip
        while True:
            page = self._fetch(skip)
            yield page
            skip += len(page.items)
            # A page that is empty ends the list, whatever it says of more.
            if not page.items or not page.has_more:
                return
