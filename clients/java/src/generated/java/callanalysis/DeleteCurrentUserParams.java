// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Delete the account. */
public final class DeleteCurrentUserParams extends Params {
  private DeleteCurrentUserParams(Builder builder) {
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

    /** Current password. */
    public Builder currentPassword(String currentPassword) {
      return set("current_password", currentPassword);
    }

    /** Ends the parameters. */
    public DeleteCurrentUserParams build() {
      return new DeleteCurrentUserParams(this);
    }
  }
}
