// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code model_declined}, {@code too_long_for_model}, {@code unusable_answer}. */
public final class NotJudgedReason extends OpenEnum {
  public static final NotJudgedReason MODEL_DECLINED = new NotJudgedReason("model_declined");
  public static final NotJudgedReason TOO_LONG_FOR_MODEL = new NotJudgedReason("too_long_for_model");
  public static final NotJudgedReason UNUSABLE_ANSWER = new NotJudgedReason("unusable_answer");

  private NotJudgedReason(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static NotJudgedReason of(String value) {
    return new NotJudgedReason(value);
  }
}
