package callanalysis;

import java.time.Instant;

/** A recording on its way to the service, in parts. */
public final class Upload {
  private final String id;
  private final long size;
  private final long offset;
  private final Instant expiresAt;

  Upload(String id, long size, long offset, Instant expiresAt) {
    this.id = id;
    this.size = size;
    this.offset = offset;
    this.expiresAt = expiresAt;
  }

  Upload at(long arrived) {
    return new Upload(id, size, arrived, expiresAt);
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
  public long size() {
    return size;
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
   * @return null where the service does not say
   */
  public Instant expiresAt() {
    return expiresAt;
  }
}
