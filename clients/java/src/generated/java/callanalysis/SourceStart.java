// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code new}, {@code all}. */
public final class SourceStart extends OpenEnum {
  /** {@code new}. */
  public static final SourceStart NEW = new SourceStart("new");

  /** {@code all}. */
  public static final SourceStart ALL = new SourceStart("all");

  private SourceStart(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static SourceStart of(String value) {
    return new SourceStart(value);
  }
}
