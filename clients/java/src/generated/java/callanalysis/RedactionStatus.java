// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code none}, {@code processing}, {@code applied}, {@code withheld}. */
public final class RedactionStatus extends OpenEnum {
  public static final RedactionStatus NONE = new RedactionStatus("none");
  public static final RedactionStatus PROCESSING = new RedactionStatus("processing");
  public static final RedactionStatus APPLIED = new RedactionStatus("applied");
  public static final RedactionStatus WITHHELD = new RedactionStatus("withheld");

  private RedactionStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionStatus of(String value) {
    return new RedactionStatus(value);
  }
}
