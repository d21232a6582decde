// The row of a call as its worker masks and ends it, on real Postgres.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisClaims, ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import type { CompletedRecordings } from '../../../src/calls/claims/settled-call.js';
import { type ClaimableCalls, startClaimableCalls } from '../../support/builders/claimable-calls.js';

const PROGRESS = { stage: 'transcribing', percent: 20 } as const;
const PAYLOAD = {
  transcript: '{"text":"transcript"}',
  words: '[]',
  results: '{"manipulation_suspected":true}',
  metrics: '{"metrics":1}',
  engine: '{"engine":1}',
  envelopes: 'envelopes',
  use: '{}',
  redaction: '{"status":"applied"}',
  redactions: '[]',
};
/** Of what is to be masked in a call. */
const REDACT = { mode: 'text_and_audio', types: ['card_number'] };

let calls: ClaimableCalls;
let claims: AnalysisClaims;
let dataSource: DataSource;
beforeAll(async () => {
  calls = await startClaimableCalls();
  ({ claims, dataSource } = calls);
});
afterAll(() => calls?.close());

const accept = (set?: string) => calls.accept(set);
const read = (id: string, columns: string) => calls.read(id, columns);
const claim = (id: string) => calls.claim(id);

describe('the end of a call', () => {
  const WEBHOOK = `webhook_url = 'http://hook/', webhook_events = '{analysis.failed}', custom_metadata = '{"order":1}',
    scorecards = ARRAY['00000000-0000-4000-8000-000000000001']::uuid[], source_url = 'http://source/?signature=s',
    created_at = now() - interval '100 seconds', error_message = 'An earlier failure'`;
  const SETTLED = {
    webhookUrl: 'http://hook/',
    webhookEvents: ['analysis.failed'],
    scorecards: ['00000000-0000-4000-8000-000000000001'],
    agentId: 'agent',
    metadata: '{"order":1}',
  };
  const END = `status, error_message, error_code, source_url, lease_until, percent, settled_at IS NOT NULL AS settled,
    processing_time_ms BETWEEN 100000 AND 400000 AS timed`;
  const ENDED = { source_url: null, lease_until: null, percent: 100, settled: true, timed: true };

  async function withCheckpoint(set?: string): Promise<ClaimedCall> {
    const call = await claim(await accept(set));
    await claims.recordCheckpoint(null, call, 'piece', 0, {}, PROGRESS);
    return call;
  }
  const stepsOf = async ({ id }: ClaimedCall): Promise<string[]> =>
    (await dataSource.query('SELECT step FROM analysis_checkpoint WHERE analysis_id = $1 ORDER BY step', [id])).map(
      ({ step }: { step: string }) => step,
    );
  const checkpointsOf = async ({ id }: ClaimedCall) =>
    (await dataSource.query('SELECT 1 FROM analysis_checkpoint WHERE analysis_id = $1', [id])).length;

  it('keeps each part of the result, with its summary, and drops the checkpoints of this call alone', async () => {
    const [call, other] = [await withCheckpoint(WEBHOOK), await withCheckpoint()];
    const payload = { ...PAYLOAD, words: '["a NUL \\u0000"]' };
    expect(await dataSource.transaction((tx) => claims.complete(tx, call, payload))).toEqual(SETTLED);
    expect(await read(call.id, END)).toEqual({ status: 'completed', error_message: null, error_code: null, ...ENDED });
    const [{ results_summary, ...stored }] = await dataSource.query(
      'SELECT * FROM analysis_payload WHERE analysis_id = $1',
      [call.id],
    );
    const { use: _, ...written } = PAYLOAD;
    const unreviewed = {
      transcript_version: 1,
      maskings: 0,
      system_results: null,
      verdicts: null,
      stage_figures: null,
    };
    expect(stored).toEqual({ analysis_id: call.id, ...written, words: '["a NUL \\ufffd"]', ...unreviewed });
    expect(JSON.parse(results_summary)).toMatchObject({ manipulation_suspected: true });
    expect([await checkpointsOf(call), await checkpointsOf(other)]).toEqual([0, 1]);
  });

  it('keeps the reason of a failure, and the checkpoints while a retry can go on from them', async () => {
    const call = await withCheckpoint(WEBHOOK);
    const failure = { code: 'too_long', sentence: 'The recording is too long' } as const;
    expect(await dataSource.transaction((tx) => claims.fail(tx, call, failure))).toEqual(SETTLED);
    const failed = { status: 'failed', error_message: failure.sentence, error_code: failure.code };
    expect(await read(call.id, END)).toEqual({ ...failed, ...ENDED });
    expect(await checkpointsOf(call), 'checkpoints of a failed call whose recording is stored').toBe(1);
    const other = await withCheckpoint(WEBHOOK);
    await dataSource.query(
      "UPDATE analysis SET storage_key = NULL, source_url = 'https://example.com/' WHERE id = $1",
      [other.id],
    );
    await dataSource.transaction((tx) => claims.fail(tx, other, failure));
    expect(await checkpointsOf(other), 'checkpoints of a failed call without a recording').toBe(0);
  });

  it('keeps of a failed call with something to mask no checkpoint that holds what is to be masked', async () => {
    const call = await withCheckpoint(`redact = '${JSON.stringify(REDACT)}'`);
    for (const step of ['measure', 'plan', 'proposals', 'voices'])
      await claims.recordCheckpoint(null, call, step, 0, {}, PROGRESS);
    await dataSource.transaction((tx) => claims.fail(tx, call, { code: 'provider_failed', sentence: 'No' }));
    expect(await stepsOf(call)).toEqual(['measure', 'voices']);
  });

  it('forgets what was heard in the statement that keeps what is left of it masked', async () => {
    const call = await claim(await accept());
    await claims.readCheckpoints(call, 'measure');
    for (const step of ['measure', 'plan', 'piece']) await claims.recordCheckpoint(null, call, step, 0, {}, PROGRESS);
    expect(await claims.readCheckpoints(call, 'piece')).toEqual(new Map([[0, {}]]));
    await claims.recordMasked(call, 'transcript', { masked: true }, PROGRESS, []);
    expect(await stepsOf(call)).toEqual(['measure', 'transcript']);
    expect(await claims.readCheckpoints(call, 'piece'), 'what this run still knows of the pieces').toEqual(new Map());
    expect(await claims.readCheckpoints(call, 'transcript')).toEqual(new Map([[0, { masked: true }]]));
  });

  it('gives a masked call the masked recording in the place of its own, or none', async () => {
    const COLUMNS =
      'storage_key, audio_format, size_bytes::int, original_key, original_format, redacted_key, redacted_format';
    const original = { storageKey: 'key', format: 'wav' };
    const masked = await claim(await accept("audio_format = 'wav', size_bytes = 7"));
    await claims.recordRenditionKey(masked, 'masked');
    expect(await read(masked.id, 'redacted_key')).toEqual({ redacted_key: 'masked' });
    const heard = { storageKey: 'masked', format: 'ogg' };
    await claims.recordRendition(masked, 'rendition', {}, heard, PROGRESS);
    expect(await read(masked.id, 'redacted_format')).toEqual({ redacted_format: 'ogg' });
    const complete = (call: ClaimedCall, recordings: CompletedRecordings) =>
      dataSource.transaction((tx) => claims.complete(tx, call, PAYLOAD, recordings));
    await complete(masked, { heard, sizeBytes: 5, original });
    const none = { redacted_key: null, redacted_format: null };
    expect(await read(masked.id, COLUMNS)).toEqual({
      ...{ storage_key: 'masked', audio_format: 'ogg', size_bytes: 5, original_key: 'key', original_format: 'wav' },
      ...none,
    });
    const withheld = await claim(await accept("audio_format = 'wav', size_bytes = 7"));
    await complete(withheld, { heard: null, sizeBytes: null, original: null });
    expect(await read(withheld.id, COLUMNS)).toEqual({
      ...{ storage_key: null, audio_format: 'wav', size_bytes: 7, original_key: null, original_format: null },
      ...none,
    });
  });

  it('keeps its account from being erased before it is committed', async () => {
    const call = await claim(await accept());
    await dataSource.transaction(async (tx) => {
      await claims.fail(tx, call, { code: 'too_long', sentence: 'No' });
      const erasing = dataSource.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE NOWAIT', [calls.account]);
      await expect(erasing, 'An account was locked for erasure while a call was being settled').rejects.toThrow(/lock/);
    });
  });
});
