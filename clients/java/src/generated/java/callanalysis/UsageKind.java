// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code included}, {@code overage}. */
public final class UsageKind extends OpenEnum {
  public static final UsageKind INCLUDED = new UsageKind("included");
  public static final UsageKind OVERAGE = new UsageKind("overage");

  private UsageKind(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static UsageKind of(String value) {
    return new UsageKind(value);
  }
}
