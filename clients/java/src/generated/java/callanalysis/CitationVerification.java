// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code verified}, {@code repaired}. */
public final class CitationVerification extends OpenEnum {
  public static final CitationVerification VERIFIED = new CitationVerification("verified");
  public static final CitationVerification REPAIRED = new CitationVerification("repaired");

  private CitationVerification(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static CitationVerification of(String value) {
    return new CitationVerification(value);
  }
}
