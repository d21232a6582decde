// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Create an API key. */
public final class CreateApiKeyParams extends Params {
  private CreateApiKeyParams(Builder builder) {
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

    /** Name. */
    public Builder name(String name) {
      return set("name", name);
    }

    /** A test key runs everything, but charges nothing and sends nothing. By default {@code live}. */
    public Builder mode(ApiKeyMode mode) {
      return set("mode", mode);
    }

    /**
     * Permissions of the key. {@code settings:write}, {@code recordings:original} and {@code data:govern} must be
     * requested by name. By default {@code analysis:read, analysis:write, billing:read, evaluations:write,
     * reviews:write}.
     */
    public Builder scopes(List<Scope> scopes) {
      return set("scopes", scopes);
    }

    /**
     * Your own keys and values, returned unchanged: at most 50 keys of 1 to 40 characters; values are strings of at
     * most 500 characters, numbers, booleans or null.
     */
    public Builder metadata(Map<String, ?> metadata) {
      return set("metadata", metadata);
    }

    /** Ends the parameters. */
    public CreateApiKeyParams build() {
      return new CreateApiKeyParams(this);
    }
  }
}
