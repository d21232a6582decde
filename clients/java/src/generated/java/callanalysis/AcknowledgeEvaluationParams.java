// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Acknowledge an evaluation. */
public final class AcknowledgeEvaluationParams extends Params {
  private AcknowledgeEvaluationParams(Builder builder) {
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

    /** Agent who acknowledges: that of the call. A member and a link may leave it out. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** A note of the agent. May be null. */
    public Builder note(String note) {
      return set("note", note);
    }

    /** Ends the parameters. */
    public AcknowledgeEvaluationParams build() {
      return new AcknowledgeEvaluationParams(this);
    }
  }
}
