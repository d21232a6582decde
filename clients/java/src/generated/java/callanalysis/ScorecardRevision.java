// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code ScorecardRevision} of the API. */
public final class ScorecardRevision {
  @JsonProperty("object") private String object;
  @JsonProperty("scorecard_id") private String scorecardId;
  @JsonProperty("revision") private Long revision;
  @JsonProperty("status") private RevisionStatus status;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("content_hash") private String contentHash;
  @JsonProperty("language") private String language;
  @JsonProperty("pass_mark") private Double passMark;
  @JsonProperty("min_coverage") private Double minCoverage;
  @JsonProperty("sections") private List<FormSection> sections;
  @JsonProperty("forced") private ForcedPublication forced;
  @JsonProperty("gate") private Gate gate;

  private ScorecardRevision() {}

  /** Always {@code scorecard_revision}. */
  public String object() {
    return object;
  }

  /** The scorecard that it belongs to. */
  public String scorecardId() {
    return scorecardId;
  }

  /** Number of the revision, from 1. */
  public Long revision() {
    return revision;
  }

  /** A draft can be changed and tested; a published revision scores calls and never changes. */
  public RevisionStatus status() {
    return status;
  }

  /** When it was created; Unix seconds. */
  public Long created() {
    return created;
  }

  /** Mode of the scorecard: false for test mode. */
  public Boolean livemode() {
    return livemode;
  }

  /** SHA-256 of the form with every default filled in: equal forms have equal hashes. */
  public String contentHash() {
    return contentHash;
  }

  /** ISO 639-1: the language of the phrases. Null: phrases count in calls of every language. */
  public String language() {
    return language;
  }

  /** Minimum rounded score for the outcome {@code passed}. Null: every score passes. */
  public Double passMark() {
    return passMark;
  }

  /** Below this coverage there is no score, and the outcome is {@code not_assessable}. */
  public Double minCoverage() {
    return minCoverage;
  }

  /** The form, with every default filled in. */
  public List<FormSection> sections() {
    return sections;
  }

  /** Set if it was published in spite of the gate of its scorecard. May be null. */
  public ForcedPublication forced() {
    return forced;
  }

  /**
   * Only in the response of a publication, if the scorecard has a gate and the revision was not published before.
   */
  public Gate gate() {
    return gate;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
