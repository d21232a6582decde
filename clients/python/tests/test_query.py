"""How the parameters of a query are written."""

import unittest

from call_analysis._given import query_of


class QueryTest(unittest.TestCase):
    """Parameters of several kinds."""

    def test_objects(self) -> None:
        """The members of an object stand in brackets."""
        self.assertEqual(
            query_of(limit=1, search=None, metadata={"team": "blue & red", "a[b]": 2, "vip": True, "none": None}),
            {"limit": "1", "metadata[team]": "blue & red", "metadata[a[b]]": "2", "metadata[vip]": "true"},
        )
