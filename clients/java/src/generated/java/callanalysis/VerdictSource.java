// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code system}, {@code human}. */
public final class VerdictSource extends OpenEnum {
  public static final VerdictSource SYSTEM = new VerdictSource("system");
  public static final VerdictSource HUMAN = new VerdictSource("human");

  private VerdictSource(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static VerdictSource of(String value) {
    return new VerdictSource(value);
  }
}
