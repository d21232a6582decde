// Calls for which a default scorecard is used, as stored and as sent to clients.

/** A missing member excludes no call. */
export interface AppliesTo {
  /** ISO 639-1, in lower case. */
  readonly language?: readonly string[];
  readonly agent_id?: readonly string[];
  /** Accepted values, as text, by key of the call's metadata. */
  readonly metadata?: Readonly<Record<string, readonly string[]>>;
  /** 1 to 100: percentage of calls, drawn by the id of the analysis. */
  readonly sample_percent?: number;
}
