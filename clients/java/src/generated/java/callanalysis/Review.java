// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code Review} of the API. */
public final class Review {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("analysis_id") private String analysisId;
  @JsonProperty("transcript_version") private Long transcriptVersion;
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("via") private ReviewVia via;
  @JsonProperty("note") private String note;
  @JsonProperty("findings") private List<ReviewedFinding> findings;
  @JsonProperty("violations") private List<ReviewedViolation> violations;
  @JsonProperty("answers") private List<ReviewedQuestion> answers;
  @JsonProperty("scores") private ReviewScoreChange scores;
  @JsonProperty("dry_run") private Boolean dryRun;
  @JsonProperty("evaluations") private List<ReviewedEvaluation> evaluations;

  private Review() {}

  /** Id of the review. In a dry run it refers to nothing. */
  public String id() {
    return id;
  }

  /** Type of the object. */
  public String object() {
    return object;
  }

  /** Unix seconds. */
  public Long created() {
    return created;
  }

  /** The mode of the analysis. */
  public Boolean livemode() {
    return livemode;
  }

  /** The call. */
  public String analysisId() {
    return analysisId;
  }

  /** Version of the transcript that was reviewed. */
  public Long transcriptVersion() {
    return transcriptVersion;
  }

  /** Your identifier of the reviewer. Null only if {@code PUT /evaluations/{id}/answers/{question}} named none. */
  public String reviewerId() {
    return reviewerId;
  }

  /** Credential of the reviewer. */
  public ReviewVia via() {
    return via;
  }

  /** The reviewer’s note on the call. May be null. */
  public String note() {
    return note;
  }

  /** In the order of the request. */
  public List<ReviewedFinding> findings() {
    return findings;
  }

  /** In the order of the request. */
  public List<ReviewedViolation> violations() {
    return violations;
  }

  /** In the order of the request. */
  public List<ReviewedQuestion> answers() {
    return answers;
  }

  /** The scores of the call itself. */
  public ReviewScoreChange scores() {
    return scores;
  }

  /** True in the answer to a dry run, which has done nothing. Omitted otherwise. */
  public Boolean dryRun() {
    return dryRun;
  }

  /** Dry run only: the evaluations of the call whose score or outcome the review would change. */
  public List<ReviewedEvaluation> evaluations() {
    return evaluations;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
