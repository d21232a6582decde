package callanalysis;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends calls from another thread: their uploads, their waits for an answer and their pauses before a retry.
 *
 * <p>Give it in {@link RequestOptions}. One token may serve many calls. Interrupting the thread of a call ends it too.
 */
public final class CancellationToken {
  private final CountDownLatch latch = new CountDownLatch(1);

  /** Makes a token that is not cancelled. */
  public CancellationToken() {}

  /** Ends every call that has this token, and every later one. */
  public void cancel() {
    latch.countDown();
  }

  /**
   * Whether {@link #cancel} was called.
   *
   * @return true from then on
   */
  public boolean isCancelled() {
    return latch.getCount() == 0;
  }

  /** Sleeps; ends early, with true, when it is cancelled. */
  boolean await(long millis) throws InterruptedException {
    return latch.await(millis, TimeUnit.MILLISECONDS);
  }
}
