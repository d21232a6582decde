// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** {@code User} of the API. */
public final class User {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("created") private Long created;
  @JsonProperty("email") private String email;
  @JsonProperty("email_verified") private Boolean emailVerified;
  @JsonProperty("pending_email") private String pendingEmail;
  @JsonProperty("has_password") private Boolean hasPassword;
  @JsonProperty("phone_number") private String phoneNumber;
  @JsonProperty("output_language") private String outputLanguage;
  @JsonProperty("agent_channel") private Long agentChannel;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("metadata") private Map<String, Object> metadata;
  @JsonProperty("member") private OwnMember member;
  @JsonProperty("account") private OwnAccount account;

  private User() {}

  /** Identifier of the account. */
  public String id() {
    return id;
  }

  /** Always {@code user}. */
  public String object() {
    return object;
  }

  /** When the account was registered, Unix seconds. */
  public Long created() {
    return created;
  }

  /** Email address with which the caller logs in. */
  public String email() {
    return email;
  }

  /** True once the link in the verification mail was used. */
  public Boolean emailVerified() {
    return emailVerified;
  }

  /** A new address that waits to be verified; null when there is none. */
  public String pendingEmail() {
    return pendingEmail;
  }

  /**
   * Whether this person has a password. False for one who only signs in through the company’s identity provider:
   * email and password cannot be changed here then.
   */
  public Boolean hasPassword() {
    return hasPassword;
  }

  /** E.164, or null. */
  public String phoneNumber() {
    return phoneNumber;
  }

  /** ISO 639-1: the {@code output_language} of calls that name none; null for the language of each call. */
  public String outputLanguage() {
    return outputLanguage;
  }

  /** The {@code agent_channel} of calls that name none; null: detected from what is said. */
  public Long agentChannel() {
    return agentChannel;
  }

  /** Always true: an account belongs to both modes. */
  public Boolean livemode() {
    return livemode;
  }

  /** The client's own data, returned unchanged. */
  public Map<String, Object> metadata() {
    return metadata;
  }

  /** The caller; for an API key the member who made it, null for a key of the account itself. */
  public OwnMember member() {
    return member;
  }

  /** The account. */
  public OwnAccount account() {
    return account;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
