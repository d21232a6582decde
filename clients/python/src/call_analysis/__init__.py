"""Client library of the Call Analysis Service.

>>> from call_analysis import CallAnalysis
>>> client = CallAnalysis("sk_test_…")
>>> analysis = client.analyses.create(
...     scenario="good_call", agent_id="agent-7", contact_id="cust-42"
... )
>>> analysis = client.analyses.wait_for_completion(analysis.id)
"""

from . import enums, models
from ._cancellation import Cancellation
from ._client import CallAnalysis
from ._decode import UnknownModel
from ._errors import CallAnalysisError, ErrorKind, ValidationItem
from ._given import NOT_GIVEN, NotGiven
from ._listing import Listing, Page
from ._signed import verify_signed
from ._tus import Upload
from ._version import __version__
from ._webhook import verify_webhook

__all__ = [
    "NOT_GIVEN",
    "CallAnalysis",
    "CallAnalysisError",
    "Cancellation",
    "ErrorKind",
    "Listing",
    "NotGiven",
    "Page",
    "UnknownModel",
    "Upload",
    "ValidationItem",
    "__version__",
    "enums",
    "models",
    "verify_signed",
    "verify_webhook",
]
