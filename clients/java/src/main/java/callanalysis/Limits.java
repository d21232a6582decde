package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.time.Duration;

/**
 * When a call must end.
 *
 * @param idle how long no byte may be sent or received
 * @param deadlineNanos of {@link System#nanoTime}; null for none
 */
record Limits(Duration idle, Long deadlineNanos, CancellationToken cancellation) {
  boolean isOver() {
    return deadlineNanos != null && System.nanoTime() - deadlineNanos >= 0;
  }

  /** Sleeps; ends early, with an error, when the caller cancels or the time is over. */
  void sleep(Duration wait) {
    long millis = wait.toMillis();
    if (deadlineNanos != null) millis = Math.min(millis, (deadlineNanos - System.nanoTime()) / 1_000_000);
    try {
      if (cancellation.await(Math.max(0, millis))) throw CallAnalysisException.cancelled();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw CallAnalysisException.cancelled();
    }
    if (millis < wait.toMillis()) throw CallAnalysisException.of(Kind.TIMEOUT, "The time for the call is over.", null);
  }
}
