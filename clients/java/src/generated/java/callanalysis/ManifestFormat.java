// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code jsonl}, {@code csv}. */
public final class ManifestFormat extends OpenEnum {
  public static final ManifestFormat JSONL = new ManifestFormat("jsonl");
  public static final ManifestFormat CSV = new ManifestFormat("csv");

  private ManifestFormat(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ManifestFormat of(String value) {
    return new ManifestFormat(value);
  }
}
