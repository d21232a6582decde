// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code engine_paused}, {@code retry}, {@code busy}, {@code no_worker}, {@code queued}. */
public final class CallWaitReason extends OpenEnum {
  public static final CallWaitReason ENGINE_PAUSED = new CallWaitReason("engine_paused");
  public static final CallWaitReason RETRY = new CallWaitReason("retry");
  public static final CallWaitReason BUSY = new CallWaitReason("busy");
  public static final CallWaitReason NO_WORKER = new CallWaitReason("no_worker");
  public static final CallWaitReason QUEUED = new CallWaitReason("queued");

  private CallWaitReason(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static CallWaitReason of(String value) {
    return new CallWaitReason(value);
  }
}
