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
   * How well the party was heard, 0 to 1: the engine's mean word probability, else an estimate from the
   * signal-to-noise ratio. Null where it is not known, which never means heard well.
   */
  public Double score() {
    return score;
  }

  /**
   * What {@code score} and {@code assessable} rest on: the speech engine's own probabilities, the sound of the
   * recording, or both.
   */
  public List<HearingBasis> basis() {
    return basis;
  }

  /**
   * True where the party was heard well enough to conclude what the party did not say. Otherwise nothing is held
   * against the party for not having been heard.
   */
  public Boolean assessable() {
    return assessable;
  }

  /**
   * Why the party is not assessable; empty otherwise. {@code no_speech}: the party said nothing. {@code
   * role_unknown}: who the party is could not be told. {@code not_known}: neither the engine nor the recording
   * tells how well the party was heard. {@code low_confidence}: the probabilities of the words are too low for this
   * engine. {@code noisy}: too little louder than the background. {@code narrow_band}: telephone sound, and the
   * engine needs more. {@code clipped}: recorded so loud that the sound is distorted. {@code words_missing}: far
   * fewer words than were spoken, or more than anyone can say.
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
