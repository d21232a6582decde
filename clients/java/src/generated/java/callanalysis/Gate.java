// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code Gate} of the API. */
public final class Gate {
  @JsonProperty("status") private GateStatus status;

  private Gate() {}

  /**
   * {@code passed}: people agree with it as before. {@code too_few}: too few rated calls to tell (50, and 10 of the
   * rarest answer). {@code forced}: nothing was compared.
   */
  public GateStatus status() {
    return status;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
