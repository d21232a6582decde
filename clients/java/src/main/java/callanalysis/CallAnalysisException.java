package callanalysis;

import java.util.List;

/**
 * The one exception of this library.
 *
 * <p>It is unchecked, so that it passes through iterators and streams. {@link #kind()} tells what went wrong, {@link
 * #status()} what the service answered.
 */
public final class CallAnalysisException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** The service answered with a status other than success. */
    API,
    /** No connection, or one that was cut, or a certificate that is not valid. */
    CONNECTION,
    /** No byte was sent or received for the time-out. */
    TIMEOUT,
    /** You cancelled the call, or interrupted its thread. */
    CANCELLED,
    /** An answer that cannot be read as the document describes it. */
    ANSWER,
    /** An argument that cannot be sent. */
    ARGUMENT,
    /** A webhook or a signed object whose signature does not hold. */
    SIGNATURE;

    /**
     * The kind as one lower-case word, for logs.
     *
     * @return for example {@code "api"}
     */
    public String value() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private final Kind kind;
  private final int status;
  private final String detail;
  private final transient List<ValidationItem> items;
  private final String requestId;
  private final boolean retryable;
  private final String idempotencyKey;
  private final String uploadId;

  private CallAnalysisException(
      Kind kind, Answered answered, String detail, boolean retryable, Sent sent, Throwable cause) {
    super(answered.status() == 0 ? detail : answered.status() + ": " + detail, cause);
    this.kind = kind;
    this.status = answered.status();
    this.detail = detail;
    this.items = answered.items();
    this.requestId = answered.requestId();
    this.retryable = retryable;
    this.idempotencyKey = sent.idempotencyKey();
    this.uploadId = sent.uploadId();
  }

  /** What is known of the answer that the fault came with. */
  record Answered(int status, String requestId, List<ValidationItem> items) {
    static final Answered NONE = new Answered(0, null, null);
  }

  /** What the call has left at the service. */
  private record Sent(String idempotencyKey, String uploadId) {
    static final Sent NOTHING = new Sent(null, null);
  }

  static CallAnalysisException of(Kind kind, String detail, Throwable cause) {
    boolean retryable = kind == Kind.CONNECTION || kind == Kind.TIMEOUT;
    return new CallAnalysisException(kind, Answered.NONE, detail, retryable, Sent.NOTHING, cause);
  }

  static CallAnalysisException of(Kind kind, Answered answered, String detail, boolean retryable) {
    return new CallAnalysisException(kind, answered, detail, retryable, Sent.NOTHING, null);
  }

  /** A repetition does not change the certificate. */
  static CallAnalysisException certificate(Throwable cause) {
    String detail = "The certificate of the service is not valid: " + cause.getMessage();
    return new CallAnalysisException(Kind.CONNECTION, Answered.NONE, detail, false, Sent.NOTHING, cause);
  }

  static CallAnalysisException argument(String detail) {
    return of(Kind.ARGUMENT, detail, null);
  }

  static CallAnalysisException cancelled() {
    return of(Kind.CANCELLED, "The call was cancelled.", null);
  }

  CallAnalysisException withIdempotencyKey(String key) {
    return key == null ? this : withSent(new Sent(key, uploadId));
  }

  CallAnalysisException withUploadId(String id) {
    return withSent(new Sent(idempotencyKey, id));
  }

  private CallAnalysisException withSent(Sent sent) {
    CallAnalysisException copy =
        new CallAnalysisException(kind, new Answered(status, requestId, items), detail, retryable, sent, getCause());
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  /**
   * What went wrong.
   *
   * @return its kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * The status of the answer.
   *
   * @return the HTTP status; 0 when there was no answer
   */
  public int status() {
    return status;
  }

  /**
   * What went wrong, for a person.
   *
   * @return a sentence
   */
  public String detail() {
    return detail;
  }

  /**
   * The faulty fields of a request.
   *
   * @return one item for each with status 422; null otherwise
   */
  public List<ValidationItem> items() {
    return items;
  }

  /**
   * Names the request in the service's log: give it when you ask for help.
   *
   * @return the header X-Request-Id; null when there was no answer
   */
  public String requestId() {
    return requestId;
  }

  /**
   * Whether the same call may succeed later.
   *
   * @return true after 408, 429, 5xx, a cut connection and a time-out
   */
  public boolean retryable() {
    return retryable;
  }

  /**
   * The key under which a POST was sent: repeat the call with it, and the service does it only once.
   *
   * @return the key; null for other methods
   */
  public String idempotencyKey() {
    return idempotencyKey;
  }

  /**
   * The upload that holds the recording, or a part of it: {@link Uploads#send} goes on with it.
   *
   * @return its id; null where there is none to go on with
   */
  public String uploadId() {
    return uploadId;
  }
}
