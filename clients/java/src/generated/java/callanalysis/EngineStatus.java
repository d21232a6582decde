// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code EngineStatus} of the API. */
public final class EngineStatus {
  @JsonProperty("engine") private EngineTask engine;
  @JsonProperty("reason") private EngineTrouble reason;
  @JsonProperty("paused_since") private Long pausedSince;

  private EngineStatus() {}

  /** Task of the engine. */
  public EngineTask engine() {
    return engine;
  }

  /** Why it is paused; null if it is not. */
  public EngineTrouble reason() {
    return reason;
  }

  /** When it was paused, Unix seconds; null if it is not. */
  public Long pausedSince() {
    return pausedSince;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
