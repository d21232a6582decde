// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code names_by_cues}, {@code unknown_language}. */
public final class RedactionLimit extends OpenEnum {
  public static final RedactionLimit NAMES_BY_CUES = new RedactionLimit("names_by_cues");
  public static final RedactionLimit UNKNOWN_LANGUAGE = new RedactionLimit("unknown_language");

  private RedactionLimit(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionLimit of(String value) {
    return new RedactionLimit(value);
  }
}
