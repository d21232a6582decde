// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code delete}, {@code keep}. */
public final class OriginalHandling extends OpenEnum {
  public static final OriginalHandling DELETE = new OriginalHandling("delete");
  public static final OriginalHandling KEEP = new OriginalHandling("keep");

  private OriginalHandling(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static OriginalHandling of(String value) {
    return new OriginalHandling(value);
  }
}
