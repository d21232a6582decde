// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code conversation}, {@code voicemail}, {@code no_conversation}. */
public final class CallKind extends OpenEnum {
  /** {@code conversation}. */
  public static final CallKind CONVERSATION = new CallKind("conversation");

  /** {@code voicemail}. */
  public static final CallKind VOICEMAIL = new CallKind("voicemail");

  /** {@code no_conversation}. */
  public static final CallKind NO_CONVERSATION = new CallKind("no_conversation");

  private CallKind(String value) {
    super(value);
  }

  /**
   * The value with this word, which need not be one of the constants.
   *
   * @param value as it stands on the wire
   * @return equal to the constant, where there is one
   */
  @JsonCreator
  public static CallKind of(String value) {
    return new CallKind(value);
  }
}
