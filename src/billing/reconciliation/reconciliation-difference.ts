/** Two records that must agree and do not. */
export interface Difference {
  readonly what: string;
  /** Id of the analysis, period, entry or customer. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}
