// Submits a recording over the public interface, waits for its analysis, and reads what was billed.
import { expect } from 'vitest';
import { type TestService, until } from '../apps/running-service.js';
import { answerTo } from '../matchers/answers.js';
import { contractFetch } from './responses.js';

export interface SubmittedFile {
  readonly bytes: Buffer;
  readonly name?: string;
  readonly type?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The fields of an analysis that the tests read. */
export interface SeenAnalysis {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly call: {
    readonly duration_ms: number | null;
    readonly metrics: { readonly silence_seconds: number } | null;
  };
  readonly audio: {
    readonly format: string;
    readonly channels: number | null;
    readonly damaged: boolean | null;
    readonly tracks: number | null;
  };
  readonly transcript: {
    readonly text: string;
    readonly language: string | null;
    readonly segments: ReadonlyArray<{
      readonly speaker: string;
      readonly channel: number | null;
      readonly start: number;
      readonly end: number;
      readonly text: string;
    }>;
    readonly diarization: { readonly method: string; readonly role_confidence: number };
  } | null;
  readonly results: {
    readonly call_kind?: string;
    readonly compliance: Readonly<Record<string, unknown>> & { readonly score: number | null };
    readonly quality: Readonly<Record<string, unknown>> & { readonly overall_score: number | null };
    readonly coaching: Readonly<Record<string, unknown>> & { readonly customer_effort_score: number | null };
    readonly summary: string;
  } | null;
  readonly metadata: { readonly error_message: string | null; readonly error_code: string | null };
}

export async function submitRecording(
  service: TestService,
  key: string,
  { bytes, name = 'call.wav', type = 'audio/wav', fields = {} }: SubmittedFile,
): Promise<{ status: number; id: string; detail: unknown }> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ agent_id: 'a', contact_id: 'c', ...fields })) form.set(field, value);
  form.set('audio_file', new Blob([new Uint8Array(bytes)], { type }), name);
  const headers = { 'x-api-key': key };
  const response = await contractFetch(`${service.baseUrl}/analysis`, { method: 'POST', headers, body: form });
  const { id, detail } = JSON.parse(await response.text());
  return answerTo('POST /analysis', { status: response.status, id, detail });
}

/** Waits until the analysis is final. */
export function settled(service: TestService, key: string, id: string): Promise<SeenAnalysis> {
  return until(async () => {
    const response = await contractFetch(`${service.baseUrl}/analysis/${id}`, { headers: { 'x-api-key': key } });
    const seen: SeenAnalysis = JSON.parse(await response.text());
    return seen.status === 'processing' ? null : seen;
  }, `analysis ${id}`);
}

/** Submits the recording, expects 201, and waits until the analysis is final. */
export async function analysed(service: TestService, key: string, file: SubmittedFile): Promise<SeenAnalysis> {
  const answer = await submitRecording(service, key, file);
  await expect(answer).toAnswer(201);
  return settled(service, key, answer.id);
}

/** The hundredths of a minute billed and still reserved for the analysis; null without an entry. */
export async function minutesOf(
  service: TestService,
  id: string,
): Promise<{ billed: number | null; reserved: number | null }> {
  const { rows } = await service.db.query(
    `SELECT (SELECT hundredths::int FROM ledger_entry WHERE analysis_id = $1) AS billed,
            (SELECT hundredths::int FROM minutes_reservation WHERE analysis_id = $1) AS reserved`,
    [id],
  );
  return rows[0];
}
