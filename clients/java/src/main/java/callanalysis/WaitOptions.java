package callanalysis;

import java.time.Duration;
import java.util.function.Consumer;

/** How to wait for an analysis, a correction or a batch. */
public final class WaitOptions {
  private final Duration timeout;
  private final Consumer<Progress> progress;
  private final CancellationToken cancellation;

  private WaitOptions(Builder builder) {
    timeout = builder.timeout;
    progress = builder.progress;
    cancellation = builder.cancellation == null ? new CancellationToken() : builder.cancellation;
  }

  /**
   * Begins a set of options.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  Duration timeout() {
    return timeout;
  }

  Consumer<Progress> progress() {
    return progress;
  }

  CancellationToken cancellation() {
    return cancellation;
  }

  /** Collects the options of one wait. */
  public static final class Builder {
    private Duration timeout;
    private Consumer<Progress> progress = ignored -> {};
    private CancellationToken cancellation;

    private Builder() {}

    /**
     * How long to wait at most; any time by default.
     *
     * @param duration more than nothing
     * @return this
     */
    public Builder timeout(Duration duration) {
      timeout = duration;
      return this;
    }

    /**
     * Told how far the analysis is.
     *
     * @param listener called on the thread of the call
     * @return this
     */
    public Builder onProgress(Consumer<Progress> listener) {
      progress = listener;
      return this;
    }

    /**
     * Ends the wait from another thread.
     *
     * @param token shared with that thread
     * @return this
     */
    public Builder cancellation(CancellationToken token) {
      cancellation = token;
      return this;
    }

    /**
     * Ends the set.
     *
     * @return the options
     */
    public WaitOptions build() {
      return new WaitOptions(this);
    }
  }
}
