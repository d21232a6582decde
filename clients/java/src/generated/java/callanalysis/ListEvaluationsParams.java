// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List evaluations. */
public final class ListEvaluationsParams extends Params {
  private ListEvaluationsParams(Builder builder) {
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

    /** Only evaluations by this scorecard. For instance {@code 6f1f0a6f-9a51-4d3e-8c5a-0b5e2f6c4a10}. */
    public Builder scorecardId(String scorecardId) {
      return set("scorecard_id", scorecardId);
    }

    /** Only evaluations by a revision of this number. */
    public Builder revision(long revision) {
      return set("revision", revision);
    }

    /** Only evaluations of calls of exactly this agent. For instance {@code agent-7}. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Only evaluations of calls with exactly this contact. For instance {@code cust-42}. */
    public Builder contactId(String contactId) {
      return set("contact_id", contactId);
    }

    /** Only evaluations with this outcome. */
    public Builder outcome(EvaluationOutcome outcome) {
      return set("outcome", outcome);
    }

    /** Only evaluations with this score or a higher one. */
    public Builder scoreMin(long scoreMin) {
      return set("score_min", scoreMin);
    }

    /** Only evaluations with this score or a lower one. */
    public Builder scoreMax(long scoreMax) {
      return set("score_max", scoreMax);
    }

    /** Only evaluations whose {@code created} is after this; Unix seconds. */
    public Builder createdAfter(long createdAfter) {
      return set("created_after", createdAfter);
    }

    /** Only evaluations whose {@code created} is this or before it; Unix seconds. */
    public Builder createdBefore(long createdBefore) {
      return set("created_before", createdBefore);
    }

    /**
     * {@code true}: only evaluations with a reviewer’s answer. {@code false}: only the others. If omitted: both. An
     * answered evaluation stays so, even if the answer was withdrawn.
     */
    public Builder reviewed(boolean reviewed) {
      return set("reviewed", reviewed);
    }

    /** {@code true}: only evaluations of live mode. {@code false}: only those of test mode. If omitted: both. */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /** Ends the parameters. */
    public ListEvaluationsParams build() {
      return new ListEvaluationsParams(this);
    }
  }
}
