"""Reads JSON into the models.

A decoder takes a value of `json.loads` and raises ValueError, with what it expected,
where that value does not fit.
"""

import math
from dataclasses import fields
from typing import (
    Any,
    Callable,
    Collection,
    Dict,
    List,
    Mapping,
    Optional,
    TypeVar,
    cast,
)

Value = TypeVar("Value")

MAX_INT64 = 2**63 - 1


class Model:
    """What every model has.

    A member that the service leaves out against its own description is None.
    """

    def to_json(self) -> Dict[str, Any]:
        """Write it back as a dict, as the service wrote it."""
        members: Dict[str, Any] = {}
        # Every subclass is a dataclass.
        for field in fields(cast(Any, self)):
            value = getattr(self, field.name)
            if field.name == "extra":
                members.update(value)
            else:
                # A member that Python's own words forbid is spelled with an underscore.
                members[field.name.rstrip("_")] = _plain(value)
        return members


class UnknownModel(Model):
    """One of several models, of a kind that this version does not know.

    Its members are attributes, with the values as JSON has them.
    """

    def __init__(self, members: Mapping[str, Any]) -> None:
        self._members = dict(members)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_members"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self) -> str:
        return f"UnknownModel({self._members!r})"

    def to_json(self) -> Dict[str, Any]:
        """Write it back as a dict, as the service wrote it."""
        return dict(self._members)


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_json()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


class Members:
    """The members of one JSON object, while it is read."""

    def __init__(self, value: object, model: str) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"{model} is not an object")
        self._members = cast(Dict[str, Any], value)
        self._model = model

    def get(self, name: str, decode: Callable[[object], Value]) -> Value:
        """Read a member that is always there.

        Where an answer lacks it all the same, it is None: most programs do well
        without any one member.
        """
        if name not in self._members:
            return cast(Value, None)
        try:
            return decode(self._members[name])
        except ValueError as error:
            raise ValueError(f"{self._model}.{name}: {error}") from None

    def find(self, name: str, decode: Callable[[object], Value]) -> Optional[Value]:
        """Read a member that may be missing: then None."""
        return self.get(name, decode)

    def beside(self, known: Collection[str]) -> Mapping[str, Any]:
        """Give the members that the model does not name."""
        members = self._members.items()
        return {name: value for name, value in members if name not in known}


def string(value: object) -> str:
    """Read text."""
    if isinstance(value, str):
        return value
    raise ValueError("expected a string")


def boolean(value: object) -> bool:
    """Read true or false."""
    if isinstance(value, bool):
        return value
    raise ValueError("expected true or false")


def number(value: object) -> float:
    """Read a number that a float holds."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            read = float(value)
        except OverflowError:
            read = math.inf
        if math.isfinite(read):
            return read
        raise ValueError("the number is too large")
    raise ValueError("expected a number")


def integer(value: object) -> int:
    """Read a whole number of up to 64 bits, also one that is written 60.0 or 6e1."""
    if isinstance(value, int) and not isinstance(value, bool):
        whole = value
    else:
        read = number(value)
        if not read.is_integer():
            raise ValueError("expected a whole number")
        whole = int(read)
    if abs(whole) > MAX_INT64:
        raise ValueError("the number is too large")
    return whole


def anything(value: object) -> Any:
    """Take what is there."""
    return value


def none(value: object) -> None:
    """Read a member that is always null in this model."""


def nullable(decode: Callable[[object], Value]) -> Callable[[object], Optional[Value]]:
    """Read null, or what `decode` reads."""
    return lambda value: None if value is None else decode(value)


def list_of(decode: Callable[[object], Value]) -> Callable[[object], List[Value]]:
    """Read an array."""

    def read(value: object) -> List[Value]:
        if not isinstance(value, list):
            raise ValueError("expected an array")
        return [decode(item) for item in value]

    return read


def map_of(
    decode: Callable[[object], Value]
) -> Callable[[object], Dict[str, Value]]:
    """Read an object with any keys."""

    def read(value: object) -> Dict[str, Value]:
        if not isinstance(value, dict):
            raise ValueError("expected an object")
        return {str(key): decode(item) for key, item in value.items()}

    return read


def variant(
    value: object,
    discriminator: str,
    variants: Mapping[str, Callable[[object], Value]],
) -> Value:
    """Read one of several models: the member `discriminator` tells which.

    A newer service may have more of them. Such a one is an UnknownModel, although the
    type does not say so: with it no program could be sure of the members of the rest.
    """
    if not isinstance(value, dict):
        raise ValueError("expected an object")
    kind = value.get(discriminator)
    decode = variants.get(kind) if isinstance(kind, str) else None
    return cast(Value, UnknownModel(value)) if decode is None else decode(value)
