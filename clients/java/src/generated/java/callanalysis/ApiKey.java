// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/** {@code ApiKey} of the API. */
public final class ApiKey {
  @JsonProperty("id") private String id;
  @JsonProperty("object") private String object;
  @JsonProperty("name") private String name;
  @JsonProperty("key_prefix") private String keyPrefix;
  @JsonProperty("livemode") private Boolean livemode;
  @JsonProperty("scopes") private List<Scope> scopes;
  @JsonProperty("created_by") private String createdBy;
  @JsonProperty("created_at") private String createdAt;
  @JsonProperty("last_used_at") private String lastUsedAt;
  @JsonProperty("last_used_by") private String lastUsedBy;
  @JsonProperty("metadata") private Map<String, Object> metadata;

  private ApiKey() {}

  /** Identifier of the key. */
  public String id() {
    return id;
  }

  /** Always {@code api_key}. */
  public String object() {
    return object;
  }

  /** Name given by the client. */
  public String name() {
    return name;
  }

  /** The first characters of the key, to tell keys apart. */
  public String keyPrefix() {
    return keyPrefix;
  }

  /** False for a test key. */
  public Boolean livemode() {
    return livemode;
  }

  /** Scopes of the key. */
  public List<Scope> scopes() {
    return scopes;
  }

  /** The member who made it; null for a key of the account itself. */
  public String createdBy() {
    return createdBy;
  }

  /** ISO 8601. */
  public String createdAt() {
    return createdAt;
  }

  /** ISO 8601, to the minute; null before the first use. */
  public String lastUsedAt() {
    return lastUsedAt;
  }

  /**
   * Program that used it last: the first product of its {@code User-Agent}. Null if it names none, and before the
   * first use. No address is stored.
   */
  public String lastUsedBy() {
    return lastUsedBy;
  }

  /** The client's own data, returned unchanged. */
  public Map<String, Object> metadata() {
    return metadata;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
