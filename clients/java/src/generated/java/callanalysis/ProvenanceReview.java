// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ProvenanceReview} of the API. */
public final class ProvenanceReview {
  @JsonProperty("id") private String id;
  @JsonProperty("created") private Long created;
  @JsonProperty("reviewer_id") private String reviewerId;
  @JsonProperty("via") private ReviewVia via;
  @JsonProperty("transcript_version") private Long transcriptVersion;

  private ProvenanceReview() {}

  /** Id of the review. */
  public String id() {
    return id;
  }

  /** When, in Unix seconds. */
  public Long created() {
    return created;
  }

  /** Who reviewed it, as the review says. May be null. */
  public String reviewerId() {
    return reviewerId;
  }

  /** By which kind of credential. */
  public ReviewVia via() {
    return via;
  }

  /** The version of the transcript that was reviewed. */
  public Long transcriptVersion() {
    return transcriptVersion;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
