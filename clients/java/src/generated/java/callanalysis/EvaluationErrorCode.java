// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code not_audio}, {@code too_long}, {@code too_large}, {@code url_unreachable}, {@code url_refused},
 * {@code quota_exceeded}, {@code provider_refused}, {@code provider_failed}, {@code language_unsupported}, {@code
 * not_processable}, {@code evaluation_limit}.
 */
public final class EvaluationErrorCode extends OpenEnum {
  public static final EvaluationErrorCode NOT_AUDIO = new EvaluationErrorCode("not_audio");
  public static final EvaluationErrorCode TOO_LONG = new EvaluationErrorCode("too_long");
  public static final EvaluationErrorCode TOO_LARGE = new EvaluationErrorCode("too_large");
  public static final EvaluationErrorCode URL_UNREACHABLE = new EvaluationErrorCode("url_unreachable");
  public static final EvaluationErrorCode URL_REFUSED = new EvaluationErrorCode("url_refused");
  public static final EvaluationErrorCode QUOTA_EXCEEDED = new EvaluationErrorCode("quota_exceeded");
  public static final EvaluationErrorCode PROVIDER_REFUSED = new EvaluationErrorCode("provider_refused");
  public static final EvaluationErrorCode PROVIDER_FAILED = new EvaluationErrorCode("provider_failed");
  public static final EvaluationErrorCode LANGUAGE_UNSUPPORTED = new EvaluationErrorCode("language_unsupported");
  public static final EvaluationErrorCode NOT_PROCESSABLE = new EvaluationErrorCode("not_processable");
  public static final EvaluationErrorCode EVALUATION_LIMIT = new EvaluationErrorCode("evaluation_limit");

  private EvaluationErrorCode(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static EvaluationErrorCode of(String value) {
    return new EvaluationErrorCode(value);
  }
}
