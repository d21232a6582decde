// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code inbound}, {@code outbound}. */
public final class CallDirection extends OpenEnum {
  /** {@code inbound}. */
  public static final CallDirection INBOUND = new CallDirection("inbound");

  /** {@code outbound}. */
  public static final CallDirection OUTBOUND = new CallDirection("outbound");

  private CallDirection(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static CallDirection of(String value) {
    return new CallDirection(value);
  }
}
