// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/** {@code AnswerRow} of the API. */
public final class AnswerRow {
  @JsonProperty("answered") private Long answered;
  @JsonProperty("na") private Long na;
  @JsonProperty("not_assessable") private Long notAssessable;
  @JsonProperty("awaiting_human") private Long awaitingHuman;
  @JsonProperty("skipped") private Long skipped;
  @JsonProperty("answers") private List<AnswerCount> answers;
  @JsonProperty("low_n") private Boolean lowN;
  @JsonProperty("key") private Map<String, String> key;

  private AnswerRow() {}

  /** Questions with an answer that counts. */
  public Long answered() {
    return answered;
  }

  /** Questions that did not apply. */
  public Long na() {
    return na;
  }

  /** Questions that could not be assessed. */
  public Long notAssessable() {
    return notAssessable;
  }

  /** Questions that need a reviewer’s answer. */
  public Long awaitingHuman() {
    return awaitingHuman;
  }

  /** Questions whose condition was not met. */
  public Long skipped() {
    return skipped;
  }

  /** Each answer that was given, by its key. */
  public List<AnswerCount> answers() {
    return answers;
  }

  /**
   * A mean or a rate of the row is based on fewer than 10: too few to rank by. Rows are therefore sorted by key.
   */
  public Boolean lowN() {
    return lowN;
  }

  /**
   * Key of the row, by grouping: days as {@code 2026-11-25}, weeks as {@code 2026-W48}, months as {@code 2026-11}.
   * Null: calls that have none. Each row is of one question: {@code scorecard} (its id) and {@code question} are
   * always there.
   */
  public Map<String, String> key() {
    return key;
  }
}
