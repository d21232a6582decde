// What becomes of a call whose run failed. The rules are those of failure-policy.unit.test.ts; here is who is asked, and what is done.
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimedCall } from '../../src/analysis/claims/analysis-claims.js';
import { RunEnd } from '../../src/pipeline/run-end.js';
import type { EngineTrouble } from '../../src/ports/engine-trouble.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import { ClaimLost, WorkerStopping } from '../../src/work/claim.js';

const CALL = { id: 'a-call', requestId: 'a-request', scenario: null } as ClaimedCall;
const FAILING: EngineTrouble = { engine: 'analysis', reason: 'failing', certain: false, sent: true };
const HOUR = 3_600_000;
const refused = new ProviderError('Refused', { retryable: false });
const failed = new ProviderError('Failed', { retryable: true });

const claims = { handBack: vi.fn(), getFailures: vi.fn() };
const settle = { fail: vi.fn() };
const pause = { paused: vi.fn(), worksForOthers: vi.fn() };
const health = { faultBehind: vi.fn() };
const metrics = { handedBack: vi.fn() };
let runEnd: RunEnd;
beforeEach(() => {
  for (const part of [claims, settle, pause, health, metrics])
    for (const method of Object.values(part)) method.mockReset();
  claims.getFailures.mockResolvedValue({ providerFailures: 0, failingForMs: null });
  pause.paused.mockResolvedValue([]);
  pause.worksForOthers.mockResolvedValue(false);
  health.faultBehind.mockResolvedValue(null);
  const config = { worker: { providerAttempts: 3, providerPatienceMs: HOUR } };
  runEnd = new RunEnd(
    config as never,
    claims as never,
    settle as never,
    pause as never,
    health as never,
    metrics as never,
  );
});

const afterRun = (error: unknown, call = CALL) => runEnd.afterFailure(call, error, 1_500);
const handedBack = () => claims.handBack.mock.calls.map(([call, waitMs, reason]) => ({ call, waitMs, reason }));
const waitFrom = (ms: number) => expect.toSatisfy((waitMs: number) => waitMs >= ms && waitMs <= 1.25 * ms);

describe('after a failed run', () => {
  it('a call that a provider refused fails with its code and sentence', async () => {
    await afterRun(refused);
    expect(settle.fail.mock.calls).toEqual([
      [CALL, expect.objectContaining({ code: 'provider_refused', sentence: 'Refused' })],
    ]);
    expect(handedBack(), 'A call that has failed is worked on again').toEqual([]);
  });

  it('a call is handed back for another attempt, which operators can count', async () => {
    await afterRun(failed);
    expect(handedBack()).toEqual([{ call: CALL, waitMs: waitFrom(2_000), reason: 'provider-failed' }]);
    expect(metrics.handedBack.mock.calls).toEqual([['provider-failed']]);
    expect(pause.paused, 'The pauses were asked for, though no provider is in trouble').not.toHaveBeenCalled();
  });

  it.each([
    ['its attempts', { providerFailures: 2, failingForMs: 1_000 }],
    ['its patience', { providerFailures: 0, failingForMs: HOUR }],
  ])('a call fails where %s, as configured, are used up', async (_, failures) => {
    claims.getFailures.mockResolvedValue(failures);
    await afterRun(failed);
    expect(settle.fail.mock.calls).toEqual([[CALL, { kind: 'fail', code: 'provider_failed', sentence: 'Failed' }]]);
  });

  it('a call waits for a healthy worker where this one is at fault, and nothing is counted against it', async () => {
    health.faultBehind.mockResolvedValue('work_folder');
    claims.getFailures.mockResolvedValue({ providerFailures: 2, failingForMs: HOUR });
    await afterRun(new Error('EIO'));
    expect(handedBack()).toEqual([{ call: CALL, waitMs: 1_000, reason: 'worker-fault' }]);
  });

  it.each([
    ['a scenario, which needs no disk', new Error('EIO'), { ...CALL, scenario: 'slow' } as ClaimedCall],
    ['a shutdown', new WorkerStopping(), CALL],
    ['a provider that refused the call', refused, CALL],
  ])('this worker is not looked at behind %s', async (_, error, call) => {
    await afterRun(error, call);
    expect(health.faultBehind, 'The worker looks for a fault of its own').not.toHaveBeenCalled();
  });

  it('a lost claim leaves the call alone', async () => {
    await afterRun(new ClaimLost());
    expect([claims.handBack.mock.calls, settle.fail.mock.calls]).toEqual([[], []]);
  });

  it.each([
    ['the claim was lost meanwhile', new ClaimLost()],
    ['Postgres is away', new Error('connect ECONNREFUSED')],
  ])('the worker goes on where %s', async (_, error) => {
    claims.getFailures.mockRejectedValue(error);
    await expect(afterRun(failed), 'A call that cannot be recorded takes its worker down').resolves.toBeUndefined();
  });
});

