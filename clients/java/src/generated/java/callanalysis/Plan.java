// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code free}, {@code starter}, {@code growth}. */
public final class Plan extends OpenEnum {
  public static final Plan FREE = new Plan("free");
  public static final Plan STARTER = new Plan("starter");
  public static final Plan GROWTH = new Plan("growth");

  private Plan(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static Plan of(String value) {
    return new Plan(value);
  }
}
