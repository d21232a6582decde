// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code CallsStatus} of the API. */
public final class CallsStatus {
  @JsonProperty("in_progress") private Long inProgress;
  @JsonProperty("waiting") private Long waiting;
  @JsonProperty("waiting_since") private Long waitingSince;
  @JsonProperty("reason") private CallWaitReason reason;

  private CallsStatus() {}

  /** Calls that a worker is processing. */
  public Long inProgress() {
    return inProgress;
  }

  /** Accepted calls that wait for a worker. Together with those in progress, at most 10,000 are counted. */
  public Long waiting() {
    return waiting;
  }

  /** When the call that waits longest was accepted, Unix seconds; null while none waits. */
  public Long waitingSince() {
    return waitingSince;
  }

  /**
   * Why that call waits. {@code engine_paused}: {@code engines} says which. {@code retry}: its last run failed, and
   * it is tried again. {@code busy}: workers are processing other calls. {@code no_worker}: it has been due for
   * more than a minute, and no worker is processing any call. {@code queued}: it has just arrived. Null while none
   * waits.
   */
  public CallWaitReason reason() {
    return reason;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
