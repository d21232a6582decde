// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import java.util.List;
import java.util.Map;

/** Parameters of: Set the sign-in by the company's identity provider. */
public final class UpdateSignInParams extends Params {
  private UpdateSignInParams(Builder builder) {
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

    /** The {@code issuer} of the provider’s discovery document. It must belong to a single tenant. */
    public Builder issuer(String issuer) {
      return set("issuer", issuer);
    }

    /** Id of the service at the provider. */
    public Builder clientId(String clientId) {
      return set("client_id", clientId);
    }

    /** Never returned. Can be omitted if {@code issuer} and {@code client_id} stay the same. May be null. */
    public Builder clientSecret(String clientSecret) {
      return set("client_secret", clientSecret);
    }

    /** Email domains whose people may sign in, each once a DNS record has verified it. */
    public Builder domains(List<String> domains) {
      return set("domains", domains);
    }

    /** Mapping from groups to roles. */
    public Builder roles(Map<String, ?> roles) {
      return set("roles", roles);
    }

    /** How teams are read; if omitted, admins set them here. May be null. */
    public Builder teams(Map<String, ?> teams) {
      return set("teams", teams);
    }

    /**
     * Refuses passwords of people of these domains. The owner’s password always works; a mail tells the owner of
     * it. By default {@code false}.
     */
    public Builder enforce(boolean enforce) {
      return set("enforce", enforce);
    }

    /**
     * Accepts addresses that the provider marks {@code email_verified: false}, as Authentik does for all. By
     * default {@code false}.
     */
    public Builder assumeVerified(boolean assumeVerified) {
      return set("assume_verified", assumeVerified);
    }

    /** Ends the parameters. */
    public UpdateSignInParams build() {
      return new UpdateSignInParams(this);
    }
  }
}
