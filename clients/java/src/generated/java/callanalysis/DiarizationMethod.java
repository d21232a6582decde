// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code channel}, {@code model}, {@code content}, {@code none}. */
public final class DiarizationMethod extends OpenEnum {
  public static final DiarizationMethod CHANNEL = new DiarizationMethod("channel");
  public static final DiarizationMethod MODEL = new DiarizationMethod("model");
  public static final DiarizationMethod CONTENT = new DiarizationMethod("content");
  public static final DiarizationMethod NONE = new DiarizationMethod("none");

  private DiarizationMethod(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static DiarizationMethod of(String value) {
    return new DiarizationMethod(value);
  }
}
