// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code system}, {@code human}. */
public final class VerdictSource extends OpenEnum {
  /** {@code system}. */
  public static final VerdictSource SYSTEM = new VerdictSource("system");

  /** {@code human}. */
  public static final VerdictSource HUMAN = new VerdictSource("human");

  private VerdictSource(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static VerdictSource of(String value) {
    return new VerdictSource(value);
  }
}
