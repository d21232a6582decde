// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code production}, {@code local}, {@code demo}. */
public final class EngineGrade extends OpenEnum {
  public static final EngineGrade PRODUCTION = new EngineGrade("production");
  public static final EngineGrade LOCAL = new EngineGrade("local");
  public static final EngineGrade DEMO = new EngineGrade("demo");

  private EngineGrade(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EngineGrade of(String value) {
    return new EngineGrade(value);
  }
}
