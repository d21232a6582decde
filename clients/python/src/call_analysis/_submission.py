"""Submits a call: the recording as a stream, or a link to it."""

from dataclasses import dataclass
from typing import Callable, Mapping, Optional, TypeVar

from ._body import Body, JsonBody, Progress
from ._cancellation import Cancellation
from ._errors import CallAnalysisError
from ._given import form_of
from ._multipart import FilePath, MultipartBody, Recording, Stream
from ._resource import Resource
from ._transport import Request

Value = TypeVar("Value")

@dataclass(frozen=True)
class Source:
    """Where the recording is."""

    file: Optional[FilePath]
    stream: Optional[Stream]
    file_name: Optional[str]
    url: Optional[str]


class Submissions(Resource):
    """The part of `client.analyses` that uploads."""

    def _submit(
        self,
        source: Source,
        members: Mapping[str, object],
        decode: Callable[[object], Value],
        *,
        on_progress: Optional[Progress],
        idempotency_key: Optional[str],
        timeout: Optional[float],
        cancel: Optional[Cancellation],
    ) -> Value:
        recording = _recording_of(source, bool(members.get("scenario")))
        if recording is None:
            link = {} if source.url is None else {"audio_url": source.url}
            path = "/analysis/from-url"
            body: Body = JsonBody({**link, **members})
        else:
            path = "/analysis"
            body = MultipartBody(form_of(members), "audio_file", recording, on_progress)
        request = Request(
            "POST",
            path,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            cancel=cancel,
        )
        return self._json(request, decode)


def _recording_of(source: Source, has_scenario: bool) -> Optional[Recording]:
    given = [
        name
        for name in ("file", "stream", "url")
        if getattr(source, name) is not None
    ]
    if len(given) > 1 or (not given and not has_scenario):
        raise CallAnalysisError(
            "Give one of file, stream and url, or a scenario", kind="argument"
        )
    if source.file is not None:
        return Recording.of_file(source.file, source.file_name)
    if source.stream is not None:
        return Recording.of_stream(source.stream, source.file_name)
    return None
