// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;

/** Parameters of: Mask a completed analysis. */
public final class RedactAnalysisParams extends Params {
  private RedactAnalysisParams(Builder builder) {
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
     * Additional masking: {@code pci} for the three card types and {@code password_or_pin}, {@code pii} for all
     * types. Either {@code preset} or {@code types}; with neither, the account’s settings, or {@code pci} if
     * nothing is masked there. May be null.
     */
    public Builder preset(RedactionPreset preset) {
      return set("preset", preset);
    }

    /** Additional masking. May be null. */
    public Builder types(List<RedactionType> types) {
      return set("types", types);
    }

    /** Ends the parameters. */
    public RedactAnalysisParams build() {
      return new RedactAnalysisParams(this);
    }
  }
}