describe('the log for operators', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const lines = (level: 'warn' | 'error') => vi.spyOn(Logger.prototype, level).mockImplementation(() => undefined);
  const ids = expect.objectContaining({ analysisId: CALL.id, requestId: CALL.requestId });

  it('has a line for a failed run, with the ids of its call, and none for a request that a pause kept back', async () => {
    const warn = lines('warn');
    await afterRun(failed);
    expect(warn.mock.calls).toEqual([[ids, expect.any(String)]]);
    warn.mockClear();
    const kept = { ...FAILING, reason: 'busy', certain: true, sent: false } as const;
    await afterRun(new ProviderError('Busy', { retryable: true, trouble: kept }));
    expect(warn, 'A pause fills the log with a line for each call').not.toHaveBeenCalled();
  });

  it.each([
    ['an outcome that could not be recorded', new Error('connect ECONNREFUSED'), 1],
    ['a claim that was lost', new ClaimLost(), 0],
  ])('has an error, or none, for %s', async (_, error, count) => {
    const logged = lines('error');
    claims.getFailures.mockRejectedValue(error);
    await afterRun(failed);
    expect(logged).toHaveBeenCalledTimes(count);
    if (count > 0) expect(logged).toHaveBeenCalledWith(ids, expect.any(String));
  });
});

describe('trouble of a provider', () => {
  const trouble = (changes: Partial<EngineTrouble> = {}) =>
    new ProviderError('Failed', { retryable: true, trouble: { ...FAILING, ...changes } });
  const states = [
    { engine: 'transcription', remainingMs: 90_000 },
    { engine: 'analysis', remainingMs: 20_000 },
  ];

  it('makes the call wait until the next probe of that provider, and uses up no attempt', async () => {
    pause.paused.mockResolvedValue(states);
    claims.getFailures.mockResolvedValue({ providerFailures: 2, failingForMs: 1_000, lastFailedAt: null });
    await afterRun(trouble());
    expect(handedBack()).toEqual([{ call: CALL, waitMs: waitFrom(20_000), reason: 'engine-paused' }]);
    const run = { analysisId: CALL.id, lastFailedAt: null, runMs: 1_500 };
    expect(pause.worksForOthers.mock.calls).toEqual([['analysis', run]]);
  });

  it('of which nothing is known here makes the call wait for a second', async () => {
    await afterRun(trouble());
    expect(handedBack()).toEqual([{ call: CALL, waitMs: waitFrom(1_000), reason: 'engine-paused' }]);
  });

  it('is the fault of the call where the provider works for others', async () => {
    pause.worksForOthers.mockResolvedValue(true);
    await afterRun(trouble());
    expect(handedBack()).toMatchObject([{ reason: 'provider-failed' }]);
  });

  it('that speaks for all calls is not asked about others', async () => {
    await afterRun(trouble({ certain: true, reason: 'busy' }));
    expect(pause.worksForOthers).not.toHaveBeenCalled();
    expect(handedBack()).toMatchObject([{ reason: 'engine-paused' }]);
  });
});
