// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Invite a person. */
public final class CreateInvitationParams extends Params {
  private CreateInvitationParams(Builder builder) {
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

    /** Email address that receives the invitation. */
    public Builder email(String email) {
      return set("email", email);
    }

    /** Role of the new member; at most your own. */
    public Builder role(GivenRole role) {
      return set("role", role);
    }

    /** Values of {@code metadata.team} of the calls that the member sees; empty: all calls. May be null. */
    public Builder teams(List<String> teams) {
      return set("teams", teams);
    }

    /** The {@code agent_id} of the member's own calls. May be null. */
    public Builder agentId(String agentId) {
      return set("agent_id", agentId);
    }

    /** Ends the parameters. */
    public CreateInvitationParams build() {
      return new CreateInvitationParams(this);
    }
  }
}
