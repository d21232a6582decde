// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code analysis:read}, {@code analysis:write}, {@code billing:read}, {@code evaluations:write}, {@code
 * reviews:write}, {@code settings:write}, {@code recordings:original}, {@code data:govern}.
 */
public final class Scope extends OpenEnum {
  public static final Scope ANALYSIS_READ = new Scope("analysis:read");
  public static final Scope ANALYSIS_WRITE = new Scope("analysis:write");
  public static final Scope BILLING_READ = new Scope("billing:read");
  public static final Scope EVALUATIONS_WRITE = new Scope("evaluations:write");
  public static final Scope REVIEWS_WRITE = new Scope("reviews:write");
  public static final Scope SETTINGS_WRITE = new Scope("settings:write");
  public static final Scope RECORDINGS_ORIGINAL = new Scope("recordings:original");
  public static final Scope DATA_GOVERN = new Scope("data:govern");

  private Scope(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static Scope of(String value) {
    return new Scope(value);
  }
}
