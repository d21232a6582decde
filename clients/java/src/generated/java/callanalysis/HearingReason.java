// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * Known are {@code no_speech}, {@code role_unknown}, {@code not_known}, {@code low_confidence}, {@code noisy},
 * {@code narrow_band}, {@code clipped}, {@code words_missing}.
 */
public final class HearingReason extends OpenEnum {
  public static final HearingReason NO_SPEECH = new HearingReason("no_speech");
  public static final HearingReason ROLE_UNKNOWN = new HearingReason("role_unknown");
  public static final HearingReason NOT_KNOWN = new HearingReason("not_known");
  public static final HearingReason LOW_CONFIDENCE = new HearingReason("low_confidence");
  public static final HearingReason NOISY = new HearingReason("noisy");
  public static final HearingReason NARROW_BAND = new HearingReason("narrow_band");
  public static final HearingReason CLIPPED = new HearingReason("clipped");
  public static final HearingReason WORDS_MISSING = new HearingReason("words_missing");

  private HearingReason(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static HearingReason of(String value) {
    return new HearingReason(value);
  }
}
