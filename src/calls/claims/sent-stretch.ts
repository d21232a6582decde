// Requests to a provider that charges for them, as rows: written before a request is sent. Those of calls (`sent_request`) are
// read when the call is deleted, fails or is restarted; those of items of a trial say what was sent for them.

/** Part of a recording that a request contains: its audio, or, for an analysis, the transcript of all of it. */
export interface SentStretch {
  readonly purpose: 'transcription' | 'analysis';
  /** Null for the recording as a whole. */
  readonly channel: number | null;
  readonly startMs: number;
  readonly endMs: number;
}

const WHOLE = -1;

/** Text that identifies a stretch. */
export function keyOf({ purpose, channel, startMs, endMs }: SentStretch): string {
  return [purpose, channel ?? WHOLE, startMs, endMs].join(' ');
}

/** JSON of the stretches as the statements take them. */
export function toRows(stretches: readonly SentStretch[]): string {
  return JSON.stringify(
    stretches.map(({ purpose, channel, startMs, endMs }) => ({
      purpose,
      channel: channel ?? WHOLE,
      start_ms: Math.floor(startMs),
      end_ms: Math.ceil(endMs),
    })),
  );
}

/** SQL rows of a parameter from {@link toRows}. */
export const rowsOf = (parameter: string) =>
  `jsonb_to_recordset(${parameter}::jsonb) AS s(purpose text, channel smallint, start_ms integer, end_ms integer)`;
