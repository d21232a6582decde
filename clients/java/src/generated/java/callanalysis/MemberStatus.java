// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code active}, {@code invited}, {@code disabled}. */
public final class MemberStatus extends OpenEnum {
  public static final MemberStatus ACTIVE = new MemberStatus("active");
  public static final MemberStatus INVITED = new MemberStatus("invited");
  public static final MemberStatus DISABLED = new MemberStatus("disabled");

  private MemberStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static MemberStatus of(String value) {
    return new MemberStatus(value);
  }
}
