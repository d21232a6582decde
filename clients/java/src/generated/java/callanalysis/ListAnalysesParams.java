// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: List analyses. */
public final class ListAnalysesParams extends Params {
  private ListAnalysesParams(Builder builder) {
    super(builder);
  }

  /** Begins the parameters. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the parameters. */
  public static final class Builder extends Params.Builder<Builder> {
    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /** Another name of {@code status_filter}. If both are given, they must be equal. */
    public Builder status(AnalysisStatus status) {
      return set("status", status);
    }

    /** Only calls of exactly this agent. For instance {@code agent-7}. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Only calls with exactly this contact. For instance {@code cust-42}. */
    public Builder contactId(String contactId) {
      return set("contact_id", contactId);
    }

    /**
     * Searches {@code agent_id} and {@code contact_id}, ignoring case and accents; ß equals ss. {@code %} and
     * {@code _} have no special meaning. For instance {@code cust}.
     */
    public Builder search(String search) {
      return set("search", search);
    }

    /**
     * Only analyses created at this time or later: RFC 3339 or ISO 8601, with an offset or {@code Z}. In a query
     * {@code +} means a space: write an offset as {@code %2B01:00}, or use {@code Z}. A whole number is Unix
     * seconds: only analyses whose {@code created} is greater. For instance {@code 2026-11-01T00:00:00Z}.
     */
    public Builder createdAfter(String createdAfter) {
      return set("created_after", createdAfter);
    }

    /**
     * Only analyses created before this time, so that the lists of two months share none. A whole number is Unix
     * seconds: only analyses whose {@code created} is not greater. For instance {@code 2026-12-01T00:00:00Z}.
     */
    public Builder createdBefore(String createdBefore) {
      return set("created_before", createdBefore);
    }

    /** {@code true}: only analyses of live mode. {@code false}: only those of test mode. If omitted: both. */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /**
     * Only calls that began at this time or later, by {@code call.started_at}, written as {@code created_after}.
     * Calls without a known start are not listed, also with {@code call_before}. For instance {@code
     * 2026-11-01T00:00:00Z}.
     */
    public Builder callAfter(String callAfter) {
      return set("call_after", callAfter);
    }

    /**
     * Only calls that began before this time, written as {@code created_before}. For instance {@code
     * 2026-12-01T00:00:00Z}.
     */
    public Builder callBefore(String callBefore) {
      return set("call_before", callBefore);
    }

    /** Only calls in this direction. Calls without a known direction are in neither. */
    public Builder direction(CallDirection direction) {
      return set("direction", direction);
    }

    /** Only calls in this language, ISO 639-1, as {@code transcript.language} has it. For instance {@code de}. */
    public Builder language(String language) {
      return set("language", language);
    }

    /**
     * {@code true}: only calls with a flagged finding or violation. {@code false}: only completed calls without
     * one. If omitted: both.
     */
    public Builder flagged(boolean flagged) {
      return set("flagged", flagged);
    }

    /**
     * {@code true}: only reviewed analyses. {@code false}: only the others. If omitted: both. A reviewed analysis
     * stays reviewed, even if every decision was withdrawn.
     */
    public Builder reviewed(boolean reviewed) {
      return set("reviewed", reviewed);
    }

    /**
     * Only calls with a violation of this rule that was not dismissed. For instance {@code
     * card_security_code_requested}.
     */
    public Builder violation(String violation) {
      return set("violation", violation);
    }

    /** Only calls whose compliance score is this or more. */
    public Builder complianceScoreMin(long complianceScoreMin) {
      return set("compliance_score_min", complianceScoreMin);
    }

    /** Only calls whose compliance score is this or less. */
    public Builder complianceScoreMax(long complianceScoreMax) {
      return set("compliance_score_max", complianceScoreMax);
    }

    /** Only calls whose quality score is this or more. */
    public Builder qualityScoreMin(long qualityScoreMin) {
      return set("quality_score_min", qualityScoreMin);
    }

    /** Only calls whose quality score is this or less. */
    public Builder qualityScoreMax(long qualityScoreMax) {
      return set("quality_score_max", qualityScoreMax);
    }

    /** Only calls of this duration, in seconds, or a longer one. */
    public Builder durationMin(double durationMin) {
      return set("duration_min", durationMin);
    }

    /** Only calls of this duration, in seconds, or a shorter one. */
    public Builder durationMax(double durationMax) {
      return set("duration_max", durationMax);
    }

    /**
     * Only calls whose {@code metadata} has these values: at most two keys. In a query each is a parameter of its
     * own, such as {@code metadata[team]=sales}. Numbers and booleans are compared as text: {@code 2} and {@code
     * "2"} are equal.
     */
    public Builder metadata(Map<String, ?> metadata) {
      return set("metadata", metadata);
    }

    /**
     * Only calls scored with this scorecard. If there are several evaluations, the newest counts, once it is
     * completed; superseded ones do not. For instance {@code 7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11}.
     */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** Only calls with this outcome; requires {@code scorecard_id}. */
    public Builder outcome(EvaluationOutcome outcome) {
      return set("outcome", outcome);
    }

    /** Minimum score, inclusive; requires {@code scorecard_id}. */
    public Builder scoreMin(long scoreMin) {
      return set("score_min", scoreMin);
    }

    /** Maximum score, inclusive; requires {@code scorecard_id}. */
    public Builder scoreMax(long scoreMax) {
      return set("score_max", scoreMax);
    }

    /** Only the call with exactly this identifier, in each mode. For instance {@code pbx-1732012345.67}. */
    public Builder externalId(String externalId) {
      return set("external_id", externalId);
    }

    /** Ends the parameters. */
    public ListAnalysesParams build() {
      return new ListAnalysesParams(this);
    }
  }
}
