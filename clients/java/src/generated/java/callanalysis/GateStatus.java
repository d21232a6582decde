// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code passed}, {@code too_few}, {@code forced}. */
public final class GateStatus extends OpenEnum {
  public static final GateStatus PASSED = new GateStatus("passed");
  public static final GateStatus TOO_FEW = new GateStatus("too_few");
  public static final GateStatus FORCED = new GateStatus("forced");

  private GateStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static GateStatus of(String value) {
    return new GateStatus(value);
  }
}
