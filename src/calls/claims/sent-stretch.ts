// Requests to a provider that charges for them, as rows of `sent_request`: written before a request is sent, and read when the
// call is deleted, fails or is restarted.

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

/** @param held SQL name of the rows `id` of calls that the worker holds */
export const insertSent = (held: string, parameter: string) =>
  `INSERT INTO sent_request (analysis_id, purpose, channel, start_ms, end_ms)
   SELECT DISTINCT ${held}.id, s.purpose, s.channel, s.start_ms, s.end_ms FROM ${held}, ${rowsOf(parameter)}
   ON CONFLICT (analysis_id, purpose, channel, start_ms, end_ms) DO UPDATE SET requests = sent_request.requests + 1, sent_at = now()`;
