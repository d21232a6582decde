// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code off}, {@code not_worse}, {@code trusted}. */
public final class ScorecardGate extends OpenEnum {
  public static final ScorecardGate OFF = new ScorecardGate("off");
  public static final ScorecardGate NOT_WORSE = new ScorecardGate("not_worse");
  public static final ScorecardGate TRUSTED = new ScorecardGate("trusted");

  private ScorecardGate(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ScorecardGate of(String value) {
    return new ScorecardGate(value);
  }
}
