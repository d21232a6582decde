// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get the agreement on a scorecard. */
public final class GetAgreementParams extends Params {
  private GetAgreementParams(Builder builder) {
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

    /** A revision; if omitted, the one published last. */
    public Builder revision(long revision) {
      return set("revision", revision);
    }

    /** Only sessions closed at this time or later. For instance {@code 2026-11-01T00:00:00Z}. */
    public Builder createdAfter(String createdAfter) {
      return set("created_after", createdAfter);
    }

    /** Only sessions closed before this time. For instance {@code 2026-12-01T00:00:00Z}. */
    public Builder createdBefore(String createdBefore) {
      return set("created_before", createdBefore);
    }

    /** Who is compared. By default {@code machine}. */
    public Builder between(AgreementSide between) {
      return set("between", between);
    }

    /**
     * {@code reviews}, with {@code between=machine}: counts of what people decided in reviews. They saw the AI’s
     * answer and chose the calls, so no coefficient is computed. By default {@code calibrations}.
     */
    public Builder basis(AgreementBasis basis) {
      return set("basis", basis);
    }

    /** Ends the parameters. */
    public GetAgreementParams build() {
      return new GetAgreementParams(this);
    }
  }
}
