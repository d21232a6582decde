package callanalysis;

/** What may stand in the value of a header. */
final class HeaderText {
  private HeaderText() {}

  /** True for printable ASCII: no line break can add a header. */
  static boolean isSafe(String value) {
    return value.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
  }
}
