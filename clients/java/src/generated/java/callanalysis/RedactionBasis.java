// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code pattern}, {@code asked_for}, {@code model}, {@code keys}, {@code custom}. */
public final class RedactionBasis extends OpenEnum {
  public static final RedactionBasis PATTERN = new RedactionBasis("pattern");
  public static final RedactionBasis ASKED_FOR = new RedactionBasis("asked_for");
  public static final RedactionBasis MODEL = new RedactionBasis("model");
  public static final RedactionBasis KEYS = new RedactionBasis("keys");
  public static final RedactionBasis CUSTOM = new RedactionBasis("custom");

  private RedactionBasis(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionBasis of(String value) {
    return new RedactionBasis(value);
  }
}
