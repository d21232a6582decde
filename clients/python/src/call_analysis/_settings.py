"""What a client was given, checked."""

import ssl
from dataclasses import dataclass, field
from typing import Optional
from urllib.parse import urlsplit

from ._errors import CallAnalysisError

DEFAULT_URL = "http://localhost:3000"
DEFAULT_TIMEOUT_S = 60.0
DEFAULT_STREAM_TIMEOUT_S = 45.0
DEFAULT_MAX_RETRIES = 3
DEFAULT_RESUMABLE_ABOVE = 64 * 1024 * 1024

API_PATH = "/api/v1"

PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    scheme: str
    host: str
    port: int
    prefix: str
    """Path of the service, with `/api/v1`."""
    api_key: Optional[str] = field(repr=False)
    timeout_s: float
    stream_timeout_s: float
    max_retries: int
    ssl_context: Optional[ssl.SSLContext] = field(repr=False)
    resumable_above: float
    """Bytes above which a recording is uploaded in parts."""

    @property
    def base_url(self) -> str:
        """The address of the service."""
        return f"{self.scheme}://{self.host_header}{self.prefix[: -len(API_PATH)]}"

    @property
    def host_header(self) -> str:
        """Host and, where it is not the usual one, port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if PORTS[self.scheme] == self.port else f"{host}:{self.port}"


def read_settings(
    base_url: str,
    api_key: Optional[str],
    timeout_s: float,
    stream_timeout_s: float,
    max_retries: int,
    ssl_context: Optional[ssl.SSLContext],
    resumable_above: float = DEFAULT_RESUMABLE_ABOVE,
) -> Settings:
    """Check what a client was given; raises `argument`."""
    try:
        address = urlsplit(base_url)
        host, port = address.hostname, address.port
        path = address.path.encode("ascii").decode("ascii")
    except (ValueError, TypeError, AttributeError):
        raise _wrong("base_url is not an address") from None
    if address.scheme not in PORTS or not host:
        raise _wrong("base_url must begin with http:// or https:// and a host name")
    if address.username is not None or address.query or address.fragment:
        raise _wrong("base_url must have no user name, query or fragment")
    if any(ord(letter) <= 32 for letter in base_url):
        raise _wrong("base_url must have no white space")
    if not timeout_s > 0 or not stream_timeout_s > 0:
        raise _wrong("timeout and stream_timeout must be more than 0 seconds")
    if max_retries < 0:
        raise _wrong("max_retries must be 0 or more")
    if not resumable_above >= 0:
        raise _wrong("resumable_above must be 0 bytes or more")
    return Settings(
        scheme=address.scheme,
        host=host,
        port=PORTS[address.scheme] if port is None else port,
        prefix=f"{path.rstrip('/')}{API_PATH}",
        api_key=check_api_key(api_key),
        timeout_s=timeout_s,
        stream_timeout_s=stream_timeout_s,
        max_retries=max_retries,
        ssl_context=ssl_context,
        resumable_above=resumable_above,
    )


def check_api_key(api_key: Optional[str]) -> Optional[str]:
    """Refuse a credential that no header can carry, without showing it."""
    if not api_key:
        return None
    is_text = isinstance(api_key, str)
    if not is_text or not all("!" <= letter <= "~" for letter in api_key):
        raise _wrong("api_key must be text without white space or special characters")
    return api_key


def _wrong(detail: str) -> CallAnalysisError:
    return CallAnalysisError(detail, kind="argument")
