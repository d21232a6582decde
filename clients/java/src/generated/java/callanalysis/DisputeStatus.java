// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code open}, {@code resolved}. */
public final class DisputeStatus extends OpenEnum {
  public static final DisputeStatus OPEN = new DisputeStatus("open");
  public static final DisputeStatus RESOLVED = new DisputeStatus("resolved");

  private DisputeStatus(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static DisputeStatus of(String value) {
    return new DisputeStatus(value);
  }
}
