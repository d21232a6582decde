"""Submits a call: the recording as a stream, in parts, or a link to it."""

from dataclasses import dataclass
from typing import Callable, Mapping, Optional, TypeVar

from ._body import Body, JsonBody, Progress
from ._cancellation import Cancellation
from ._errors import CallAnalysisError
from ._given import form_of
from ._multipart import FilePath, MultipartBody, Recording, Stream
from ._resource import Resource
from ._sending import Sending
from ._transport import Request

Value = TypeVar("Value")

@dataclass(frozen=True)
class RecordingPlace:
    """Where the recording is."""

    file: Optional[FilePath]
    stream: Optional[Stream]
    file_name: Optional[str]
    url: Optional[str]
    upload_id: Optional[str] = None


class Submissions(Resource):
    """The part of `client.analyses` that uploads."""

    def _submit(
        self,
        source: RecordingPlace,
        members: Mapping[str, object],
        decode: Callable[[object], Value],
        *,
        on_progress: Optional[Progress],
        idempotency_key: Optional[str],
        timeout: Optional[float],
        cancel: Optional[Cancellation],
    ) -> Value:
        recording = _recording_of(source, bool(members.get("scenario")))
        size = None if recording is None else recording.size()
        upload_id = source.upload_id
        sending: Optional[Sending] = None
        if recording is not None and size is not None and self._is_resumable(size):
            transport = self._transport
            sending = Sending(transport, recording, size, on_progress, timeout, cancel)
            upload_id = sending.whole(idempotency_key).id
        path = "/analysis"
        body: Body
        if upload_id is not None:
            body = JsonBody({"upload_id": upload_id, **members})
        elif recording is not None:
            body = MultipartBody(form_of(members), "audio_file", recording, on_progress)
        else:
            link = {} if source.url is None else {"audio_url": source.url}
            path = "/analysis/from-url"
            body = JsonBody({**link, **members})
        request = Request(
            "POST",
            path,
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            cancel=cancel,
        )
        try:
            return self._json(request, decode)
        except CallAnalysisError as error:
            if sending is not None and upload_id is not None:
                sending.give_up(upload_id, error)
            raise

    def _is_resumable(self, size: int) -> bool:
        return size > self._transport.settings.resumable_above


def _recording_of(source: RecordingPlace, has_scenario: bool) -> Optional[Recording]:
    given = [
        name
        for name in ("file", "stream", "url", "upload_id")
        if getattr(source, name) is not None
    ]
    if len(given) > 1 or (not given and not has_scenario):
        raise CallAnalysisError(
            "Give one of file, stream, url and upload_id, or a scenario", kind="argument"
        )
    if source.file is not None:
        return Recording.of_file(source.file, source.file_name)
    if source.stream is not None:
        return Recording.of_stream(source.stream, source.file_name)
    return None
