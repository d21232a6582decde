"""Arguments that a caller may leave out."""

import json
from typing import Dict, Mapping, Union
from urllib.parse import quote

from ._errors import CallAnalysisError


class NotGiven:
    """The type of NOT_GIVEN."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"

    def __bool__(self) -> bool:
        return False


NOT_GIVEN = NotGiven()
"""Left out. None is something else where it can be given: the service stores null."""


def given(**members: object) -> Dict[str, object]:
    """Leave out what is NOT_GIVEN."""
    return {name: value for name, value in members.items() if value is not NOT_GIVEN}


def not_none(**members: object) -> Dict[str, object]:
    """Leave out what is None."""
    return {name: value for name, value in members.items() if value is not None}


def query_of(**parameters: object) -> Dict[str, str]:
    """Write the parameters of a query, without those that are None. The members of an object stand in brackets."""
    query: Dict[str, str] = {}
    for name, value in not_none(**parameters).items():
        if isinstance(value, Mapping):
            query.update(
                (f"{name}[{key}]", text_of(member)) for key, member in value.items() if member is not None
            )
        else:
            query[name] = text_of(value)
    return query


def form_of(members: Mapping[str, object]) -> Dict[str, str]:
    """Write the fields of a form, without those that are None."""
    return {name: text_of(value) for name, value in not_none(**members).items()}


def text_of(value: object) -> str:
    """Write a value where no JSON goes: lists with commas, objects as JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        try:
            return json.dumps(value, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise CallAnalysisError(
                f"The arguments cannot be written as JSON: {error}", kind="argument"
            ) from error
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(str(item) for item in value)
    return str(value)


def segment(value: Union[str, int], name: str) -> str:
    """Encode an id or a number as one step of a path."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise CallAnalysisError(f"{name} must be an id", kind="argument")
    try:
        return quote(value, safe="")
    except UnicodeError:
        raise CallAnalysisError(f"{name} must be an id", kind="argument") from None
