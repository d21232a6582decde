"""Waits before a retry."""

import unittest

from call_analysis._retry import back_off_s, is_retryable_status, retry_after_s

NOW = 1_790_000_000.0


class RetryTest(unittest.TestCase):
    """When a request is sent again, and after how long."""

    def test_back_off(self) -> None:
        """Between half and whole of 0.5 s, doubled up to 8 s."""
        for retry, whole in ((0, 0.5), (1, 1.0), (4, 8.0), (5, 8.0), (9_999, 8.0)):
            for _ in range(50):
                self.assertGreaterEqual(back_off_s(retry), whole / 2)
                self.assertLessEqual(back_off_s(retry), whole)

    def test_retry_after(self) -> None:
        """Seconds or a date to come; all else is as if it were not there."""
        expected = {
            "0": 0.0,
            " 7 ": 7.0,
            "007": 7.0,
            "Mon, 21 Sep 2026 14:13:50 GMT": 30.0,
            "9" * 5_000: float("inf"),
            "-1": None,
            "1.5": None,
            "soon": None,
            "": None,
            "Mon, 21 Sep 2026 14:13:10 GMT": None,
            "Mon, 99 Sep 2026 14:13:10 GMT": None,
            "\u0663": None,
        }
        for header, seconds in expected.items():
            with self.subTest(header=header[:40]):
                self.assertEqual(retry_after_s(header, NOW), seconds)
        self.assertIsNone(retry_after_s(None))

    def test_statuses(self) -> None:
        """Those that may pass by themselves."""
        retried = [status for status in range(300, 600) if is_retryable_status(status)]
        self.assertEqual(retried, [408, 429, *range(500, 600)])


if __name__ == "__main__":
    unittest.main()
