// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code starter}, {@code growth}. */
public final class PaidPlan extends OpenEnum {
  public static final PaidPlan STARTER = new PaidPlan("starter");
  public static final PaidPlan GROWTH = new PaidPlan("growth");

  private PaidPlan(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static PaidPlan of(String value) {
    return new PaidPlan(value);
  }
}
