// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code ProvenanceVersion} of the API. */
public final class ProvenanceVersion {
  @JsonProperty("version") private Long version;
  @JsonProperty("origin") private TranscriptOrigin origin;
  @JsonProperty("created") private Long created;
  @JsonProperty("correction_id") private String correctionId;
  @JsonProperty("reviewer_id") private String reviewerId;

  private ProvenanceVersion() {}

  /** Number of the version, from 1. */
  public Long version() {
    return version;
  }

  /** What made it. */
  public TranscriptOrigin origin() {
    return origin;
  }

  /** Since when it is there, in Unix seconds. May be null. */
  public Long created() {
    return created;
  }

  /** The correction. Null for version 1. */
  public String correctionId() {
    return correctionId;
  }

  /** Who corrected it. May be null. */
  public String reviewerId() {
    return reviewerId;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
