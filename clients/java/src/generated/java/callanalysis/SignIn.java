// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code SignIn} of the API. */
public final class SignIn {
  @JsonProperty("object") private String object;
  @JsonProperty("issuer") private String issuer;
  @JsonProperty("client_id") private String clientId;
  @JsonProperty("domains") private List<SignInDomain> domains;
  @JsonProperty("roles") private RoleRules roles;
  @JsonProperty("teams") private TeamRules teams;
  @JsonProperty("enforce") private Boolean enforce;
  @JsonProperty("assume_verified") private Boolean assumeVerified;
  @JsonProperty("redirect_uri") private String redirectUri;
  @JsonProperty("backchannel_logout_uri") private String backchannelLogoutUri;

  private SignIn() {}

  /** Always {@code sign_in}. */
  public String object() {
    return object;
  }

  /** The identity provider. */
  public String issuer() {
    return issuer;
  }

  /** Id of the service at the provider. */
  public String clientId() {
    return clientId;
  }

  /** Domains whose people may sign in, once verified. */
  public List<SignInDomain> domains() {
    return domains;
  }

  /** Mapping from groups to roles. */
  public RoleRules roles() {
    return roles;
  }

  /** How teams are read; null: admins set them. */
  public TeamRules teams() {
    return teams;
  }

  /** Whether people of these domains cannot log in with a password. */
  public Boolean enforce() {
    return enforce;
  }

  /** Whether addresses that the provider has not verified are accepted. */
  public Boolean assumeVerified() {
    return assumeVerified;
  }

  /** Set this at the provider as the redirect URI. */
  public String redirectUri() {
    return redirectUri;
  }

  /** Set this at the provider as the back-channel logout URI. */
  public String backchannelLogoutUri() {
    return backchannelLogoutUri;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
