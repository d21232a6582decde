// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code US}, {@code GB}, {@code DE}. */
public final class RedactionCountry extends OpenEnum {
  public static final RedactionCountry US = new RedactionCountry("US");
  public static final RedactionCountry GB = new RedactionCountry("GB");
  public static final RedactionCountry DE = new RedactionCountry("DE");

  private RedactionCountry(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionCountry of(String value) {
    return new RedactionCountry(value);
  }
}
