// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: List the endpoints of the account. */
public final class ListWebhookEndpointsParams extends Params {
  private ListWebhookEndpointsParams(Builder builder) {
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
     * {@code true}: those of live mode. {@code false}: those of test mode. If omitted: those of the mode of the
     * credential.
     */
    public Builder livemode(boolean livemode) {
      return set("livemode", livemode);
    }

    /** Ends the parameters. */
    public ListWebhookEndpointsParams build() {
      return new ListWebhookEndpointsParams(this);
    }
  }
}
