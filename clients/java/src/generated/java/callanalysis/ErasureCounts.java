// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ErasureCounts} of the API. */
public final class ErasureCounts {
  @JsonProperty("analyses") private Long analyses;
  @JsonProperty("recordings") private Long recordings;
  @JsonProperty("evaluations") private Long evaluations;
  @JsonProperty("reviews") private Long reviews;
  @JsonProperty("deliveries") private Long deliveries;
  @JsonProperty("exports") private Long exports;
  @JsonProperty("idempotent_answers") private Long idempotentAnswers;

  private ErasureCounts() {}

  /** Calls: deleted, or changed where {@code scope} keeps them. */
  public Long analyses() {
    return analyses;
  }

  /** Recordings of them, in every rendition. */
  public Long recordings() {
    return recordings;
  }

  /** Evaluations. */
  public Long evaluations() {
    return evaluations;
  }

  /** Reviews. */
  public Long reviews() {
    return reviews;
  }

  /** Notifications, sent and pending. */
  public Long deliveries() {
    return deliveries;
  }

  /** Files of exports that held one of the calls. */
  public Long exports() {
    return exports;
  }

  /** Answers that were kept for repeated requests. */
  public Long idempotentAnswers() {
    return idempotentAnswers;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
