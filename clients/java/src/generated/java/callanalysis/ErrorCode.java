// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code not_audio}, {@code too_long}, {@code too_large}, {@code url_unreachable}, {@code url_refused},
 * {@code quota_exceeded}, {@code provider_refused}, {@code provider_failed}, {@code language_unsupported}, {@code
 * not_processable}.
 */
public final class ErrorCode extends OpenEnum {
  public static final ErrorCode NOT_AUDIO = new ErrorCode("not_audio");
  public static final ErrorCode TOO_LONG = new ErrorCode("too_long");
  public static final ErrorCode TOO_LARGE = new ErrorCode("too_large");
  public static final ErrorCode URL_UNREACHABLE = new ErrorCode("url_unreachable");
  public static final ErrorCode URL_REFUSED = new ErrorCode("url_refused");
  public static final ErrorCode QUOTA_EXCEEDED = new ErrorCode("quota_exceeded");
  public static final ErrorCode PROVIDER_REFUSED = new ErrorCode("provider_refused");
  public static final ErrorCode PROVIDER_FAILED = new ErrorCode("provider_failed");
  public static final ErrorCode LANGUAGE_UNSUPPORTED = new ErrorCode("language_unsupported");
  public static final ErrorCode NOT_PROCESSABLE = new ErrorCode("not_processable");

  private ErrorCode(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ErrorCode of(String value) {
    return new ErrorCode(value);
  }
}
