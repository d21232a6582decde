// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code live}, {@code test}. */
public final class ApiKeyMode extends OpenEnum {
  public static final ApiKeyMode LIVE = new ApiKeyMode("live");
  public static final ApiKeyMode TEST = new ApiKeyMode("test");

  private ApiKeyMode(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ApiKeyMode of(String value) {
    return new ApiKeyMode(value);
  }
}
