import { describe, expect, it } from 'vitest';
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
