// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code admin}, {@code analyst}, {@code reviewer}, {@code agent}. */
public final class GivenRole extends OpenEnum {
  public static final GivenRole ADMIN = new GivenRole("admin");
  public static final GivenRole ANALYST = new GivenRole("analyst");
  public static final GivenRole REVIEWER = new GivenRole("reviewer");
  public static final GivenRole AGENT = new GivenRole("agent");

  private GivenRole(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static GivenRole of(String value) {
    return new GivenRole(value);
  }
}
