// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code UsageStorage} of the API. */
public final class UsageStorage {
  @JsonProperty("held_bytes") private Long heldBytes;
  @JsonProperty("limit_bytes") private Long limitBytes;
  @JsonProperty("by") private Map<String, Object> by;

  private UsageStorage() {}

  /** The sum of {@code by}. */
  public Long heldBytes() {
    return heldBytes;
  }

  /** At this sum, requests that would store more are refused with 400; calls never are. */
  public Long limitBytes() {
    return limitBytes;
  }

  /**
   * Type of data. {@code corrections}: including earlier versions of transcripts. {@code batches}: their lines
   * until they are deleted. {@code sources}: objects found and callbacks. {@code answers}: responses stored for an
   * Idempotency-Key. {@code exports}: their files. {@code notifications}: those of reviews, corrections and jobs.
   * {@code statistics}: sums of test calls.
   */
  public Map<String, Object> by() {
    return by;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
