// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Change a member. */
public final class UpdateMemberParams extends Params {
  private UpdateMemberParams(Builder builder) {
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

    /** Role of the member. The role of the owner is only given by a transfer. May be null. */
    public Builder role(MemberRole role) {
      return set("role", role);
    }

    /** The name that others see. May be null. */
    public Builder name(String name) {
      return set("name", name);
    }

    /** Values of {@code metadata.team} of the calls that the member sees; empty: all calls. May be null. */
    public Builder teams(List<String> teams) {
      return set("teams", teams);
    }

    /** The {@code agent_id} of the member's own calls. May be null. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Whether the member may play original recordings that were replaced by masked ones. May be null. */
    public Builder recordingsOriginal(boolean recordingsOriginal) {
      return set("recordings_original", recordingsOriginal);
    }

    /** Whether the member may play original recordings that were replaced by masked ones. May be null. */
    public Builder recordingsOriginal(Boolean recordingsOriginal) {
      return set("recordings_original", recordingsOriginal);
    }

    /** A disabled member is refused immediately, and so are the member’s API keys. May be null. */
    public Builder status(WantedMemberStatus status) {
      return set("status", status);
    }

    /**
     * With {@code status} {@code disabled}: what happens to the member’s API keys. If omitted: {@code revoke}. May
     * be null.
     */
    public Builder keys(FateOfKeys keys) {
      return set("keys", keys);
    }

    /** Ends the parameters. */
    public UpdateMemberParams build() {
      return new UpdateMemberParams(this);
    }
  }
}
