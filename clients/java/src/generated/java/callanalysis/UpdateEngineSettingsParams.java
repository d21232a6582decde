// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.Map;

/** Parameters of: Choose the engines. */
public final class UpdateEngineSettingsParams extends Params {
  private UpdateEngineSettingsParams(Builder builder) {
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

    /** What transcribes your calls. Null takes the engine of the service; if omitted, nothing changes. */
    public Builder transcription(Map<String, ?> transcription) {
      return set("transcription", transcription);
    }

    /**
     * What judges your calls and answers the questions of scorecards. Null takes the engine of the service; if
     * omitted, nothing changes.
     */
    public Builder analysis(Map<String, ?> analysis) {
      return set("analysis", analysis);
    }

    /** Ends the parameters. */
    public UpdateEngineSettingsParams build() {
      return new UpdateEngineSettingsParams(this);
    }
  }
}
