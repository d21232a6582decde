"""Uploads in parts from what only this language has: streams that can seek."""

import io
import unittest
from typing import Any, List
from unittest import mock

from call_analysis import CallAnalysis, CallAnalysisError

from .scripted_server import Answer, ScriptedServer, answered, sent

NO_CONTENT = "HTTP/1.1 204 No Content\r\nConnection: close\r\n{}\r\n\r\n"
REFUSED = {"detail": "Refused"}


def client_of(server: ScriptedServer, **settings: Any) -> CallAnalysis:
    """Make a client that sends everything in parts."""
    return CallAnalysis(
        "sk_test_secret", base_url=server.url, resumable_above=1, **settings
    )


def arrived(offset: int) -> Answer:
    """Answer to a part."""
    return sent(NO_CONTENT.format(f"Upload-Offset: {offset}").encode("ascii"))


CREATED = answered(201, {}, "Location: /api/v1/uploads/u-1")


class UploadsTest(unittest.TestCase):
    """Uploads in parts."""

    def submit(self, server: ScriptedServer, **given: Any) -> CallAnalysisError:
        """Submit a call that the service refuses in the end."""
        with mock.patch("call_analysis._transport.pause"):
            with self.assertRaises(CallAnalysisError) as caught:
                client_of(server).analyses.create(
                    agent_id="agent-7", contact_id="cust-42", **given
                )
        return caught.exception

    def test_stream_that_can_seek(self) -> None:
        """It is sent from where it stands, and again after a cut."""
        stream = io.BytesIO(b"headHELLO")
        stream.seek(4)
        head = b"HTTP/1.1 200 OK\r\nUpload-Length: 5\r\nUpload-Offset: 2\r\n\r\n"
        answers = [CREATED, sent(b""), sent(head), arrived(5), answered(402, REFUSED)]
        told: List[int] = []
        with ScriptedServer(answers) as server:
            error = self.submit(
                server, stream=stream, on_progress=lambda sent, _: told.append(sent)
            )
        self.assertEqual((error.status, error.upload_id), (402, "u-1"))
        first, rest = server.requests[1], server.requests[3]
        self.assertIn(b"Upload-Length: 5", server.requests[0])
        self.assertIn(b"PATCH /api/v1/uploads/u-1", first)
        self.assertIn(b"Content-Length: 5", first)
        self.assertIn(b"Upload-Offset: 2", rest)
        self.assertIn(b"Content-Length: 3", rest)
        self.assertEqual(told, [5])

    def test_other_streams(self) -> None:
        """They go as a form, whatever their length."""
        for stream in (lambda: io.BytesIO(b"HELLO"), Pipe(b"HELLO")):
            with ScriptedServer([answered(402, REFUSED)]) as server:
                error = self.submit(server, stream=stream)
            self.assertIn(b"multipart/form-data", server.requests[0])
            self.assertIsNone(error.upload_id)


class Pipe(io.BytesIO):
    """A stream that cannot seek."""

    def seek(self, *where: int) -> int:
        """Refuse, as a pipe does."""
        raise OSError("it is a pipe")


if __name__ == "__main__":
    unittest.main()
