// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ProvenanceEvaluation} of the API. */
public final class ProvenanceEvaluation {
  @JsonProperty("id") private String id;
  @JsonProperty("scorecard_id") private String scorecardId;
  @JsonProperty("revision") private Long revision;
  @JsonProperty("revision_hash") private String revisionHash;
  @JsonProperty("transcript_hash") private String transcriptHash;
  @JsonProperty("completed_at") private Long completedAt;
  @JsonProperty("superseded") private Boolean superseded;

  private ProvenanceEvaluation() {}

  /** Id of the evaluation. */
  public String id() {
    return id;
  }

  /** The scorecard. */
  public String scorecardId() {
    return scorecardId;
  }

  /** Its revision. */
  public Long revision() {
    return revision;
  }

  /** Hash of the form that was asked. May be null. */
  public String revisionHash() {
    return revisionHash;
  }

  /** Hash of the transcript that was judged. May be null. */
  public String transcriptHash() {
    return transcriptHash;
  }

  /** When it was completed, in Unix seconds. May be null. */
  public Long completedAt() {
    return completedAt;
  }

  /** True where the transcript was corrected since. */
  public Boolean superseded() {
    return superseded;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
