// Decoding stops soon after what is left of the plan, so that an account without minutes costs no decoding.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnalysisClaims, type ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import { RenderPlayback } from '../../../src/pipeline/playback/render-playback.js';
import { CallWorkspaces } from '../../../src/pipeline/steps/call-workspace.js';
import { DecodeRecording } from '../../../src/pipeline/steps/decode-recording.js';
import { MeasureRecording } from '../../../src/pipeline/steps/measure-recording.js';
import { GaveWay } from '../../../src/work/claim.js';
import type { GivesWay } from '../../../src/work/slot-pool.js';
import {
  type BillingClasses,
  complete,
  fail,
  newAccount,
  startBillingClasses,
  submit,
  sums,
} from '../../support/apps/billing-classes.js';
import { SilentRecording } from '../../support/audio/silent-recording.js';

const MINUTE = 60_000;

let billing: BillingClasses;
let claims: AnalysisClaims;
let decoder: SilentRecording;
let measure: MeasureRecording;
let dir: string;
let account: string;
beforeAll(async () => {
  billing = await startBillingClasses();
  claims = new AnalysisClaims(billing.dataSource, billing.config);
  dir = await mkdtemp(join(tmpdir(), 'measure-test-'));
});
afterAll(async () => {
  await billing?.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  account = await newAccount(billing);
  decoder = new SilentRecording();
  const workspaces: Partial<CallWorkspaces> = { download: async () => undefined, notePcm: () => undefined };
  measure = new MeasureRecording(
    claims,
    new DecodeRecording(Object.assign(Object.create(CallWorkspaces.prototype), workspaces), decoder, billing.config),
    // A recording that plays as it is needs none.
    Object.create(RenderPlayback.prototype),
    billing.ledger,
    billing.dataSource,
  );
});

/** A call without a declared length, at the beginning of the step. */
async function claimed(): Promise<ClaimedCall> {
  const call = await claims.claim(await submit(billing, account, null));
  if (!call) throw new Error('The call could not be claimed');
  return call;
}
const run = (call: ClaimedCall, givesWay: GivesWay = async () => false) => {
  const workspace = { dir, recordingPath: join(dir, 'recording') };
  const giveWay = async () => undefined;
  return measure.run({ call, workspace, giveWay, givesWay, signal: new AbortController().signal }, 'key');
};

it('refuses a recording whose container tells that it is too long, and reads none of it', async () => {
  decoder.lengthMs = 3 * MINUTE;
  decoder.promisedMs = (billing.config.maxAudioMinutes + 1) * MINUTE;
  await expect(run(await claimed())).rejects.toMatchObject({ code: 'too_long' });
});

describe('a recording that declares no length', () => {
  it('is decoded up to two minutes and a second beyond what is left of the plan, and then refused', async () => {
    await complete(billing, await submit(billing, account, 99 * MINUTE), 99.5 * MINUTE);
    const call = await claimed();
    decoder.lengthMs = 600 * MINUTE;
    await expect(run(call)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message:
        'This recording needs more than 2.51 minutes; 0.50 are left. Upgrade your plan or wait for the next billing cycle.',
    });
    expect(decoder.decodedMs).toEqual([151_000]);
    expect(await billing.dataSource.query('SELECT duration_ms FROM analysis WHERE id = $1', [call.id])).toEqual([
      { duration_ms: null },
    ]);
  });

  it('is refused with what it needs where that is not much more than is left', async () => {
    await complete(billing, await submit(billing, account, 99 * MINUTE), 99 * MINUTE);
    decoder.lengthMs = 1.49 * MINUTE;
    await expect(run(await claimed())).rejects.toMatchObject({
      code: 'quota_exceeded',
      message:
        'This recording needs 1.49 minutes; 1.00 are left. Upgrade your plan or wait for the next billing cycle.',
    });
    expect(decoder.decodedMs).toEqual([1.49 * MINUTE]);
  });

  it('is measured as a whole where it fits', async () => {
    await complete(billing, await submit(billing, account, 98 * MINUTE), 98 * MINUTE);
    decoder.lengthMs = 2 * MINUTE;
    expect(await run(await claimed())).toMatchObject({ durationMs: 2 * MINUTE });
    expect(decoder.decodedMs).toEqual([2 * MINUTE]);
    expect(await sums(billing, account)).toMatchObject({ reserved: 200 });
  });

  it('is decoded again where another call has released minutes meanwhile, so that nothing is cut off', async () => {
    const other = await submit(billing, account, 99 * MINUTE);
    decoder.lengthMs = 5 * MINUTE;
    decoder.whileDecoding = () => fail(billing, other);
    expect(await run(await claimed())).toMatchObject({ durationMs: 5 * MINUTE });
    expect(decoder.decodedMs).toEqual([181_000, 5 * MINUTE]);
    expect(await sums(billing, account)).toMatchObject({ reserved: 500 });
  });
});

it('decoding is broken off once for another account, and comes to its end in the next turn', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const call = await claimed();
    decoder.lengthMs = MINUTE;
    const looks: boolean[] = [];
    const givesWay = async () => {
      looks.push(true);
      return true;
    };
    decoder.whileDecoding = () => vi.advanceTimersByTimeAsync(2_000);
    await expect(run(call, givesWay)).rejects.toBeInstanceOf(GaveWay);
    expect(await run(call, givesWay), 'the next turn').toMatchObject({ durationMs: MINUTE });
    expect(looks, 'looks for another account’s call').toHaveLength(1);
    decoder.whileDecoding = () => vi.advanceTimersByTimeAsync(1_999);
    expect(await run(await claimed(), givesWay), 'a call that is decoded soon').toMatchObject({ durationMs: MINUTE });
    expect(looks, 'looks for another account’s call').toHaveLength(1);
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
