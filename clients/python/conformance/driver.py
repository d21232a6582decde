"""Makes the calls that the conformance runner asks for.

One JSON object a line on standard input, one on standard output for each;
`clients/conformance/README.md` has the protocol.
"""

import base64
import inspect
import itertools
import json
import os
import sys
import threading
from keyword import iskeyword
from pathlib import Path
from typing import Any, Dict, Optional

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from call_analysis import (
    CallAnalysis,
    CallAnalysisError,
    Listing,
    Upload,
    verify_webhook,
)
from call_analysis._decode import Model
from call_analysis._transport import USER_AGENT

MS_PER_S = 1000


def main() -> None:
    """Answer line by line, to the end of the input."""
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"n": request["n"], **answer_of(request)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def answer_of(request: Dict[str, Any]) -> Dict[str, Any]:
    """Make one call."""
    progress = Progress()
    try:
        result = call(request, progress)
        answer: Dict[str, Any] = {"result": plain(result)}
    except CallAnalysisError as error:
        answer = {"error": error_of(error)}
    if request.get("args", {}).get("progress"):
        answer["progress"] = progress.to_json()
    return answer


def call(request: Dict[str, Any], progress: "Progress") -> Any:
    """Call the library; what it raises is the caller's."""
    name, args = request["call"], dict(request.get("args") or {})
    if name == "user_agent":
        return USER_AGENT
    if name == "pid":
        return os.getpid()
    if name == "verify_webhook":
        return call_verify(args)
    client = client_of(request.get("client") or {})
    resource, method = name.split(".")
    function = getattr(getattr(client, resource), method)
    options = request.get("options") or {}
    if "idempotency_key" in options:
        args["idempotency_key"] = options["idempotency_key"]
    if "timeout_ms" in args:
        args["timeout"] = args.pop("timeout_ms") / MS_PER_S
    take = args.pop("take", None)
    args = {f"{name}_" if iskeyword(name) else name: args[name] for name in args}
    if args.pop("progress", False):
        args["on_progress"] = progress
    timer: Optional[threading.Timer] = None
    if "cancel_after_ms" in options:
        cancel = args["cancel"] = threading.Event()
        timer = threading.Timer(options["cancel_after_ms"] / MS_PER_S, cancel.set)
        timer.start()
    try:
        if "stream" in args:
            with open(args["stream"], "rb") as stream:
                return function(**{**args, "stream": stream})
        result = function(**args)
        if isinstance(result, Listing) or inspect.isgenerator(result):
            return list(itertools.islice(result, take))
        return result
    finally:
        if timer is not None:
            timer.cancel()


def client_of(settings: Dict[str, Any]) -> CallAnalysis:
    """Make the client of one request."""
    given: Dict[str, Any] = {}
    for name in ("base_url", "api_key", "max_retries", "resumable_above"):
        if name in settings:
            given[name] = settings[name]
    for name in ("timeout", "stream_timeout"):
        if f"{name}_ms" in settings:
            given[name] = settings[f"{name}_ms"] / MS_PER_S
    return CallAnalysis(**given)


def call_verify(args: Dict[str, Any]) -> Any:
    """Check a webhook."""
    limits = {"tolerance": args.get("tolerance_s"), "now": args.get("now")}
    given = {name: value for name, value in limits.items() if value is not None}
    body = base64.b64decode(args["body_base64"])
    return verify_webhook(body, args["headers"], args["secret"], **given)


class Progress:
    """Counts what the callback is told."""

    def __init__(self) -> None:
        self.calls = 0
        self.last = 0
        self.total: Optional[int] = None
        self.is_monotonic = True

    def __call__(self, sent: int, total: Optional[int]) -> None:
        self.calls += 1
        self.is_monotonic = self.is_monotonic and sent >= self.last
        self.last, self.total = sent, total

    def to_json(self) -> Dict[str, Any]:
        """Write it as the runner reads it."""
        return {
            "calls": self.calls,
            "last": self.last,
            "total": self.total,
            "monotonic": self.is_monotonic,
        }


def plain(value: Any) -> Any:
    """Write a result with the names of the wire."""
    if isinstance(value, Model):
        return value.to_json()
    if isinstance(value, Upload):
        return vars(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def error_of(error: CallAnalysisError) -> Dict[str, Any]:
    """Write an error as the runner reads it."""
    items = [
        {"type": item.type, "loc": item.loc, "msg": item.msg, "input": item.input}
        for item in error.items or []
    ]
    return {
        "kind": error.kind,
        "status": error.status,
        "detail": error.detail,
        "items": None if error.items is None else items,
        "request_id": error.request_id,
        "retryable": error.retryable,
        "upload_id": error.upload_id,
    }


if __name__ == "__main__":
    main()
