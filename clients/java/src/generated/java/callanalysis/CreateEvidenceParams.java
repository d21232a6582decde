// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Export evidence for an auditor. */
public final class CreateEvidenceParams extends Params {
  private CreateEvidenceParams(Builder builder) {
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

    /** Beginning of the period; Unix seconds: after that second. */
    public Builder from(String from) {
      return set("from", from);
    }

    /** End of the period, which does not belong to it; Unix seconds: up to that second. */
    public Builder to(String to) {
      return set("to", to);
    }

    /** Ends the parameters. */
    public CreateEvidenceParams build() {
      return new CreateEvidenceParams(this);
    }
  }
}
