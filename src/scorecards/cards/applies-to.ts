// Which calls a default scorecard is used for, as it is stored and as clients receive it.

/** A member that is missing excludes no call. */
export interface AppliesTo {
  /** ISO 639-1, in lower case. */
  readonly language?: readonly string[];
  readonly agent_id?: readonly string[];
  /** By key of the call's metadata, the values that fit, as text. */
  readonly metadata?: Readonly<Record<string, readonly string[]>>;
  /** 1 to 100: how many of a hundred calls, drawn from the id of the analysis. */
  readonly sample_percent?: number;
}
