// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code engine}, {@code signal}. */
public final class HearingBasis extends OpenEnum {
  public static final HearingBasis ENGINE = new HearingBasis("engine");
  public static final HearingBasis SIGNAL = new HearingBasis("signal");

  private HearingBasis(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static HearingBasis of(String value) {
    return new HearingBasis(value);
  }
}
