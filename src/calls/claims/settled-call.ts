// What the end of a call writes, and what it gives back.

/** Each member is JSON text, exactly as clients receive it, but for the envelopes. */
export interface CompletedPayload {
  readonly transcript: string;
  readonly words: string;
  readonly results: string;
  readonly metrics: string;
  readonly engine: string;
  /**
   * The outline of each channel's sound, as `waveform/envelopes.ts` reads it. Null where an earlier release measured the
   * recording.
   */
  readonly envelopes: string | null;
  /** As clients see it. Null: nothing was to be masked, and there is nothing else to tell. */
  readonly redaction: string | null;
  /** The masked stretches, as clients see them; null where nothing was to be masked. */
  readonly redactions: string | null;
}

/** The recordings of a completed call whose sound was to be masked. */
export interface CompletedRecordings {
  /** What clients hear; null where it is withheld. */
  readonly heard: { readonly storageKey: string; readonly format: string } | null;
  /** Of what clients hear; null where that is withheld. */
  readonly sizeBytes: number | null;
  /** As it was sent; null where it is what clients hear, and where it is deleted. */
  readonly original: { readonly storageKey: string; readonly format: string } | null;
}

/** The part of the row that the settling transaction needs: to notify the client, and to have scorecards judge the call. */
export interface SettledCall {
  readonly webhookUrl: string | null;
  readonly webhookEvents: readonly string[];
  /** Ids of scorecards. Null: the default ones that fit the call. */
  readonly scorecards: readonly string[] | null;
  readonly agentId: string;
  /** JSON text of the client's own keys. */
  readonly metadata: string;
}
