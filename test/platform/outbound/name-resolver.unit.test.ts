import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LookUpName, NameAnswer } from '../../../src/platform/outbound/name-lookup.js';
import { MAX_LOOKUPS_PER_ACCOUNT, NameResolver } from '../../../src/platform/outbound/name-resolver.js';
import { OutboundError } from '../../../src/platform/outbound/outbound-error.js';

afterEach(() => vi.useRealTimers());

const PUBLIC: NameAnswer = { addresses: [{ address: '93.184.216.34', family: 4 }], ttlMs: 30_000 };
const never = () => new AbortController().signal;

/** A stand-in for name servers that are silent about the names under `silent`, and know each other name. */
function namesWith(answer: (hostname: string) => NameAnswer = () => PUBLIC) {
  const asked: string[] = [];
  const cancelled: string[] = [];
  const lookUp: LookUpName = async (hostname, signal) => {
    asked.push(hostname);
    if (!hostname.endsWith('silent')) return answer(hostname);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        cancelled.push(hostname);
        reject(signal.reason);
      });
    });
  };
  return { names: new NameResolver(lookUp), asked, cancelled };
}

/** Fake time runs for the time-out of a look-up and the age of what is kept. */
const useFakeTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

describe('names of many accounts', () => {
  it('are resolved at once beside a thousand silent names of one account', async () => {
    const { names, asked } = namesWith();
    const silent = Array.from({ length: 1_000 }, (_, n) => names.resolve(`${n}.silent`, 'hostile', never()));
    for (const waiting of silent) waiting.catch(() => undefined);
    expect(asked, 'look-ups at once for one account').toHaveLength(MAX_LOOKUPS_PER_ACCOUNT);
    expect(await names.resolve('hooks.example', 'other', never())).toEqual(PUBLIC.addresses);
    expect(asked, 'look-ups, with that of another account').toHaveLength(MAX_LOOKUPS_PER_ACCOUNT + 1);
    names.close();
  });

  it('do not wait behind another account that has the same name in its queue', async () => {
    const { names } = namesWith();
    for (let n = 0; n < MAX_LOOKUPS_PER_ACCOUNT; n++) {
      names.resolve(`${n}.silent`, 'hostile', never()).catch(() => undefined);
    }
    const queued = vi.fn();
    names.resolve('hooks.example', 'hostile', never()).then(queued, queued);
    expect(await names.resolve('hooks.example', 'other', never())).toEqual(PUBLIC.addresses);
    expect(queued).not.toHaveBeenCalled();
    names.close();
  });

  it('that are known need no turn', async () => {
    const { names } = namesWith();
    await names.resolve('hooks.example', 'hostile', never());
    for (let n = 0; n < MAX_LOOKUPS_PER_ACCOUNT; n++) {
      names.resolve(`${n}.silent`, 'hostile', never()).catch(() => undefined);
    }
    const settled = vi.fn();
    names.resolve('hooks.example', 'hostile', never()).then(settled, settled);
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled.mock.calls, 'the addresses of a name that is known').toEqual([[PUBLIC.addresses]]);
    names.close();
  });

  it('take their turn when a silent look-up ends, five seconds after its start', async () => {
    useFakeTime();
    const { names, asked, cancelled } = namesWith();
    const ends = Array.from({ length: MAX_LOOKUPS_PER_ACCOUNT + 1 }, (_, n) =>
      names.resolve(`${n}.silent`, 'a', never()).catch((error: unknown) => error),
    );
    await vi.advanceTimersByTimeAsync(4_999);
    expect(asked, 'look-ups before a silent one ends').toHaveLength(MAX_LOOKUPS_PER_ACCOUNT);
    await vi.advanceTimersByTimeAsync(1);
    expect(cancelled, 'look-ups that were ended after five seconds').toHaveLength(MAX_LOOKUPS_PER_ACCOUNT);
    expect(asked, 'look-ups, with the one that waited for its turn').toHaveLength(MAX_LOOKUPS_PER_ACCOUNT + 1);
    expect(await ends[0]).toMatchObject({ name: 'OutboundError', kind: 'dns' });
    // The wait for a turn did not count.
    await vi.advanceTimersByTimeAsync(4_999);
    expect(cancelled, 'The wait for a turn is counted as time of the look-up').toHaveLength(MAX_LOOKUPS_PER_ACCOUNT);
    await vi.advanceTimersByTimeAsync(1);
    expect(await ends.at(-1)).toMatchObject({ kind: 'dns' });
  });
});

