// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code label}, {@code mask}. */
public final class RedactionReplacement extends OpenEnum {
  public static final RedactionReplacement LABEL = new RedactionReplacement("label");
  public static final RedactionReplacement MASK = new RedactionReplacement("mask");

  private RedactionReplacement(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionReplacement of(String value) {
    return new RedactionReplacement(value);
  }
}
