import { describe, expect, it } from 'vitest';
import { ClaimLost, type ProviderFailures } from '../../src/analysis/analysis-claims.js';
import { CallRefused, WorkerStopping } from '../../src/pipeline/call-run.js';
import {
  type CallDecision,
  decideBeforeRun,
  decideRetry,
  judgeFailure,
  type RetryableFailure,
} from '../../src/pipeline/failure-policy.js';
import type { FailureCode } from '../../src/ports/failure-code.js';
import { ProviderError } from '../../src/ports/provider-error.js';

const MINUTE = 60_000;
const LIMITS = { maxAttempts: 6, patienceMs: 30 * MINUTE };
const NO_JITTER = 0;
const NOT_PROCESSED = 'The recording could not be processed';
const WILL_RETRY = 'Call run failed; it will be retried unless its attempts are used up';

const NONE: ProviderFailures = { providerFailures: 0, failingForMs: null };
const failing = (providerFailures: number, sinceMinutes: number): ProviderFailures => ({
  providerFailures,
  failingForMs: sinceMinutes * MINUTE,
});
const failed = (sentence: string, code: FailureCode = 'provider_failed'): CallDecision => ({
  kind: 'fail',
  code,
  sentence,
});
const handedBack = (waitMs: number): CallDecision => ({ kind: 'hand-back', waitMs, reason: 'provider-failed' });
const paused = (waitMs: number): CallDecision => ({ kind: 'hand-back', waitMs, reason: 'engine-paused' });

describe('before a run', () => {
  it.each<[string, number, ProviderFailures, number, CallDecision | null]>([
    ['a new call begins', 0, NONE, 0, null],
    ['a call after four crashes begins', 4, NONE, 0, null],
    ['a call after five crashes fails', 5, NONE, 0, failed(NOT_PROCESSED, 'not_processable')],
    ['a call after five crashes fails during a pause too', 5, NONE, 1, failed(NOT_PROCESSED, 'not_processable')],
    ['a call waits until the pause of the engine ends', 0, NONE, 1234, paused(1234)],
    ['a call that has failed for a while waits too', 0, failing(5, 29), 1234, paused(1234)],
    ['a call whose patience is over has its last attempt during a pause', 0, failing(1, 30), 1234, null],
  ])('%s', (_, crashes, failures, enginePauseMs, decision) => {
    expect(decideBeforeRun({ crashes, ...failures }, enginePauseMs, LIMITS)).toEqual(decision);
  });
});

describe('the error of a run', () => {
  const retryable = (changes: Partial<RetryableFailure>) => ({
    kind: 'retryable',
    code: 'provider_failed',
    sentence: 'Busy',
    retryAfterMs: null,
    pausesEngine: false,
    log: WILL_RETRY,
    ...changes,
  });

  it.each<[string, unknown, unknown]>([
    ['a lost claim writes nothing', new ClaimLost(), { kind: 'lost-claim', log: null }],
    [
      'a shutdown hands the call back at once',
      new WorkerStopping(),
      { kind: 'hand-back', waitMs: 0, reason: 'stopping', log: null },
    ],
    [
      'a refused call fails with its sentence',
      new CallRefused('too_long', 'Too long'),
      { kind: 'fail', code: 'too_long', sentence: 'Too long', log: null },
    ],
    [
      'a final provider error fails with its sentence',
      new ProviderError('No', { retryable: false }),
      { kind: 'fail', code: 'provider_refused', sentence: 'No', log: 'A provider refused the call; the call fails' },
    ],
    ['a passing provider error is retryable', new ProviderError('Busy', { retryable: true }), retryable({})],
    [
      'a wait that the provider asks for is kept',
      new ProviderError('Busy', { retryable: true, retryAfterMs: 7_000 }),
      retryable({ retryAfterMs: 7_000 }),
    ],
    [
      'refused credentials pause the engine',
      new ProviderError('Busy', { retryable: true, pausesEngine: true }),
      retryable({ pausesEngine: true }),
    ],
    [
      'an unexpected error is retryable, and its message stays from clients',
      new TypeError('x is not a function'),
      retryable({ code: 'not_processable', sentence: NOT_PROCESSED }),
    ],
    [
      'a thrown value that is no error is retryable',
      'gone',
      retryable({ code: 'not_processable', sentence: NOT_PROCESSED }),
    ],
  ])('%s', (_, error, verdict) => {
    expect(judgeFailure(error)).toEqual(verdict);
  });
});

describe('a failing provider', () => {
  const BUSY: RetryableFailure = {
    kind: 'retryable',
    code: 'provider_failed',
    sentence: 'Busy',
    retryAfterMs: null,
    pausesEngine: false,
  };
  const REFUSING: RetryableFailure = { ...BUSY, pausesEngine: true };
  const decide = (failure: RetryableFailure, before: ProviderFailures, jitter = NO_JITTER) =>
    decideRetry(failure, before, LIMITS, jitter);

  it.each<[string, RetryableFailure, ProviderFailures, CallDecision]>([
    ['a first failure', BUSY, NONE, handedBack(2_000)],
    ['a fifth failure', BUSY, failing(4, 1), handedBack(32_000)],
    ['a sixth failure', BUSY, failing(5, 1), failed('Busy')],
    ['a failure after 29 minutes', BUSY, failing(1, 29), handedBack(4_000)],
    ['a failure after 30 minutes', BUSY, failing(1, 30), failed('Busy')],
    ['a wait longer than the patience', { ...BUSY, retryAfterMs: 60 * MINUTE }, NONE, handedBack(30 * MINUTE)],
    [
      'a wait longer than what is left',
      { ...BUSY, retryAfterMs: 60 * MINUTE },
      failing(1, 20),
      handedBack(10 * MINUTE),
    ],
  ])('has six attempts within thirty minutes: %s', (_, failure, before, decision) => {
    expect(decide(failure, before)).toEqual(decision);
  });

  it.each<[string, RetryableFailure, ProviderFailures, CallDecision]>([
    ['a first failure', REFUSING, NONE, paused(MINUTE)],
    ['a sixth failure', REFUSING, failing(5, 10), paused(MINUTE)],
    ['a failure after 30 minutes', REFUSING, failing(5, 30), failed('Busy')],
  ])('that refuses our credentials has the time, whatever the attempts: %s', (_, failure, before, decision) => {
    expect(decide(failure, before)).toEqual(decision);
  });

  it('is retried when it asks to be, else with exponential back-off and jitter', () => {
    const waitMs = (failure: RetryableFailure, failures: number, jitter = NO_JITTER) => {
      const decision = decideRetry(failure, failing(failures, 0), { ...LIMITS, maxAttempts: 100 }, jitter);
      return decision.kind === 'hand-back' && decision.waitMs;
    };
    expect(waitMs({ ...BUSY, retryAfterMs: 7_000 }, 3)).toBe(7_000);
    expect([0, 1, 2, 3].map((failures) => waitMs(BUSY, failures))).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(waitMs(BUSY, 30)).toBe(5 * MINUTE);
    expect(waitMs(REFUSING, 0)).toBe(MINUTE);
    expect(waitMs(BUSY, 0, 1)).toBe(2_500);
  });
});
