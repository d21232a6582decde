package callanalysis;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

final class BackoffTest {
  private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-20T10:00:00Z"), ZoneOffset.UTC);

  private BackoffTest() {}

  static Map<String, Check.Code> tests() {
    return Map.of(
        "Retry-After is read as seconds or as a date", BackoffTest::reads,
        "a Retry-After that says nothing is left out", BackoffTest::leavesOut,
        "more than a minute is too long", BackoffTest::isTooLong,
        "the waits double up to eight seconds, between half and whole", BackoffTest::doubles);
  }

  private static Duration read(String header) {
    return Backoff.retryAfter(header, CLOCK);
  }

  private static void reads() {
    Check.equal(read("0"), Duration.ZERO);
    Check.equal(read(" 7 "), Duration.ofSeconds(7));
    Check.equal(read("Fri, 20 Nov 2026 10:00:30 GMT"), Duration.ofSeconds(30));
  }

  private static void leavesOut() {
    for (String header : new String[] {null, "", "-1", "soon", "1.5", "Fri, 20 Nov 2026 09:59:59 GMT"}) {
      Check.equal(read(header), null);
    }
  }

  private static void isTooLong() {
    Check.that(!Backoff.isTooLong(null), "none is not too long");
    Check.that(!Backoff.isTooLong(read("60")), "a minute is not too long");
    Check.that(Backoff.isTooLong(read("61")), "61 seconds are too long");
    Check.that(Backoff.isTooLong(read("9".repeat(40))), "a number of 40 digits is too long");
  }

  private static void doubles() {
    long[] whole = {500, 1_000, 2_000, 4_000, 8_000, 8_000};
    for (int retry = 0; retry < whole.length; retry++) {
      for (int time = 0; time < 100; time++) {
        long millis = Backoff.jittered(retry).toMillis();
        Check.that(millis >= whole[retry] / 2 && millis <= whole[retry], millis + " ms before retry " + retry);
      }
    }
    Check.that(Backoff.jittered(1_000_000).toMillis() <= 8_000, "the wait before a late retry has a limit");
  }
}
