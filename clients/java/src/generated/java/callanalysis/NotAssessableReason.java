// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code no_language_model}, {@code scenario}, {@code model_declined}, {@code too_long_for_model}, {@code
 * unusable_answer}, {@code no_answer}, {@code no_quotation}, {@code other_language}, {@code no_conversation},
 * {@code not_heard}, {@code roles_unknown}, {@code finding_not_assessable}, {@code leakage}, {@code no_band},
 * {@code too_costly}, {@code below_target}.
 */
public final class NotAssessableReason extends OpenEnum {
  public static final NotAssessableReason NO_LANGUAGE_MODEL = new NotAssessableReason("no_language_model");
  public static final NotAssessableReason SCENARIO = new NotAssessableReason("scenario");
  public static final NotAssessableReason MODEL_DECLINED = new NotAssessableReason("model_declined");
  public static final NotAssessableReason TOO_LONG_FOR_MODEL = new NotAssessableReason("too_long_for_model");
  public static final NotAssessableReason UNUSABLE_ANSWER = new NotAssessableReason("unusable_answer");
  public static final NotAssessableReason NO_ANSWER = new NotAssessableReason("no_answer");
  public static final NotAssessableReason NO_QUOTATION = new NotAssessableReason("no_quotation");
  public static final NotAssessableReason OTHER_LANGUAGE = new NotAssessableReason("other_language");
  public static final NotAssessableReason NO_CONVERSATION = new NotAssessableReason("no_conversation");
  public static final NotAssessableReason NOT_HEARD = new NotAssessableReason("not_heard");
  public static final NotAssessableReason ROLES_UNKNOWN = new NotAssessableReason("roles_unknown");
  public static final NotAssessableReason FINDING_NOT_ASSESSABLE = new NotAssessableReason("finding_not_assessable");
  public static final NotAssessableReason LEAKAGE = new NotAssessableReason("leakage");
  public static final NotAssessableReason NO_BAND = new NotAssessableReason("no_band");
  public static final NotAssessableReason TOO_COSTLY = new NotAssessableReason("too_costly");
  public static final NotAssessableReason BELOW_TARGET = new NotAssessableReason("below_target");

  private NotAssessableReason(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static NotAssessableReason of(String value) {
    return new NotAssessableReason(value);
  }
}
