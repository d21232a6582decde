// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code kept}, {@code deleted}. */
public final class OriginalRecording extends OpenEnum {
  public static final OriginalRecording KEPT = new OriginalRecording("kept");
  public static final OriginalRecording DELETED = new OriginalRecording("deleted");

  private OriginalRecording(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static OriginalRecording of(String value) {
    return new OriginalRecording(value);
  }
}
