package callanalysis;

/** A recording on its way to the service, in parts. */
public final class Upload {
  private final String id;
  private final long length;
  private final long offset;
  private final Long expiresAt;

  Upload(String id, long length, long offset, Long expiresAt) {
    this.id = id;
    this.length = length;
    this.offset = offset;
    this.expiresAt = expiresAt;
  }

  Upload at(long arrived) {
    return new Upload(id, length, arrived, expiresAt);
  }

  /**
   * Names it.
   *
   * @return its id
   */
  public String id() {
    return id;
  }

  /**
   * How large the whole recording is.
   *
   * @return bytes
   */
  public long length() {
    return length;
  }

  /**
   * How much of it the service has.
   *
   * @return bytes
   */
  public long offset() {
    return offset;
  }

  /**
   * When an upload that no analysis took ends.
   *
   * @return in Unix seconds; null where the service does not say
   */
  public Long expiresAt() {
    return expiresAt;
  }
}
