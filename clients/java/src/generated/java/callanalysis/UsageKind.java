// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code included}, {@code overage}. */
public final class UsageKind extends OpenEnum {
  /** {@code included}. */
  public static final UsageKind INCLUDED = new UsageKind("included");

  /** {@code overage}. */
  public static final UsageKind OVERAGE = new UsageKind("overage");

  private UsageKind(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static UsageKind of(String value) {
    return new UsageKind(value);
  }
}
