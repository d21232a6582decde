// What becomes of work whose run failed. The rules are those of failure-policy.unit.test.ts; here is who is asked, and what is
// done.
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineTrouble } from '../../src/ports/engine-trouble.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import { type Claimed, ClaimLost, WorkerStopping } from '../../src/work/claim.js';
import { RunEnd } from '../../src/work/run-end.js';
import { claimed, kindInMemory, SENTENCE, surroundings } from '../support/builders/kind-in-memory.js';

const LETTER = claimed('a-letter');
const FAILING: EngineTrouble = { engine: 'analysis', reason: 'failing', certain: false, sent: true };
const HOUR = 3_600_000;
const refused = new ProviderError('Refused', { retryable: false });
const failed = new ProviderError('Failed', { retryable: true });

let kind: ReturnType<typeof kindInMemory>['kind'];
let claims: ReturnType<typeof kindInMemory>['claims'];
let pause: ReturnType<typeof surroundings>['pause'];
let health: ReturnType<typeof surroundings>['health'];
let runEnd: RunEnd<Claimed>;
beforeEach(() => {
  ({ kind, claims } = kindInMemory());
  const around = surroundings();
  ({ pause, health } = around);
  runEnd = new RunEnd(kind, { maxAttempts: 3, patienceMs: HOUR }, around.enginePause, around.workerHealth);
});

const afterRun = (error: unknown) => runEnd.afterFailure(LETTER, error, 1_500);
const handedBack = () =>
  (claims.handBack.mock.calls as unknown[][]).map(([work, waitMs, reason]) => ({ work, waitMs, reason }));
const waitFrom = (ms: number) => expect.toSatisfy((waitMs: number) => waitMs >= ms && waitMs <= 1.25 * ms);

describe('after a failed run', () => {
  it('what a provider refused fails with its code and sentence', async () => {
    await afterRun(refused);
    expect(kind.fail.mock.calls).toEqual([
      [LETTER, expect.objectContaining({ code: 'provider_refused', sentence: 'Refused' })],
    ]);
    expect(handedBack(), 'Work that has failed is worked on again').toEqual([]);
  });

  it('work is handed back for another attempt, which operators can count', async () => {
    await afterRun(failed);
    expect(handedBack()).toEqual([{ work: LETTER, waitMs: waitFrom(2_000), reason: 'provider-failed' }]);
    expect(kind.handedBack.mock.calls).toEqual([['provider-failed']]);
    expect(pause.paused, 'The pauses were asked for, though no provider is in trouble').not.toHaveBeenCalled();
  });

  it.each([
    ['its attempts', { providerFailures: 2, failingForMs: 1_000 }],
    ['its patience', { providerFailures: 0, failingForMs: HOUR }],
  ])('work fails where %s, as configured, are used up', async (_, failures) => {
    claims.getFailures.mockResolvedValue({ ...failures, lastFailedAt: null });
    await afterRun(failed);
    expect(kind.fail.mock.calls).toEqual([[LETTER, { kind: 'fail', code: 'provider_failed', sentence: 'Failed' }]]);
  });

  it('work that fails of an error which is not for clients has the sentence of its kind', async () => {
    claims.getFailures.mockResolvedValue({ providerFailures: 2, failingForMs: 1_000, lastFailedAt: null });
    await afterRun(new TypeError('x is not a function'));
    expect(kind.fail.mock.calls).toMatchObject([[LETTER, { code: 'not_processable', sentence: SENTENCE }]]);
  });

  it('work waits for a healthy worker where this one is at fault, and nothing is counted against it', async () => {
    health.faultBehind.mockResolvedValue('work_folder');
    claims.getFailures.mockResolvedValue({ providerFailures: 2, failingForMs: HOUR, lastFailedAt: null });
    await afterRun(new Error('EIO'));
    expect(handedBack()).toEqual([{ work: LETTER, waitMs: 1_000, reason: 'worker-fault' }]);
  });

  it.each<[string, unknown, boolean]>([
    ['work that needs nothing of it', new Error('EIO'), false],
    ['a shutdown', new WorkerStopping(), true],
    ['a provider that refused the work', refused, true],
  ])('this worker is not looked at behind %s', async (_, error, needsWorker) => {
    kind.needsWorker.mockReturnValue(needsWorker);
    await afterRun(error);
    expect(health.faultBehind, 'The worker looks for a fault of its own').not.toHaveBeenCalled();
  });

  it('a lost claim leaves the work alone', async () => {
    await afterRun(new ClaimLost());
    expect([handedBack(), kind.fail.mock.calls]).toEqual([[], []]);
  });

  it.each([
    ['the claim was lost meanwhile', new ClaimLost()],
    ['Postgres is away', new Error('connect ECONNREFUSED')],
  ])('the worker goes on where %s', async (_, error) => {
    claims.getFailures.mockRejectedValue(error);
    await expect(afterRun(failed), 'What cannot be recorded takes its worker down').resolves.toBeUndefined();
  });
});

describe('the log for operators', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const lines = (level: 'warn' | 'error') => vi.spyOn(Logger.prototype, level).mockImplementation(() => undefined);
  const ids = expect.objectContaining({ letterId: LETTER.id, requestId: LETTER.requestId });

  it('has a line for a failed run, with the ids of its work, and none for a request that a pause kept back', async () => {
    const warn = lines('warn');
    await afterRun(failed);
    expect(warn.mock.calls).toEqual([[ids, expect.any(String)]]);
    warn.mockClear();
    const kept = { ...FAILING, reason: 'busy', certain: true, sent: false } as const;
    await afterRun(new ProviderError('Busy', { retryable: true, trouble: kept }));
    expect(warn, 'A pause fills the log with a line for each run').not.toHaveBeenCalled();
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

  it('makes the work wait until the next probe of that provider, and uses up no attempt', async () => {
    pause.paused.mockResolvedValue(states);
    const lastFailedAt = '2026-11-01 10:00:00+00';
    claims.getFailures.mockResolvedValue({ providerFailures: 2, failingForMs: 1_000, lastFailedAt });
    await afterRun(trouble());
    expect(handedBack()).toEqual([{ work: LETTER, waitMs: waitFrom(20_000), reason: 'engine-paused' }]);
    const run = { analysisId: LETTER.id, lastFailedAt, runMs: 1_500 };
    expect(pause.worksForOthers.mock.calls).toEqual([['analysis', run]]);
  });

  it('of which nothing is known here makes the work wait for a second', async () => {
    await afterRun(trouble());
    expect(handedBack()).toEqual([{ work: LETTER, waitMs: waitFrom(1_000), reason: 'engine-paused' }]);
  });

  it('is the fault of the work where the provider works for others', async () => {
    pause.worksForOthers.mockResolvedValue(true);
    await afterRun(trouble());
    expect(handedBack()).toMatchObject([{ reason: 'provider-failed' }]);
  });

  it('that speaks for all is not asked about others', async () => {
    await afterRun(trouble({ certain: true, reason: 'busy' }));
    expect(pause.worksForOthers).not.toHaveBeenCalled();
    expect(handedBack()).toMatchObject([{ reason: 'engine-paused' }]);
  });
});
