"""Server-sent events, split wherever they are."""

import unittest
from typing import List

from call_analysis._sse import EventParser, RawEvent


def parse(data: bytes, size: int) -> List[RawEvent]:
    """Feed `data` in pieces of `size` bytes."""
    parser = EventParser()
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    return [event for piece in pieces for event in parser.feed(piece)]


class EventParserTest(unittest.TestCase):
    """The parser of event streams."""

    def test_any_split_and_line_end(self) -> None:
        """The events are the same however their bytes arrive."""
        lines = [
            ": a comment",
            "id: 5",
            "event: progress",
            'data: {"stage":',
            "data:  \u20ac 5}",
            "",
            "data",
            "",
            "retry: 10",
            "event: without data",
            "",
            "id: 6",
            "data:x",
            "",
            "data: not complete",
        ]
        expected = [
            RawEvent("progress", '{"stage":\n \u20ac 5}', "5"),
            RawEvent("message", "", "5"),
            RawEvent("message", "x", "6"),
        ]
        for end in ("\n", "\r", "\r\n"):
            for mark in ("", "\ufeff"):
                data = (mark + end.join(lines)).encode("utf-8")
                for size in (1, 2, 3, 7, len(data)):
                    with self.subTest(end=end, mark=mark, size=size):
                        self.assertEqual(parse(data, size), expected)


if __name__ == "__main__":
    unittest.main()
