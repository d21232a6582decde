// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code leave}, {@code tag}. */
public final class SourceAfter extends OpenEnum {
  public static final SourceAfter LEAVE = new SourceAfter("leave");
  public static final SourceAfter TAG = new SourceAfter("tag");

  private SourceAfter(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static SourceAfter of(String value) {
    return new SourceAfter(value);
  }
}
