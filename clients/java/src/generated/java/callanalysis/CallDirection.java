// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code inbound}, {@code outbound}. */
public final class CallDirection extends OpenEnum {
  public static final CallDirection INBOUND = new CallDirection("inbound");
  public static final CallDirection OUTBOUND = new CallDirection("outbound");

  private CallDirection(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static CallDirection of(String value) {
    return new CallDirection(value);
  }
}
