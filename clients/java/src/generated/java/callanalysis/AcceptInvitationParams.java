// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Accept an invitation. */
public final class AcceptInvitationParams extends Params {
  private AcceptInvitationParams(Builder builder) {
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

    /** The token out of the link in the mail. */
    public Builder token(String token) {
      return set("token", token);
    }

    /** Password of the new member. */
    public Builder password(String password) {
      return set("password", password);
    }

    /** The name that others see. May be null. */
    public Builder name(String name) {
      return set("name", name);
    }

    /** Ends the parameters. */
    public AcceptInvitationParams build() {
      return new AcceptInvitationParams(this);
    }
  }
}
