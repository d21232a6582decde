// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Make a member the owner. */
public final class TransferAccountParams extends Params {
  private TransferAccountParams(Builder builder) {
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

    /** Your current password. */
    public Builder currentPassword(String currentPassword) {
      return set("current_password", currentPassword);
    }

    /** Ends the parameters. */
    public TransferAccountParams build() {
      return new TransferAccountParams(this);
    }
  }
}
