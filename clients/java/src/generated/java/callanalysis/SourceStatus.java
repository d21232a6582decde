// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code active}, {@code paused}, {@code failing}. */
public final class SourceStatus extends OpenEnum {
  public static final SourceStatus ACTIVE = new SourceStatus("active");
  public static final SourceStatus PAUSED = new SourceStatus("paused");
  public static final SourceStatus FAILING = new SourceStatus("failing");

  private SourceStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static SourceStatus of(String value) {
    return new SourceStatus(value);
  }
}
