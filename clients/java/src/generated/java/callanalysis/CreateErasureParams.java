// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Erase calls, a contact or an agent. */
public final class CreateErasureParams extends Params {
  private CreateErasureParams(Builder builder) {
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

    /**
     * Erases what belongs to this contact. Give one of {@code contact_id}, {@code agent_id} and {@code
     * analysis_ids}. May be null.
     */
    public Builder contactId(String contactId) {
      return set("contact_id", contactId);
    }

    /** Erases what belongs to this agent. May be null. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Erases these calls, in any state. May be null. */
    public Builder analysisIds(List<String> analysisIds) {
      return set("analysis_ids", analysisIds);
    }

    /**
     * {@code calls}: the calls with all that belongs to them; the default, but for an agent. {@code recordings}:
     * their recordings alone. {@code traces}: the name becomes {@code erased} everywhere, and calls stay; the
     * default for an agent. May be null.
     */
    public Builder scope(ErasureScope scope) {
      return set("scope", scope);
    }

    /** Why. The erased name in it is replaced. */
    public Builder reason(String reason) {
      return set("reason", reason);
    }

    /** Your reference, treated likewise. May be null. */
    public Builder reference(String reference) {
      return set("reference", reference);
    }

    /** Counts alone; nothing is erased. By default {@code false}. */
    public Builder dryRun(boolean dryRun) {
      return set("dry_run", dryRun);
    }

    /** Ends the parameters. */
    public CreateErasureParams build() {
      return new CreateErasureParams(this);
    }
  }
}
