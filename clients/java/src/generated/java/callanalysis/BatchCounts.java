// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code BatchCounts} of the API. */
public final class BatchCounts {
  @JsonProperty("total") private Long total;
  @JsonProperty("queued") private Long queued;
  @JsonProperty("processing") private Long processing;
  @JsonProperty("completed") private Long completed;
  @JsonProperty("failed") private Long failed;
  @JsonProperty("existing") private Long existing;
  @JsonProperty("refused") private Long refused;
  @JsonProperty("canceled") private Long canceled;

  private BatchCounts() {}

  /** Lines; while a manifest is read, those read so far. */
  public Long total() {
    return total;
  }

  /** Lines that are not processed yet. */
  public Long queued() {
    return queued;
  }

  /** Lines whose call was accepted and is in progress. */
  public Long processing() {
    return processing;
  }

  /** Lines whose call is completed. */
  public Long completed() {
    return completed;
  }

  /** Lines whose call has failed, or was deleted in progress. */
  public Long failed() {
    return failed;
  }

  /** Lines whose {@code external_id} already had a call: nothing was accepted, and no minutes were used. */
  public Long existing() {
    return existing;
  }

  /** Lines that were refused, each with its reason. */
  public Long refused() {
    return refused;
  }

  /** Lines that were dropped when the batch was canceled. */
  public Long canceled() {
    return canceled;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
