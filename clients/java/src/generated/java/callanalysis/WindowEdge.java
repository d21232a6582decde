// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code start}, {@code end}. */
public final class WindowEdge extends OpenEnum {
  /** {@code start}. */
  public static final WindowEdge START = new WindowEdge("start");

  /** {@code end}. */
  public static final WindowEdge END = new WindowEdge("end");

  private WindowEdge(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static WindowEdge of(String value) {
    return new WindowEdge(value);
  }
}
