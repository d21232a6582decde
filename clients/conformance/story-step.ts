// The form of `story.json`: one story that every library tells to the real service.

/** `{"$": "log_in.access_token"}` stands for a value of an earlier step; `as: "base64"` for its bytes. */
export interface Reference {
  readonly $: string;
  readonly as?: 'base64';
}

export interface CallStep {
  readonly id: string;
  readonly call: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** Where the credential stands, e.g. `log_in.access_token`; null for none. */
  readonly with: string | null;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The call is repeated until its result has these members. */
  readonly until?: unknown;
  readonly expect: {
    readonly result?: unknown;
    readonly error?: unknown;
    readonly progress?: unknown;
  };
  /**
   * A path below `/api/v1`, with references in braces. The runner reads it itself, and the result must lack none of its
   * members.
   */
  readonly same_as?: string;
  /** A member of that answer that changes between two readings, such as bytes of what is gathered in the background. */
  readonly except?: string;
  /** The member of that answer that the result stands for, e.g. `items`. */
  readonly member?: string;
}

/** The runner reads the newest mail to the account and takes the token out of its link. */
export interface MailStep {
  readonly id: string;
  readonly mail: 'verify-email' | 'reset-password';
}

/** The runner downloads the file of a link, such as that of an export; what it holds must match. */
export interface FileStep {
  readonly id: string;
  /** Where the link stands, e.g. `exported.url`. */
  readonly file: string;
  readonly expect: unknown;
}

export type StoryStep = CallStep | MailStep | FileStep;
