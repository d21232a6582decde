// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code upheld}, {@code overturned}, {@code partly}. */
public final class DisputeDecision extends OpenEnum {
  public static final DisputeDecision UPHELD = new DisputeDecision("upheld");
  public static final DisputeDecision OVERTURNED = new DisputeDecision("overturned");
  public static final DisputeDecision PARTLY = new DisputeDecision("partly");

  private DisputeDecision(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static DisputeDecision of(String value) {
    return new DisputeDecision(value);
  }
}
