// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code active}, {@code disabled}. */
public final class WantedMemberStatus extends OpenEnum {
  public static final WantedMemberStatus ACTIVE = new WantedMemberStatus("active");
  public static final WantedMemberStatus DISABLED = new WantedMemberStatus("disabled");

  private WantedMemberStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static WantedMemberStatus of(String value) {
    return new WantedMemberStatus(value);
  }
}
