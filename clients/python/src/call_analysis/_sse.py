"""Reads server-sent events, by the rules of the HTML standard."""

import codecs
from dataclasses import dataclass
from typing import Iterator, List


@dataclass(frozen=True)
class RawEvent:
    """One event, as it came."""

    name: str
    data: str
    last_id: str
    """The id to go on from after a cut."""


class EventParser:
    """Takes the bytes as they come, split wherever they are."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._line = ""
        self._ends_with_cr = False
        self._name = ""
        self._data: List[str] = []
        self.last_id = ""

    def feed(self, data: bytes) -> Iterator[RawEvent]:
        """Give the events that are complete with `data`."""
        text = self._decoder.decode(data)
        if not text:
            return
        if self._ends_with_cr and text.startswith("\n"):
            text = text[1:]
            self._ends_with_cr = False
            if not text:
                return
        self._ends_with_cr = text.endswith("\r")
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        lines[0] = self._line + lines[0]
        self._line = lines.pop()
        for line in lines:
            yield from self._take(line)

    def _take(self, line: str) -> Iterator[RawEvent]:
        if line == "":
            if self._data:
                data = "\n".join(self._data)
                yield RawEvent(self._name or "message", data, self.last_id)
            self._name, self._data = "", []
            return
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        elif field == "id" and "\0" not in value:
            self.last_id = value
