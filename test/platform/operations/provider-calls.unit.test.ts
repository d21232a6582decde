import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ProviderCaller, ProviderCalls } from '../../../src/platform/operations/provider-calls.js';

const TRIAL: ProviderCaller = { purpose: 'trial', accountId: 'a', livemode: false, analysisId: 'c' };

describe('a request to a provider', () => {
  it('is refused without somebody for whom it is sent, in a process that works on no calls too', async () => {
    const calls = new ProviderCalls();
    await expect(calls.admit('transcription', false)).rejects.toThrow('has no caller');
    calls.guard(async () => undefined);
    await expect(calls.admit('analysis', false)).rejects.toThrow(
      'A request for analysis has no caller; it is not sent',
    );
  });

  it('needs no caller where it asks for the list of models', async () => {
    const calls = new ProviderCalls();
    calls.guard(() => Promise.reject(new Error('asked')));
    await expect(calls.admit('analysis', true)).resolves.toBeUndefined();
  });

  it('is judged by the guard with its caller, also behind a promise that others resolve', async () => {
    const calls = new ProviderCalls();
    const seen: unknown[] = [];
    calls.guard(async (task, caller) => void seen.push([task, caller]));
    let free = (): void => undefined;
    const slot = new Promise<void>((resolve) => {
      free = resolve;
    });
    const waiting = calls.caller.run(TRIAL, async () => {
      await slot;
      await calls.admit('analysis', false);
    });
    free();
    await waiting;
    expect(seen).toEqual([['analysis', TRIAL]]);
  });
});

describe('a call that waits for an answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const calls = () => {
    const all = new ProviderCalls();
    const of = <T>(analysisId: string, work: () => T): T => all.caller.run({ ...TRIAL, analysisId }, work);
    return {
      isStalled: (id: string) => all.isStalled(id),
      ask: (id: string, pauseKey = 'near') => of(id, () => all.admit('transcription', false, pauseKey)),
      end: (id: string, outcome: 'done' | 'failed', durationMs: number, pauseKey = 'near') =>
        of(id, () => {
          const tokens = { inputTokens: 0, outputTokens: 0, audioSeconds: 0 };
          const failure = outcome === 'done' ? null : new Error('timed out');
          const purpose = 'transcription';
          all.report({ task: purpose, purpose, pauseKey, outcome, failure, waitMs: 0, durationMs, ...tokens });
        }),
    };
  };

  it('stalls after five seconds, and not while an answer comes in between', async () => {
    const { ask, end, isStalled } = calls();
    const stalled: boolean[] = [];
    const look = (afterMs: number) => {
      vi.advanceTimersByTime(afterMs);
      stalled.push(isStalled('one'));
    };
    await ask('one');
    await ask('one');
    look(4_900);
    end('one', 'done', 4_900);
    look(4_900);
    look(100);
    end('one', 'done', 9_900);
    look(0);
    expect(stalled).toEqual([false, false, true, false]);
  });

  it('stalls at once where another request to the same provider does, until one is answered', async () => {
    const { ask, end, isStalled } = calls();
    await ask('one');
    vi.advanceTimersByTime(5_000);
    await Promise.all([ask('two'), ask('other', 'centre')]);
    vi.advanceTimersByTime(200);
    expect([isStalled('two'), isStalled('other')]).toEqual([true, false]);
    end('one', 'failed', 5_200);
    expect([isStalled('two'), isStalled('other')], 'after a time-out').toEqual([true, false]);
    end('two', 'done', 200);
    await ask('two');
    vi.advanceTimersByTime(200);
    expect(isStalled('two'), 'after an answer').toBe(false);
    end('two', 'failed', 200);
    await ask('two');
    vi.advanceTimersByTime(200);
    expect(isStalled('two'), 'after a quick refusal').toBe(false);
  });
});
