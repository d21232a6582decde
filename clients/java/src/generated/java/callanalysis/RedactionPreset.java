// Generated from openapi.json by `npm run clients:generate`: do not edit.
package callanalysis;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Known are {@code pci}, {@code pii}. */
public final class RedactionPreset extends OpenEnum {
  public static final RedactionPreset PCI = new RedactionPreset("pci");
  public static final RedactionPreset PII = new RedactionPreset("pii");

  private RedactionPreset(String value) {
    super(value);
  }

  /** The value with this word as it stands on the wire; equal to the constant, where there is one. */
  @JsonCreator
  public static RedactionPreset of(String value) {
    return new RedactionPreset(value);
  }
}
