"""Checks what the service has signed, without the service."""

import base64
import binascii
import json
from decimal import Decimal
from typing import Any, Dict, Mapping, Union

from ._errors import CallAnalysisError

_WHOLE_DIGITS = 21


def verify_signed(
    signed: Union[Mapping[str, Any], str, bytes],
    key_set: Union[Mapping[str, Any], str, bytes],
) -> Dict[str, Any]:
    """Check the signature of a receipt, an audit head, a provenance or evidence.json.

    It needs no connection, and the package `cryptography`, since the standard library
    has no Ed25519: `pip install call-analysis[signatures]`.

    Args:
        signed: The object as `json.loads` gives it, or its text.
        key_set: The same of `/.well-known/call-analysis/keys.json`.

    Returns:
        The object.

    Raises:
        CallAnalysisError: `signature` where no key of the set has signed exactly this;
            `argument` for a key set that is none.
        ImportError: `cryptography` is not installed.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    found = _read(signed)
    named = {name: value for name, value in found.items() if name != "signature"}
    key = _key_of(_read(key_set), named.get("key_id"))
    try:
        public_key = Ed25519PublicKey.from_public_bytes(_bytes_of(key))
    except ValueError:
        raise CallAnalysisError("The key set has no usable key", kind="argument") from None
    try:
        public_key.verify(
            _bytes_of(found.get("signature")), _canonical(named).encode("utf-8")
        )
    except (InvalidSignature, ValueError):
        raise CallAnalysisError("The signature does not match", kind="signature") from None
    return found


def _read(given: Union[Mapping[str, Any], str, bytes]) -> Dict[str, Any]:
    try:
        read = json.loads(given) if isinstance(given, (str, bytes)) else dict(given)
    except ValueError:
        read = None
    if not isinstance(read, dict):
        raise CallAnalysisError("What is signed is a JSON object", kind="argument")
    return read


def _key_of(key_set: Dict[str, Any], key_id: Any) -> Any:
    for key in key_set.get("keys", []):
        if key.get("kid") == key_id:
            return key.get("x")
    raise CallAnalysisError(f"The key set has no key {key_id}", kind="signature")


def _bytes_of(text: Any) -> bytes:
    try:
        return base64.urlsafe_b64decode(str(text) + "=" * (-len(str(text)) % 4))
    except (binascii.Error, ValueError):
        return b""


def _canonical(value: Any) -> str:
    """Write JSON in the form of RFC 8785."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: str(name).encode("utf-16-be"))
        members = [f"{_canonical(name)}:{_canonical(value[name])}" for name in names]
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_canonical(each) for each in value) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(float(value))
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """Write a number as JavaScript does."""
    if value == 0:
        return "0"
    _, digits, exponent = Decimal(repr(abs(value))).normalize().as_tuple()
    text = "".join(str(digit) for digit in digits)
    point = len(text) + int(exponent)
    if len(text) <= point <= _WHOLE_DIGITS:
        text += "0" * (point - len(text))
    elif 0 < point <= _WHOLE_DIGITS:
        text = f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        power = point - 1
        fraction = f".{text[1:]}" if len(text) > 1 else ""
        text = f"{text[0]}{fraction}e{'+' if power > 0 else '-'}{abs(power)}"
    return f"-{text}" if value < 0 else text
