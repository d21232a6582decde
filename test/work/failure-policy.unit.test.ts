import { describe, expect, it } from 'vitest';
import type { EngineTrouble } from '../../src/ports/engine-trouble.js';
import type { FailureCode } from '../../src/ports/failure-code.js';
import { ProviderError } from '../../src/ports/provider-error.js';
import {
  ClaimLost,
  GaveWay,
  HandBack,
  type ProviderFailures,
  WorkerStopping,
  WorkRefused,
} from '../../src/work/claim.js';
import {
  type Decision,
  decideBeforeRun,
  decideRetry,
  type EngineOutlook,
  judgeFailure,
  mayBeWorkersFault,
  type RetryableFailure,
  WORKER_FAULT,
} from '../../src/work/failure-policy.js';

const MINUTE = 60_000;
const LIMITS = { maxAttempts: 6, patienceMs: 30 * MINUTE };
const NO_JITTER = 0;
const NOT_PROCESSED = 'It could not be processed';
const WILL_RETRY = 'A run failed; it will be retried unless its attempts are used up';

const BUSY_PROVIDER: EngineTrouble = { engine: 'transcription', reason: 'busy', certain: true, sent: true };
const FAILURE: RetryableFailure = {
  kind: 'retryable',
  code: 'provider_failed',
  sentence: 'Busy',
  retryAfterMs: null,
  trouble: null,
};
const CALM: EngineOutlook = { remainingMs: 0, worksForOthers: false };

const NONE: ProviderFailures = { providerFailures: 0, failingForMs: null };
const failing = (providerFailures: number, sinceMinutes: number): ProviderFailures => ({
  providerFailures,
  failingForMs: sinceMinutes * MINUTE,
});
const failed = (sentence: string, code: FailureCode = 'provider_failed'): Decision => ({
  kind: 'fail',
  code,
  sentence,
});
const handedBack = (waitMs: number): Decision => ({ kind: 'hand-back', waitMs, reason: 'provider-failed' });
const paused = (waitMs: number): Decision => ({ kind: 'hand-back', waitMs, reason: 'engine-paused' });

describe('before a run', () => {
  it.each<[string, number, Decision | null]>([
    ['a new call begins', 0, null],
    ['a call after four crashes begins', 4, null],
    ['a call after five crashes fails', 5, failed(NOT_PROCESSED, 'not_processable')],
  ])('%s', (_, crashes, decision) => {
    expect(decideBeforeRun({ crashes }, NOT_PROCESSED)).toEqual(decision);
  });

  it('an evaluation that fails after five crashes tells its client so with the sentence of an evaluation', () => {
    const sentence = 'The evaluation could not be processed';
    expect(decideBeforeRun({ crashes: 5 }, sentence)).toEqual(failed(sentence, 'not_processable'));
    expect(judgeFailure(new Error('x'), sentence)).toMatchObject({ sentence });
  });
});

describe('the error of a run', () => {
  const retryable = (changes: Partial<RetryableFailure & { log: string | null }>) => ({
    kind: 'retryable',
    code: 'provider_failed',
    sentence: 'Busy',
    retryAfterMs: null,
    trouble: null,
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
      'what gave way is handed back at once',
      new GaveWay(),
      { kind: 'hand-back', waitMs: 0, reason: 'gave-way', log: null },
    ],
    [
      'what must wait is handed back for as long',
      new HandBack('recording-awaited', 5_000),
      { kind: 'hand-back', waitMs: 5_000, reason: 'recording-awaited', log: null },
    ],
    [
      'a refused call fails with its sentence',
      new WorkRefused('too_long', 'Too long'),
      { kind: 'fail', code: 'too_long', sentence: 'Too long', log: null },
    ],
    [
      'a final provider error fails with its sentence',
      new ProviderError('No', { retryable: false }),
      {
        kind: 'fail',
        code: 'provider_refused',
        sentence: 'No',
        log: 'A provider refused a request for good; the run is not retried',
      },
    ],
    ['a passing provider error is retryable', new ProviderError('Busy', { retryable: true }), retryable({})],
    [
      'a wait that the provider asks for is kept',
      new ProviderError('Busy', { retryable: true, retryAfterMs: 7_000 }),
      retryable({ retryAfterMs: 7_000 }),
    ],
    [
      'trouble of the provider is told apart',
      new ProviderError('Busy', { retryable: true, trouble: BUSY_PROVIDER }),
      retryable({ trouble: BUSY_PROVIDER }),
    ],
    [
      'a request that was not sent is not logged: the pause is',
      new ProviderError('Busy', { retryable: true, trouble: { ...BUSY_PROVIDER, sent: false } }),
      retryable({ trouble: { ...BUSY_PROVIDER, sent: false }, log: null }),
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
    expect(judgeFailure(error, NOT_PROCESSED)).toEqual(verdict);
  });
});

