// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code password}, {@code oidc}. */
public final class MemberIdentity extends OpenEnum {
  public static final MemberIdentity PASSWORD = new MemberIdentity("password");
  public static final MemberIdentity OIDC = new MemberIdentity("oidc");

  private MemberIdentity(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static MemberIdentity of(String value) {
    return new MemberIdentity(value);
  }
}
