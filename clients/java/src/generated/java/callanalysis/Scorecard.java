// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code Scorecard} of the API. */
public final class Scorecard {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("name") private String name;
  @JsonProperty("description") private String description;
  @JsonProperty("applies_to") private AppliesTo appliesTo;
  @JsonProperty("default") private Boolean default_;
  @JsonProperty("revision") private Long revision;
  @JsonProperty("dispute_window_days") private Long disputeWindowDays;
  @JsonProperty("archived") private Boolean archived;
  @JsonProperty("metadata") private Map<String, Object> metadata;
  @JsonProperty("target_agreement") private Double targetAgreement;
  @JsonProperty("gate") private ScorecardGate gate;
  @JsonProperty("watch") private Watch watch;

  private Scorecard() {}

  /** Identifier of the scorecard. */
  public String id() {
    return id;
  }

  /** Always {@code scorecard}. */
  public String object() {
    return object;
  }

  /** When it was created; Unix seconds. */
  public Long created() {
    return created;
  }

  /** False for one that a test key made. */
  public Boolean livemode() {
    return livemode;
  }

  /** Name. */
  public String name() {
    return name;
  }

  /** Description; null if you gave none. */
  public String description() {
    return description;
  }

  /** Calls that a default scorecard scores: those that match every member. Empty: all. */
  public AppliesTo appliesTo() {
    return appliesTo;
  }

  /** Whether it scores every call that matches {@code applies_to} and names no scorecards itself. */
  public Boolean default_() {
    return default_;
  }

  /** The revision that scores new calls: the one published last. Null before the first. */
  public Long revision() {
    return revision;
  }

  /** Days after its completion in which an evaluation can be disputed. 0: without end. */
  public Long disputeWindowDays() {
    return disputeWindowDays;
  }

  /** An archived scorecard makes no new evaluations and cannot be changed. */
  public Boolean archived() {
    return archived;
  }

  /** Your own data, returned unchanged. */
  public Map<String, Object> metadata() {
    return metadata;
  }

  /**
   * How often people must agree with the AI: less certain answers wait for a reviewer. Null: every answer counts.
   */
  public Double targetAgreement() {
    return targetAgreement;
  }

  /**
   * What holds a new revision back: {@code not_worse}, that it agrees less with your reviewers than the published
   * one; {@code trusted}, also an untrusted question.
   */
  public ScorecardGate gate() {
    return gate;
  }

  /**
   * Calls that are scored again to tell whether the AI has changed: see {@code drift} of the agreement. Null: none.
   */
  public Watch watch() {
    return watch;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
