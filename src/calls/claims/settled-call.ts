// Data that the end of a call writes, and that it returns.

/** Each member except the envelopes is JSON text, exactly as clients receive it. */
export interface CompletedPayload {
  readonly transcript: string;
  readonly words: string;
  readonly results: string;
  readonly metrics: string;
  readonly engine: string;
  /**
   * Outline of each channel's audio, as `waveform/envelopes.ts` reads it. Null where an earlier release measured the recording.
   */
  readonly envelopes: string | null;
  /** Redaction result as clients see it. Null: nothing was to be masked, and there is nothing to report. */
  readonly redaction: string | null;
  /** The masked stretches, as clients see them; null where nothing was to be masked. */
  readonly redactions: string | null;
  /** A `StageUse` by stage; left out of a stage in which no engine was asked. */
  readonly use: string;
}

/** Recordings of a completed call whose audio was to be masked. */
export interface CompletedRecordings {
  /** Recording that clients can play; null where it is withheld. */
  readonly heard: { readonly storageKey: string; readonly format: string } | null;
  /** Size of the recording that clients can play; null where it is withheld. */
  readonly sizeBytes: number | null;
  /** Original recording; null where clients can play it as it is, and where it is deleted. */
  readonly original: { readonly storageKey: string; readonly format: string } | null;
}

/** Part of the row that the final transaction needs to notify the client and to start evaluations. */
export interface SettledCall {
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
  /** Ids of scorecards. Null: the default ones that fit the call. */
  readonly scorecards: readonly string[] | null;
  readonly agentId: string;
  /** JSON text of the client's own keys. */
  readonly metadata: string;
}
