package callanalysis;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before an attempt is repeated. */
final class Backoff {
  private static final Duration MAX_RETRY_AFTER = Duration.ofSeconds(60);
  private static final long FIRST_MS = 500;
  private static final long MAX_MS = 8_000;
  private static final int MAX_DIGITS = 9;

  private Backoff() {}

  /**
   * Reads the header Retry-After.
   *
   * @return null when it is missing, invalid or in the past
   */
  static Duration retryAfter(String header, Clock clock) {
    if (header == null) return null;
    String value = header.strip();
    if (value.matches("[0-9]{1," + MAX_DIGITS + "}")) return Duration.ofSeconds(Long.parseLong(value));
    if (value.matches("[0-9]+")) return Duration.ofSeconds(Long.MAX_VALUE);
    try {
      ZonedDateTime date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME);
      Duration wait = Duration.between(clock.instant(), date.toInstant());
      return wait.isNegative() ? null : wait;
    } catch (DateTimeException invalid) {
      return null;
    }
  }

  /** Doubles from half a second to eight; a random part between half and whole keeps clients apart. */
  static Duration jittered(int retry) {
    long whole = Math.min(MAX_MS, FIRST_MS << Math.min(retry, 10));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(whole / 2, whole + 1));
  }

  static boolean isTooLong(Duration wait) {
    return wait != null && wait.compareTo(MAX_RETRY_AFTER) > 0;
  }
}
