// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

/** Parameters of: Get the recording of a call. */
public final class GetAnalysisAudioParams extends Params {
  private GetAnalysisAudioParams(Builder builder) {
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
     * {@code current}: what {@code audio.url} leads to. {@code original}: the recording as it was sent. By default
     * {@code current}.
     */
    public Builder variant(AudioVariant variant) {
      return set("variant", variant);
    }

    /** Ends the parameters. */
    public GetAnalysisAudioParams build() {
      return new GetAnalysisAudioParams(this);
    }
  }
}
