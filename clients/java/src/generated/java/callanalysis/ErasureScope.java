// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code calls}, {@code recordings}, {@code traces}. */
public final class ErasureScope extends OpenEnum {
  public static final ErasureScope CALLS = new ErasureScope("calls");
  public static final ErasureScope RECORDINGS = new ErasureScope("recordings");
  public static final ErasureScope TRACES = new ErasureScope("traces");

  private ErasureScope(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ErasureScope of(String value) {
    return new ErasureScope(value);
  }
}
