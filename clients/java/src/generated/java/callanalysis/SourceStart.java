// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code new}, {@code all}. */
public final class SourceStart extends OpenEnum {
  public static final SourceStart NEW = new SourceStart("new");
  public static final SourceStart ALL = new SourceStart("all");

  private SourceStart(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static SourceStart of(String value) {
    return new SourceStart(value);
  }
}
