"""The form of an upload."""

import email.message
import email.parser
import email.policy
import io
import os
import unittest
from typing import BinaryIO, List, Optional, Tuple, cast

from call_analysis import CallAnalysisError
from call_analysis._given import form_of
from call_analysis._multipart import MultipartBody, Recording


class Pipe(io.RawIOBase):
    """Bytes whose number is not known before the end."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def read(self, count: int = -1) -> bytes:
        return self._data.read(count)


def written(body: MultipartBody) -> Tuple[Optional[int], bytes]:
    """Give the length that is announced, and the bytes."""
    with body.open() as opened:
        return opened.length, b"".join(opened.chunks)


class MultipartTest(unittest.TestCase):
    """The form of an upload."""

    def test_fields_and_file(self) -> None:
        """A parser finds what was put in."""
        fields = form_of(
            {
                "agent_id": 'Zo\u00eb "Z"\r\n--x',
                "metadata": {"campaign": "spring"},
                "webhook_events": ["analysis.completed", "analysis.failed"],
                "agent_channel": 1,
                "language": None,
            }
        )
        recording = Recording.of_stream(io.BytesIO(b"RIFF\r\n\0"), 'a"b\r\n.wav')
        body = MultipartBody(fields, "audio_file", recording)
        length, data = written(body)
        self.assertEqual(length, len(data))
        head = f"Content-Type: {body.content_type}\r\n\r\n".encode("ascii")
        parser = email.parser.BytesParser(policy=email.policy.HTTP)
        parts = {
            part.get_param("name", header="content-disposition"): part
            for part in cast(email.message.EmailMessage, parser.parsebytes(head + data))
            .iter_parts()
        }
        values = {name: part.get_payload(decode=True) for name, part in parts.items()}
        self.assertEqual(
            values,
            {
                "agent_id": 'Zo\u00eb "Z"\r\n--x'.encode("utf-8"),
                "metadata": b'{"campaign": "spring"}',
                "webhook_events": b"analysis.completed,analysis.failed",
                "agent_channel": b"1",
                "audio_file": b"RIFF\r\n\0",
            },
        )
        self.assertEqual(parts["audio_file"].get_filename(), "a%22b%0D%0A.wav")

    def test_rest_of_a_stream(self) -> None:
        """A stream is sent from where it stands, under the name that it has."""
        stream = io.BytesIO(b"headRIFF")
        stream.seek(4)
        recording = Recording.of_stream(stream, None)
        length, data = written(MultipartBody({}, "audio_file", recording))
        self.assertEqual(length, len(data))
        self.assertIn(b'filename="recording"', data)
        self.assertIn(b"\r\n\r\nRIFF\r\n", data)

    def test_length_that_is_not_known(self) -> None:
        """A pipe is sent without a length, and its progress has no total."""
        told: List[Tuple[int, Optional[int]]] = []
        recording = Recording.of_stream(cast(BinaryIO, Pipe(b"x" * 100_000)), None)
        length, data = written(
            MultipartBody(
                {}, "audio_file", recording, lambda sent, all: told.append((sent, all))
            )
        )
        self.assertIsNone(length)
        self.assertIn(b"x" * 100_000, data)
        self.assertEqual(told, [(65_536, None), (100_000, None)])

    def test_progress_never_falls(self) -> None:
        """A second attempt is told from where the first one stood."""
        told: List[int] = []
        recording = Recording.of_stream(lambda: io.BytesIO(bytes(200_000)), None)
        body = MultipartBody(
            {}, "audio_file", recording, lambda count, total: told.append(count)
        )
        with body.open() as opened:
            for _, _ in zip(range(3), opened.chunks):
                pass
        written(body)
        self.assertEqual(told, sorted(set(told)))
        self.assertEqual(told[-1], 200_000)

    def test_what_cannot_be_read(self) -> None:
        """A missing file and a file of text are faults of the call."""
        missing = Recording.of_file(os.path.join("missing", "call.wav"), None)
        text = Recording.of_stream(cast(BinaryIO, io.StringIO("RIFF")), None)
        for recording in (missing, text):
            with self.assertRaises(CallAnalysisError) as raised:
                written(MultipartBody({}, "audio_file", recording))
            self.assertEqual(raised.exception.kind, "argument")


if __name__ == "__main__":
    unittest.main()
