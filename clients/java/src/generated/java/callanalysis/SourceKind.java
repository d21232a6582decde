// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code s3}, {@code twilio}. */
public final class SourceKind extends OpenEnum {
  public static final SourceKind S3 = new SourceKind("s3");
  public static final SourceKind TWILIO = new SourceKind("twilio");

  private SourceKind(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static SourceKind of(String value) {
    return new SourceKind(value);
  }
}
