"""When a request is sent again, and after how long."""

import random
import re
import time
from email.utils import parsedate_to_datetime
from typing import Optional

MAX_RETRY_AFTER_S = 60.0
"""A longer `Retry-After` ends the call: the caller decides about such a wait."""

FIRST_BACK_OFF_S = 0.5
MAX_BACK_OFF_S = 8.0


def is_retryable_status(status: int) -> bool:
    """Tell whether the same request may get another answer later."""
    return status in (408, 429) or 500 <= status <= 599


def back_off_s(retry: int) -> float:
    """Seconds before retry `retry` (from 0), at random between half and whole."""
    whole = min(FIRST_BACK_OFF_S * 2.0 ** min(retry, 10), MAX_BACK_OFF_S)
    return random.uniform(whole / 2, whole)


def retry_after_s(
    header: Optional[str], now: Optional[float] = None
) -> Optional[float]:
    """Seconds that `Retry-After` asks for; None where it is missing or not valid.

    A date in the past is not valid either.
    """
    if header is None:
        return None
    text = header.strip()
    if re.fullmatch(r"[0-9]+", text):
        # int() refuses text of thousands of digits.
        return float(int(text[-9:])) if len(text.lstrip("0")) <= 9 else float("inf")
    try:
        date = parsedate_to_datetime(text)
        seconds = date.timestamp() - (time.time() if now is None else now)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return seconds if seconds >= 0 else None
