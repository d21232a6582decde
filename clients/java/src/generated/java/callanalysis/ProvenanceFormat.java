// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code json}, {@code signed}. */
public final class ProvenanceFormat extends OpenEnum {
  public static final ProvenanceFormat JSON = new ProvenanceFormat("json");
  public static final ProvenanceFormat SIGNED = new ProvenanceFormat("signed");

  private ProvenanceFormat(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static ProvenanceFormat of(String value) {
    return new ProvenanceFormat(value);
  }
}