describe('a name', () => {
  it('that a thousand requests need is asked for once, and again when the answer may no longer be kept', async () => {
    useFakeTime();
    const { names, asked } = namesWith();
    await Promise.all(Array.from({ length: 1_000 }, () => names.resolve('hooks.example', 'a', never())));
    await vi.advanceTimersByTimeAsync(29_999);
    await names.resolve('hooks.example', 'b', never());
    expect(asked, 'A name is looked up again while its answer is kept').toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await names.resolve('hooks.example', 'b', never());
    expect(asked, 'look-ups after the answer may no longer be kept').toHaveLength(2);
  });

  it.each([
    [0, 1_000],
    [86_400_000, 60_000],
  ])('whose answer may be kept for %i ms is kept for %i', async (ttlMs, keptMs) => {
    useFakeTime();
    const { names, asked } = namesWith(() => ({ ...PUBLIC, ttlMs }));
    await names.resolve('hooks.example', 'a', never());
    await vi.advanceTimersByTimeAsync(keptMs - 1);
    await names.resolve('hooks.example', 'a', never());
    expect(asked, `A name is looked up again before ${keptMs} ms`).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await names.resolve('hooks.example', 'a', never());
    expect(asked, `look-ups after ${keptMs} ms`).toHaveLength(2);
  });

  it('that does not resolve is not asked for again for three seconds', async () => {
    useFakeTime();
    const { names, asked } = namesWith(() => {
      throw new OutboundError('dns');
    });
    for (const advanceMs of [0, 2_999, 1]) {
      await vi.advanceTimersByTimeAsync(advanceMs);
      await expect(names.resolve('missing.example', 'a', never())).rejects.toMatchObject({ kind: 'dns' });
    }
    expect(asked, 'look-ups of a missing name: at first, and after three seconds').toHaveLength(2);
  });

  it('is given up when no request waits for it any more, and not before', async () => {
    const { names, asked, cancelled } = namesWith();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [names.resolve('a.silent', 'a', first.signal), names.resolve('a.silent', 'b', second.signal)];
    first.abort(new Error('too late'));
    await expect(waiting[0]).rejects.toThrow('too late');
    expect(cancelled).toEqual([]);
    second.abort(new Error('too late as well'));
    await expect(waiting[1]).rejects.toThrow('too late as well');
    expect(cancelled).toEqual(['a.silent']);
    // That says nothing about the name.
    names.resolve('a.silent', 'a', never()).catch(() => undefined);
    expect(asked).toEqual(['a.silent', 'a.silent']);
    names.close();
  });

  it('is not waited for by a request that is given up already', async () => {
    const { names } = namesWith();
    names.resolve('a.silent', 'a', never()).catch(() => undefined);
    const givenUp = names.resolve('a.silent', 'a', AbortSignal.abort(new Error('given up before')));
    await expect(givenUp, 'a request that was given up before it asked').rejects.toThrow('given up before');
    names.close();
  });

  it('leaves nothing behind once it is resolved: no timer, no listener', async () => {
    useFakeTime();
    const { names } = namesWith();
    const { signal } = new AbortController();
    await names.resolve('hooks.example', 'a', signal);
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
    expect(getEventListeners(signal, 'abort').length, 'listeners that are left').toBe(0);
  });

  it('is forgotten when ten thousand others were asked for since', async () => {
    const { names, asked } = namesWith();
    await Promise.all(Array.from({ length: 10_001 }, (_, n) => names.resolve(`${n}.example`, 'a', never())));
    asked.length = 0;
    await names.resolve('1.example', 'a', never());
    expect(asked, 'the second of them was forgotten too').toEqual([]);
    await names.resolve('0.example', 'a', never());
    expect(asked, 'the first of them was kept').toEqual(['0.example']);
  });
});

it('a resolver that is closed ends what it waits for, and resolves no name, not even one that it knows', async () => {
  const { names, cancelled } = namesWith();
  await names.resolve('hooks.example', 'a', never());
  const waiting = names.resolve('a.silent', 'a', never());
  names.close();
  await expect(waiting, 'a look-up that was under way').rejects.toMatchObject({ kind: 'dns' });
  expect(cancelled, 'look-ups that were cancelled').toEqual(['a.silent']);
  for (const name of ['hooks.example', 'new.example'])
    await expect(names.resolve(name, 'a', never()), 'a name after the end').rejects.toMatchObject({ kind: 'dns' });
});
