// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code start}, {@code end}. */
public final class WindowEdge extends OpenEnum {
  public static final WindowEdge START = new WindowEdge("start");
  public static final WindowEdge END = new WindowEdge("end");

  private WindowEdge(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static WindowEdge of(String value) {
    return new WindowEdge(value);
  }
}
