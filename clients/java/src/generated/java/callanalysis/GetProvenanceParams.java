// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get the provenance of an analysis. */
public final class GetProvenanceParams extends Params {
  private GetProvenanceParams(Builder builder) {
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
     * {@code signed} adds {@code key_id} and {@code signature}, which anyone can check without the service. By
     * default {@code json}.
     */
    public Builder format(ProvenanceFormat format) {
      return set("format", format);
    }

    /** Ends the parameters. */
    public GetProvenanceParams build() {
      return new GetProvenanceParams(this);
    }
  }
}
