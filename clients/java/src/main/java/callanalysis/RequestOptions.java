package callanalysis;

/** What one call may have beside its parameters. */
public final class RequestOptions {
  static final RequestOptions NONE = builder().build();

  private final String idempotencyKey;
  private final CancellationToken cancellation;

  private RequestOptions(Builder builder) {
    idempotencyKey = builder.idempotencyKey;
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

  String idempotencyKey() {
    return idempotencyKey;
  }

  CancellationToken cancellation() {
    return cancellation;
  }

  /** Collects the options of one call. */
  public static final class Builder {
    private String idempotencyKey;
    private CancellationToken cancellation;

    private Builder() {}

    /**
     * Under one key the service does a POST once, however often it is sent within 24 hours. Without one the library
     * makes one for each call.
     *
     * @param key 1 to 255 characters, for example a UUID
     * @return this
     */
    public Builder idempotencyKey(String key) {
      if (key == null || key.isEmpty() || key.length() > 255 || !HeaderText.isSafe(key)) {
        throw CallAnalysisException.argument("An idempotency key has 1 to 255 printable ASCII characters.");
      }
      idempotencyKey = key;
      return this;
    }

    /**
     * Ends the call from another thread.
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
    public RequestOptions build() {
      return new RequestOptions(this);
    }
  }
}
