// The row of a call as its worker sees and changes it, on real Postgres. What ends a call for its owner is in
// analysis-records.test.ts.
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalysisClaims, ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import { ClaimLost } from '../../../src/work/claim.js';
import { type ClaimableCalls, LEASE_MS, startClaimableCalls } from '../../support/builders/claimable-calls.js';

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
const change = (id: string, set: string) => calls.change(id, set);
const read = (id: string, columns: string) => calls.read(id, columns);
const claim = (id: string) => calls.claim(id);
const expire = (id: string) => change(id, "lease_until = now() - interval '1 second'");

/** The lease ends at least half a lease from now, and not later than the lease is long. */
const LEASED = `lease_until BETWEEN now() + interval '${LEASE_MS / 2} ms' AND now() + interval '${LEASE_MS} ms' AS leased`;

describe('the claim on a call', () => {
  it('gives the worker all that it needs of the row, each value in its place', async () => {
    const id =
      await accept(`created_at = '2026-11-01 10:00Z', source_url = 'http://source/', audio_format = 'wav', agent_channel = 1,
      language = 'de', output_language = 'fr', trace_parent = '00-trace', crashes = 2, provider_failures = 3, fence = 6,
      failing_since = now() - interval '100 seconds', scenario = 'good_call', redacted_key = 'masked', playback_key = 'played',
      redact = '${JSON.stringify(REDACT)}', bulk = true, stage = 'analysing', lease_until = NULL`);
    expect(await claim(id), 'A member of the claimed call has not the value of its column').toEqual({
      id,
      analysisId: id,
      accountId: calls.account,
      livemode: true,
      requestId: 'request',
      createdAt: new Date('2026-11-01T10:00:00Z'),
      fence: 7,
      crashes: 2,
      providerFailures: 3,
      failingForMs: expect.toSatisfy((ms: number) => ms >= 100_000 && ms < 400_000),
      sourceUrl: 'http://source/',
      storageKey: 'key',
      stage: 'analysing',
      scenario: 'good_call',
      audioFormat: 'wav',
      agentChannel: 1,
      language: 'de',
      outputLanguage: 'fr',
      redact: REDACT,
      isBulk: true,
      redactedKey: 'masked',
      playbackKey: 'played',
      traceParent: '00-trace',
    });
    expect(await read(id, LEASED), 'The claim is not leased for the length of a lease').toEqual({ leased: true });
  });

  it('counts the time of a call from when its owner started it again', async () => {
    const id = await accept("created_at = '2026-11-01 10:00Z', restarted_at = '2026-11-02 11:00Z'");
    expect((await claim(id)).createdAt).toEqual(new Date('2026-11-02T11:00:00Z'));
  });
});

describe('a worker that lost its claim', () => {
  const measured = { durationMs: 1, sourceChannels: 1, damaged: true };
  const writes: [string, (call: ClaimedCall) => Promise<unknown>][] = [
    ['the heartbeat', (call) => claims.renew(call)],
    ['progress', (call) => claims.recordProgress(call, PROGRESS)],
    ['a checkpoint', (call) => claims.recordCheckpoint(null, call, 'piece', 0, { heard: 'late' }, PROGRESS)],
    ['the recording', (call) => claims.recordRecording(call, { storageKey: 'late', sizeBytes: 1, format: 'mp3' })],
    ['the measurement', (call) => claims.recordMeasurement(null, call, 'measure', measured, PROGRESS)],
    ['the result', (call) => dataSource.transaction((tx) => claims.complete(tx, call, PAYLOAD))],
    [
      'the failure',
      (call) => dataSource.transaction((tx) => claims.fail(tx, call, { code: 'too_long', sentence: 'Late' })),
    ],
    ['nothing, and asks for the failures so far', (call) => claims.getFailures(call)],
  ];

  it.each(writes)('cannot write %s', async (_, write) => {
    const id = await accept();
    const late = await claim(id);
    await expire(id);
    const next = await claim(id);
    await claims.recordCheckpoint(null, next, 'piece', 0, { heard: 'and paid for' }, PROGRESS);
    const before = await read(id, '*');
    await expect(write(late), 'A write of a worker that lost its claim was let through').rejects.toBeInstanceOf(
      ClaimLost,
    );
    await claims.handBack(late, 0, 'provider-failed');
    expect(await read(id, '*'), 'A worker that lost its claim changed the row').toEqual(before);
    // A copy of the claim: what this process has kept of it is not asked.
    expect(await claims.readCheckpoints({ ...next }, 'piece')).toEqual(new Map([[0, { heard: 'and paid for' }]]));
  });

  it.each(writes)('cannot write %s when the call is final', async (_, write) => {
    const id = await accept();
    const late = await claim(id);
    await change(id, "status = 'failed', settled_at = now()");
    await expect(write(late), 'A final call was written to').rejects.toBeInstanceOf(ClaimLost);
  });
});

