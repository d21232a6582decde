// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code conversation}, {@code voicemail}, {@code no_conversation}. */
public final class CallKind extends OpenEnum {
  public static final CallKind CONVERSATION = new CallKind("conversation");
  public static final CallKind VOICEMAIL = new CallKind("voicemail");
  public static final CallKind NO_CONVERSATION = new CallKind("no_conversation");

  private CallKind(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static CallKind of(String value) {
    return new CallKind(value);
  }
}
