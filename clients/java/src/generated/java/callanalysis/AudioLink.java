// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonProperty;

/** {@code AudioLink} of the API. */
public final class AudioLink {
  @JsonProperty("object") private String object;
  @JsonProperty("url") private String url;
  @JsonProperty("expires_at") private String expiresAt;
  @JsonProperty("preparing") private Boolean preparing;

  private AudioLink() {}

  /** Type of the object. */
  public String object() {
    return object;
  }

  /** Needs no credentials, and supports Range requests. */
  public String url() {
    return url;
  }

  /** When the link ends. */
  public String expiresAt() {
    return expiresAt;
  }

  /**
   * With {@code rendition=play}: true while the playable version is being created, for a call that is new, was just
   * masked, or is of an earlier release. Until then the link gives the recording itself. Try again in two seconds.
   */
  public Boolean preparing() {
    return preparing;
  }

  /** As JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
