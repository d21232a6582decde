// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Delete a member. */
public final class DeleteMemberParams extends Params {
  private DeleteMemberParams(Builder builder) {
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
     * Whether the member's API keys are revoked or kept; kept keys then belong to the account. By default {@code
     * revoke}.
     */
    public Builder keys(FateOfKeys keys) {
      return set("keys", keys);
    }

    /** Ends the parameters. */
    public DeleteMemberParams build() {
      return new DeleteMemberParams(this);
    }
  }
}
