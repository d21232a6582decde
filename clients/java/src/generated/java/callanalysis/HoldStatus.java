// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code active}, {@code released}. */
public final class HoldStatus extends OpenEnum {
  public static final HoldStatus ACTIVE = new HoldStatus("active");
  public static final HoldStatus RELEASED = new HoldStatus("released");

  private HoldStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static HoldStatus of(String value) {
    return new HoldStatus(value);
  }
}