describe('the progress of a call', () => {
  it('is rounded, shows the stage, and never goes back', async () => {
    const id = await accept();
    const call = await claim(id);
    await claims.recordProgress(call, { stage: 'transcribing', percent: 41.6 });
    expect(await read(id, 'stage, percent')).toEqual({ stage: 'transcribing', percent: 42 });
    await claims.recordCheckpoint(null, call, 'piece', 0, {}, { stage: 'analysing', percent: 30.4 });
    expect(await read(id, 'stage, percent'), 'The percentage went back').toEqual({ stage: 'analysing', percent: 42 });
    await claims.recordCheckpoint(null, call, 'piece', 1, {}, { stage: 'analysing', percent: 70.4 });
    expect(await read(id, 'percent')).toEqual({ percent: 70 });
  });

  it('at a checkpoint makes the crashes and failures before it forgotten', async () => {
    const failing = 'crashes = 2, provider_failures = 3, failing_since = now()';
    const headway = { crashes: 0, provider_failures: 0, failing_since: null };
    const measured = { durationMs: 61_000, sourceChannels: 2, damaged: true };
    for (const write of [
      (call: ClaimedCall) => claims.recordCheckpoint(null, call, 'piece', 0, {}, PROGRESS),
      (call: ClaimedCall) => claims.recordMeasurement(null, call, 'measure', measured, PROGRESS),
      (call: ClaimedCall) => claims.recordRecording(call, { storageKey: 'key', sizeBytes: 1, format: 'wav' }),
    ]) {
      const id = await accept(failing);
      await write(await claim(id));
      expect(await read(id, 'crashes, provider_failures, failing_since')).toEqual(headway);
    }
  });

  it('keeps the payloads of each step by piece, for this run and the next', async () => {
    const id = await accept();
    const first = await claim(id);
    expect(await claims.readCheckpoints(first, 'piece')).toEqual(new Map());
    await claims.recordCheckpoint(null, first, 'piece', 1, { heard: 'one' }, PROGRESS);
    await claims.recordCheckpoint(null, first, 'piece', 0, { heard: 'once' }, PROGRESS);
    await claims.recordCheckpoint(null, first, 'piece', 0, { heard: 'a NUL \u0000' }, PROGRESS);
    await claims.recordCheckpoint(null, first, 'findings', 0, { found: 1 }, PROGRESS);
    const expected = new Map([
      [0, { heard: 'a NUL \ufffd' }],
      [1, { heard: 'one' }],
    ]);
    expect(await claims.readCheckpoints(first, 'piece'), 'This run lost a checkpoint of its own').toEqual(expected);
    await expire(id);
    const next = await claim(id);
    expect(await claims.readCheckpoints(next, 'piece'), 'The next run pays for a piece again').toEqual(expected);
    expect(await claims.readCheckpoints(next, 'findings')).toEqual(new Map([[0, { found: 1 }]]));
    expect(await claims.readCheckpoints(next, 'voices')).toEqual(new Map());
  });

  it('does not take a checkpoint for recorded whose transaction was rolled back', async () => {
    const call = await claim(await accept());
    await claims.readCheckpoints(call, 'piece');
    const rolledBack = dataSource.transaction(async (tx) => {
      await claims.recordCheckpoint(tx, call, 'piece', 0, { heard: 'in vain' }, PROGRESS);
      throw new Error('The disk is full');
    });
    await expect(rolledBack).rejects.toThrow('The disk is full');
    expect(await claims.readCheckpoints(call, 'piece'), 'A checkpoint that Postgres does not have').toEqual(new Map());
  });

  it('shows a measured recording to clients, and to the next run', async () => {
    const id = await accept();
    const call = await claim(id);
    const measured = { durationMs: 61_000, sourceChannels: 2, sourceTracks: 3, damaged: true };
    await claims.recordMeasurement(null, call, 'measure', measured, { stage: 'measuring', percent: 14.6 });
    expect(await read(id, 'duration_ms::int AS ms, channels, damaged, audio_tracks, stage, percent')).toEqual({
      ms: 61_000,
      channels: 2,
      damaged: true,
      audio_tracks: 3,
      stage: 'measuring',
      percent: 15,
    });
    expect(await claims.readCheckpoints({ ...call, fence: 2 }, 'measure')).toEqual(new Map([[0, measured]]));
  });

  it('at the stored recording releases the call to its old place, and forgets the address, which may be signed', async () => {
    const id = await accept(
      "storage_key = NULL, source_url = 'http://source/?signature=s', run_after = '2026-11-01 10:00Z'",
    );
    await claims.recordRecording(await claim(id), { storageKey: 'stored', sizeBytes: 4_000_000_000, format: 'ogg' });
    expect(await read(id, 'storage_key, size_bytes, audio_format, source_url, lease_until, run_after')).toEqual({
      storage_key: 'stored',
      size_bytes: '4000000000',
      audio_format: 'ogg',
      source_url: null,
      lease_until: null,
      run_after: new Date('2026-11-01T10:00:00Z'),
    });
  });
});

describe('a call that is handed back', () => {
  it('knows by the clock of Postgres how long it has waited, from its acceptance or from when it was started again', async () => {
    const waited = async (set: string) => claims.getWaitedMs(await claim(await accept(set)));
    expect(await waited("created_at = now() - interval '100 seconds'")).toBeGreaterThanOrEqual(100_000);
    expect(await waited("created_at = now() - interval '1 day', restarted_at = now()")).toBeLessThan(12 * 3_600_000);
    const lost = await claim(await accept());
    await dataSource.query('UPDATE analysis SET fence = fence + 1 WHERE id = $1', [lost.id]);
    await expect(claims.getWaitedMs(lost), 'A worker that lost its claim goes on').rejects.toBeInstanceOf(ClaimLost);
  });
});
