"""The form of an upload, written while it is sent: the recording is never in memory."""

import os
import secrets
import stat
from contextlib import contextmanager
from typing import BinaryIO, Callable, Iterator, Mapping, Optional, Union

from ._body import Body, OpenBody, Progress
from ._errors import CallAnalysisError

CHUNK_BYTES = 65_536

FilePath = Union[str, "os.PathLike[str]"]

Stream = Union[BinaryIO, Callable[[], BinaryIO]]
"""A binary file that is open for reading, or a function that opens one."""


class Recording:
    """Where a recording comes from."""

    def __init__(self, opener: Callable[[], BinaryIO], name: str) -> None:
        self._opener = opener
        self.name = name

    @classmethod
    def of_file(cls, path: FilePath, name: Optional[str]) -> "Recording":
        """Read the file at `path`, anew for each attempt."""
        return _File(path, name or os.path.basename(os.fspath(path)))

    @classmethod
    def of_stream(cls, stream: Stream, name: Optional[str]) -> "Recording":
        """Read a stream: once, or as often as needed where a function opens it."""
        if callable(stream):
            return cls(stream, name or "recording")
        given = getattr(stream, "name", None)
        usual = os.path.basename(given) if isinstance(given, str) else ""
        return _PlainStream(stream, name or usual or "recording")

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """Open it for one attempt, and close it afterwards."""
        try:
            file = self._opener()
        except OSError as error:
            raise CallAnalysisError(
                f"The recording cannot be opened: {error}", kind="argument"
            ) from error
        with file:
            yield file

    def read(self, file: BinaryIO, count: int) -> bytes:
        """Read up to `count` bytes; empty at the end."""
        try:
            data = file.read(count)
        except (OSError, ValueError) as error:
            raise CallAnalysisError(
                f"The recording cannot be read: {error}", kind="argument"
            ) from error
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise CallAnalysisError(
                "The recording must be opened in binary mode", kind="argument"
            )
        return bytes(data)

    def is_spent(self) -> bool:
        """Tell whether it cannot be read a second time."""
        return False

    def size(self) -> Optional[int]:
        """Bytes; None where it cannot be read from any place."""
        return None

    @contextmanager
    def open_at(self, offset: int) -> Iterator[BinaryIO]:
        """Open it behind its first `offset` bytes; only where it has a size."""
        with self.open() as file:
            try:
                file.seek(offset)
            except (OSError, ValueError) as error:
                raise CallAnalysisError(
                    f"The recording cannot be read: {error}", kind="argument"
                ) from error
            yield file


class _File(Recording):
    """A file, which is opened anew for each attempt."""

    def __init__(self, path: FilePath, name: str) -> None:
        super().__init__(lambda: open(path, "rb"), name)
        self._path = path

    def size(self) -> Optional[int]:
        try:
            found = os.stat(self._path)
        except (OSError, ValueError):
            # Opening it says what is wrong.
            return None
        return found.st_size if stat.S_ISREG(found.st_mode) else None


class _PlainStream(Recording):
    """The caller opened it and closes it. Once a byte was taken it is spent."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        super().__init__(lambda: stream, name)
        self._stream = stream
        self._is_spent = False
        self._start = 0

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        yield self._stream

    def read(self, file: BinaryIO, count: int) -> bytes:
        self._is_spent = True
        return super().read(file, count)

    def is_spent(self) -> bool:
        return self._is_spent

    def size(self) -> Optional[int]:
        left = _size_of(self._stream)
        if left is not None:
            self._start = self._stream.tell()
        return left

    @contextmanager
    def open_at(self, offset: int) -> Iterator[BinaryIO]:
        with super().open_at(self._start + offset) as file:
            yield file


class MultipartBody(Body):
    """`multipart/form-data`: the fields, then the recording."""

    def __init__(
        self,
        fields: Mapping[str, str],
        file_field: str,
        recording: Recording,
        on_progress: Optional[Progress] = None,
    ) -> None:
        self._boundary = f"call-analysis-{secrets.token_hex(16)}"
        self._head = "".join(
            f"--{self._boundary}\r\nContent-Disposition: form-data;"
            f' name="{_quoted(name)}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        ).encode("utf-8", "replace") + (
            f"--{self._boundary}\r\nContent-Disposition: form-data;"
            f' name="{_quoted(file_field)}"; filename="{_quoted(recording.name)}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        ).encode("utf-8", "replace")
        self._tail = f"\r\n--{self._boundary}--\r\n".encode("ascii")
        self._recording = recording
        self._on_progress = on_progress
        self._furthest = -1

    @property
    def content_type(self) -> str:
        return f"multipart/form-data; boundary={self._boundary}"

    def is_spent(self) -> bool:
        return self._recording.is_spent()

    @contextmanager
    def open(self) -> Iterator[OpenBody]:
        with self._recording.open() as file:
            size = _size_of(file)
            length = None if size is None else len(self._head) + size + len(self._tail)
            yield OpenBody(length, self._chunks(file, size))

    def _chunks(self, file: BinaryIO, size: Optional[int]) -> Iterator[bytes]:
        yield self._head
        sent = 0
        while size is None or sent < size:
            count = CHUNK_BYTES if size is None else min(CHUNK_BYTES, size - sent)
            data = self._recording.read(file, count)
            if not data:
                break
            yield data
            sent += len(data)
            self._report(sent, size)
        if size is not None and sent < size:
            raise CallAnalysisError(
                "The recording became shorter while it was being sent", kind="argument"
            )
        if sent == 0:
            self._report(0, size)
        yield self._tail

    def _report(self, sent: int, size: Optional[int]) -> None:
        # A retry begins anew; what was told stays true until it is overtaken.
        if self._on_progress is not None and sent > self._furthest:
            self._furthest = sent
            self._on_progress(sent, size)


class PartBody(Body):
    """A part of a recording, as tus sends it."""

    def __init__(
        self, recording: Recording, start: int, end: int, sent: Callable[[int], None]
    ) -> None:
        self._recording = recording
        self._start = start
        self._end = end
        self._sent = sent

    @property
    def content_type(self) -> str:
        return "application/offset+octet-stream"

    @contextmanager
    def open(self) -> Iterator[OpenBody]:
        with self._recording.open_at(self._start) as file:
            yield OpenBody(self._end - self._start, self._chunks(file))

    def _chunks(self, file: BinaryIO) -> Iterator[bytes]:
        at = self._start
        while at < self._end:
            data = self._recording.read(file, min(CHUNK_BYTES, self._end - at))
            if not data:
                raise CallAnalysisError(
                    "The recording became shorter while it was being sent",
                    kind="argument",
                )
            yield data
            at += len(data)
            self._sent(at)


def _quoted(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _size_of(file: BinaryIO) -> Optional[int]:
    """Bytes from here to the end of `file`; None for a pipe and the like."""
    try:
        here = file.tell()
        end = file.seek(0, os.SEEK_END)
        file.seek(here)
    except (AttributeError, OSError, ValueError):
        return None
    return end - here

