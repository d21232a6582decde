// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code child}, {@code parent}. */
public final class TwilioLeg extends OpenEnum {
  public static final TwilioLeg CHILD = new TwilioLeg("child");
  public static final TwilioLeg PARENT = new TwilioLeg("parent");

  private TwilioLeg(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static TwilioLeg of(String value) {
    return new TwilioLeg(value);
  }
}
