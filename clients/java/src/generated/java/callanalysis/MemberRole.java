// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code agent}, {@code reviewer}, {@code analyst}, {@code admin}, {@code owner}. */
public final class MemberRole extends OpenEnum {
  public static final MemberRole AGENT = new MemberRole("agent");
  public static final MemberRole REVIEWER = new MemberRole("reviewer");
  public static final MemberRole ANALYST = new MemberRole("analyst");
  public static final MemberRole ADMIN = new MemberRole("admin");
  public static final MemberRole OWNER = new MemberRole("owner");

  private MemberRole(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static MemberRole of(String value) {
    return new MemberRole(value);
  }
}
