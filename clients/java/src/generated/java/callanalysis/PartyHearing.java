// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code PartyHearing} of the API. */
public final class PartyHearing {
  @JsonProperty("score") private Double score;
  @JsonProperty("basis") private List<HearingBasis> basis;
  @JsonProperty("assessable") private Boolean assessable;
  @JsonProperty("reasons") private List<HearingReason> reasons;

  private PartyHearing() {}

  /**
   * Audio quality of the party for transcription, 0 to 1: the engine's mean word probability, else an estimate from
   * the signal-to-noise ratio. Null if unknown, which never means good.
   */
  public Double score() {
    return score;
  }

  /**
   * Basis of {@code score} and {@code assessable}: the speech engine's own probabilities, the sound of the
   * recording, or both.
   */
  public List<HearingBasis> basis() {
    return basis;
  }

  /**
   * True if the audio is good enough to conclude that the party did not say something. Otherwise nothing missing
   * counts against the party.
   */
  public Boolean assessable() {
    return assessable;
  }

  /**
   * Why the party is not assessable; empty otherwise. {@code no_speech}: no speech. {@code role_unknown}: role
   * unknown. {@code not_known}: audio quality unknown. {@code low_confidence}: low transcription confidence. {@code
   * noisy}: background noise. {@code narrow_band}: telephone quality, and the engine needs more. {@code clipped}:
   * recording level too high. {@code words_missing}: far fewer words than were spoken, or more than a person can
   * say.
   */
  public List<HearingReason> reasons() {
    return reasons;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