describe('this worker is looked at before the call is blamed', () => {
  const provider = (options: Partial<ConstructorParameters<typeof ProviderError>[1]>) =>
    new ProviderError('No', { retryable: true, ...options });

  it.each<[string, unknown, boolean]>([
    ['an unexpected error', new TypeError('x is not a function'), true],
    ['a provider that fails this call alone', provider({}), true],
    ['a decoder that may be broken here', provider({ retryable: false, workerFault: 'decoder' }), true],
    ['a provider in trouble', provider({ trouble: BUSY_PROVIDER }), false],
    [
      'a provider in trouble whose tool may be broken here',
      provider({ trouble: BUSY_PROVIDER, workerFault: 'storage' }),
      true,
    ],
    ['a link that does not answer', provider({ code: 'url_unreachable' }), false],
    ['a recording that looks damaged', new WorkRefused('not_processable', 'Damaged'), true],
    ['a recording that is no audio', new WorkRefused('not_audio', 'No audio'), true],
    ['a recording that is too long', new WorkRefused('too_long', 'Too long'), false],
    ['a provider that refuses the call', provider({ retryable: false }), false],
    ['a lost claim', new ClaimLost(), false],
    ['a shutdown', new WorkerStopping(), false],
  ])('%s', (_, error, expected) => {
    const fault = expected
      ? 'The call is blamed for what may be a fault of this worker'
      : 'This worker is looked at for nothing';
    expect(mayBeWorkersFault(judgeFailure(error, NOT_PROCESSED), error), fault).toBe(expected);
  });
});

it('a call that met a fault of this worker waits for a second, so that the worker does not turn in circles', () => {
  expect(WORKER_FAULT).toEqual({ kind: 'hand-back', waitMs: 1_000, reason: 'worker-fault' });
});

describe('a failure of one call alone', () => {
  const decide = (failure: RetryableFailure, before: ProviderFailures, jitter = NO_JITTER) =>
    decideRetry(failure, before, CALM, LIMITS, jitter);

  it.each<[string, RetryableFailure, ProviderFailures, Decision]>([
    ['a first failure', FAILURE, NONE, handedBack(2_000)],
    ['a fifth failure', FAILURE, failing(4, 1), handedBack(32_000)],
    ['a sixth failure', FAILURE, failing(5, 1), failed('Busy')],
    ['a failure after 29 minutes', FAILURE, failing(1, 29), handedBack(4_000)],
    ['a failure after 30 minutes', FAILURE, failing(1, 30), failed('Busy')],
    ['a wait longer than the patience', { ...FAILURE, retryAfterMs: 60 * MINUTE }, NONE, handedBack(30 * MINUTE)],
    [
      'a wait longer than what is left',
      { ...FAILURE, retryAfterMs: 60 * MINUTE },
      failing(1, 20),
      handedBack(10 * MINUTE),
    ],
  ])('has six attempts within the patience: %s [settled 2]', (_, failure, before, decision) => {
    expect(decide(failure, before)).toEqual(decision);
  });

  it('is retried when it asks to be, else with exponential back-off and jitter [fault 69]', () => {
    const waitMs = (failure: RetryableFailure, failures: number, jitter = NO_JITTER) => {
      const decision = decideRetry(failure, failing(failures, 0), CALM, { ...LIMITS, maxAttempts: 100 }, jitter);
      return decision.kind === 'hand-back' && decision.waitMs;
    };
    expect(waitMs({ ...FAILURE, retryAfterMs: 7_000 }, 3), 'ms that the provider asked for').toBe(7_000);
    expect([0, 1, 2, 3].map((failures) => waitMs(FAILURE, failures))).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(waitMs(FAILURE, 30), 'ms of the longest wait').toBe(5 * MINUTE);
    expect(waitMs(FAILURE, 0, 1), 'ms of the first wait with the whole jitter').toBe(2_500);
  });

  it('draws its jitter where none is given: calls that failed together do not return together', () => {
    const waits = Array.from({ length: 20 }, () => decideRetry(FAILURE, NONE, CALM, LIMITS));
    const distinct = new Set(waits.map((decision) => decision.kind === 'hand-back' && decision.waitMs));
    expect(distinct.size, 'All calls return at the same moment').toBeGreaterThan(1);
  });
});

describe('a provider in trouble', () => {
  const TROUBLE: RetryableFailure = { ...FAILURE, trouble: BUSY_PROVIDER };
  const OF_ONE: RetryableFailure = { ...FAILURE, trouble: { ...BUSY_PROVIDER, reason: 'failing', certain: false } };
  const PAUSED: EngineOutlook = { remainingMs: 8_000, worksForOthers: false };
  const OTHERS: EngineOutlook = { remainingMs: 0, worksForOthers: true };

  it.each<[string, RetryableFailure, ProviderFailures, EngineOutlook, Decision]>([
    ['a first failure', TROUBLE, NONE, PAUSED, paused(8_000)],
    ['a failure when five are counted already', TROUBLE, failing(5, 0), PAUSED, paused(8_000)],
    ['429 while others get answers', TROUBLE, failing(5, 0), OTHERS, paused(1_000)],
    ['a failure after 1 minute lets others probe', TROUBLE, failing(0, 1), PAUSED, paused(30_000)],
    ['a failure after 20 minutes', TROUBLE, failing(0, 20), PAUSED, paused(MINUTE)],
    ['a wait longer than what is left', TROUBLE, failing(0, 29.9), PAUSED, paused(6_000)],
    ['a failure after 30 minutes', TROUBLE, failing(0, 30), PAUSED, failed('Busy')],
    ['500 for every call', OF_ONE, failing(5, 1), PAUSED, paused(30_000)],
    ['500 for this call, while others get answers', OF_ONE, failing(1, 1), OTHERS, handedBack(4_000)],
    ['500 for this call, the sixth time', OF_ONE, failing(5, 1), OTHERS, failed('Busy')],
  ])('burns no attempt of a call: %s [fault 74]', (_, failure, before, outlook, decision) => {
    expect(decideRetry(failure, before, outlook, LIMITS, NO_JITTER)).toEqual(decision);
  });
});
