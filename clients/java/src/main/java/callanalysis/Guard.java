package callanalysis;

import callanalysis.CallAnalysisException.Kind;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Watches one attempt, and closes its socket when it must end.
 *
 * <p>The sockets of Java 17 have no time-out for writing and do not notice that their thread is interrupted. So a
 * watcher looks every {@value #PERIOD_MS} ms: closing the socket ends a blocked read, write or handshake at once.
 */
final class Guard implements AutoCloseable {
  private static final long PERIOD_MS = 20;
  private static final ScheduledThreadPoolExecutor WATCHER = watcher();

  private final Thread caller = Thread.currentThread();
  private final Limits limits;
  private final ScheduledFuture<?> watch;
  private volatile Socket socket;
  private volatile long lastByteNanos = System.nanoTime();
  private volatile boolean isResting;
  private volatile Kind reason;

  Guard(Limits limits) {
    this.limits = limits;
    watch = WATCHER.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  private static ScheduledThreadPoolExecutor watcher() {
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "call-analysis-watcher");
              thread.setDaemon(true);
              return thread;
            });
    pool.setRemoveOnCancelPolicy(true);
    return pool;
  }

  /** Takes charge of a socket, in place of the one before. */
  void watch(Socket opened) {
    socket = opened;
    if (reason != null) closeSocket();
  }

  /** Says that a byte was sent or received. */
  void moved() {
    lastByteNanos = System.nanoTime();
  }

  /** Counts no time from now to {@link #resume}: the caller is busy with what it has read. */
  void rest() {
    isResting = true;
  }

  void resume() {
    moved();
    isResting = false;
  }

  Duration idle() {
    return limits.idle();
  }

  private void look() {
    if (limits.cancellation().isCancelled() || caller.isInterrupted()) end(Kind.CANCELLED);
    else if (limits.isOver() || (!isResting && isIdle())) end(Kind.TIMEOUT);
  }

  private boolean isIdle() {
    return System.nanoTime() - lastByteNanos > limits.idle().toNanos();
  }

  private void end(Kind why) {
    if (reason == null) reason = why;
    closeSocket();
  }

  private void closeSocket() {
    Socket open = socket;
    if (open == null) return;
    try {
      open.close();
    } catch (IOException closed) {
      // It is as closed as it can be.
    }
  }

  /** What a failed read or write means: the reason of this guard, else a broken connection. */
  CallAnalysisException explain(IOException failure) {
    if (limits.cancellation().isCancelled() || caller.isInterrupted() || reason == Kind.CANCELLED) {
      return CallAnalysisException.cancelled();
    }
    if (limits.isOver()) return CallAnalysisException.of(Kind.TIMEOUT, "The time for the call is over.", failure);
    if (reason == Kind.TIMEOUT || failure instanceof SocketTimeoutException) {
      String detail = "No byte was sent or received for " + limits.idle().toMillis() + " ms.";
      return CallAnalysisException.of(Kind.TIMEOUT, detail, failure);
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) return CallAnalysisException.certificate(cause);
    }
    return CallAnalysisException.of(Kind.CONNECTION, "The connection failed: " + failure.getMessage(), failure);
  }

  @Override
  public void close() {
    watch.cancel(false);
    closeSocket();
  }
}
