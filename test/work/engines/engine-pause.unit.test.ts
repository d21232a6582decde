// What one process makes of the pauses that it knows. What all processes share is in engine-pause.test.ts, on real Postgres.
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import { type ProviderCaller, ProviderCalls } from '../../../src/platform/operations/provider-calls.js';
import { ReadinessChecks } from '../../../src/platform/operations/readiness-checks.js';
import { ENGINE_TASKS, type EngineTask, type EngineTrouble } from '../../../src/ports/engine-trouble.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { EnginePause } from '../../../src/work/engines/engine-pause.js';
import type { EngineState } from '../../../src/work/engines/engine-pause-store.js';

const BUSY: EngineTrouble = { engine: 'transcription', reason: 'busy', certain: true, sent: true };
const FAILING: EngineTrouble = { ...BUSY, reason: 'failing', certain: false };
const USAGE = { purpose: 'analysis', waitMs: 0, durationMs: 5, inputTokens: 0, outputTokens: 0, audioSeconds: 0 };
const CALM = { reason: null, since: null, pausedForMs: 0, remainingMs: 0, isSuspect: false };
const SINCE = new Date('2026-11-01T10:00:00Z');

/** A call of some account, for which a worker asks. */
const callOf = (analysisId: string): ProviderCaller => ({
  purpose: 'analysis',
  accountId: 'an account',
  livemode: true,
  analysisId,
});

/** The store of all processes, in memory. */
class Store {
  states = new Map<EngineTask, EngineState>(ENGINE_TASKS.map((engine) => [engine, { engine, ...CALM }]));
  isAway = false;
  isProbeFree = true;
  reads = 0;
  /** What a read that is under way waits for. */
  held: Promise<void> | undefined;
  /** What the record of a trouble waits for. */
  writing: Promise<void> | undefined;
  readonly done: string[] = [];
  private async answer<Value>(value: Value, entry?: string): Promise<Value> {
    if (this.isAway) throw new Error('connect ECONNREFUSED');
    if (entry) this.done.push(entry);
    return value;
  }
  set(engine: EngineTask, state: Partial<EngineState>): void {
    this.states.set(engine, { engine, ...CALM, ...state });
  }
  async read() {
    this.reads += 1;
    const states = [...this.states.values()];
    await this.held;
    return this.answer(states);
  }
  async recordTrouble(engine: string, _trouble: EngineTrouble, caller: string, askedMs: number | null) {
    await this.writing;
    return this.answer(undefined, `trouble ${engine} ${caller} ${askedMs}`);
  }
  recordSuccess(engine: EngineTask, caller: string, ms: number) {
    return this.answer(undefined, `success ${engine} ${caller} ${ms}`);
  }
  takeProbe(engine: EngineTask) {
    return this.answer(this.isProbeFree, `probe ${engine}`);
  }
  releaseProbe(engine: EngineTask) {
    return this.answer(undefined, `release ${engine}`);
  }
  worksForOthers() {
    return this.answer(true);
  }
}

/** One engine for each task, as without a file. */
const CHOICES = {
  engines: new Map(ENGINE_TASKS.map((task) => [task, task])),
  only: (task: EngineTask) => task,
  defaultOf: (task: EngineTask) => task,
  of: async () => null,
  ofAccount: async () => null,
};

let store: Store;
let calls: ProviderCalls;
let metrics: Metrics;
let readiness: ReadinessChecks;
let pause: EnginePause;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // The process has run for a while.
  vi.advanceTimersByTime(10_000);
  store = new Store();
  calls = new ProviderCalls();
  metrics = new Metrics();
  readiness = new ReadinessChecks();
  pause = new EnginePause(store as never, CHOICES as never, calls, readiness, metrics);
  void pause.onModuleInit();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @returns null when the request is let through, else what it is refused with */
async function admit(engine: EngineTask = 'transcription'): Promise<ProviderError | null> {
  try {
    await calls.admit(engine, false);
    return null;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}
async function end(outcome: 'done' | 'refused' | EngineTrouble, task: string = 'transcription', retryAfterMs = 7_000) {
  const trouble = typeof outcome === 'object' ? { trouble: outcome, retryAfterMs } : {};
  const failure = outcome === 'done' ? null : new ProviderError('No', { retryable: true, ...trouble });
  calls.report({ task, outcome: outcome === 'done' ? 'done' : 'failed', failure, ...USAGE } as never);
  await pause.paused();
}
const paused = (remainingMs: number) => ({ reason: 'busy' as const, since: SINCE, remainingMs });

describe('what a process knows of the pauses', () => {
  it('is read once a second, however many requests there are', async () => {
    await pause.during(callOf('a'), async () => {
      for (let n = 0; n < 10; n++) await Promise.all([admit(), admit('analysis')]);
    });
    vi.advanceTimersByTime(1_000);
    await pause.allowance();
    expect(store.reads, 'Each request asks Postgres').toBe(1);
    vi.advanceTimersByTime(1);
    await pause.allowance();
    expect(store.reads, 'A pause of another process is not seen').toBe(2);
  });

  it('goes on by its own clock between two looks', async () => {
    store.set('transcription', { ...paused(900), pausedForMs: 5_000 });
    expect(await pause.allowance(), 'calls that may be claimed in the pause').toBe(0);
    vi.advanceTimersByTime(400);
    expect(await pause.paused()).toEqual([expect.objectContaining({ remainingMs: 500, pausedForMs: 5_400 })]);
    vi.advanceTimersByTime(500);
    expect(await pause.allowance(), 'The probe is late').toBe(1);
  });

  it('stops calls of the paused engine alone, with its reason, and says that nothing was sent', async () => {
    store.set('analysis', { ...paused(900), reason: 'quota' });
    await pause.during(callOf('a'), async () => {
      expect(await admit(), 'A request to another provider was refused').toBeNull();
      expect(await admit('analysis')).toMatchObject({
        retryable: true,
        trouble: { engine: 'analysis', reason: 'quota', certain: true, sent: false },
      });
    });
    expect(await pause.allowance(), 'Calls wait for a judgement before they are heard').toBe(Number.POSITIVE_INFINITY);
  });

  it('is read again after trouble that was recorded during a look', async () => {
    let goOn = (): void => undefined;
    store.held = new Promise((resolve) => {
      goOn = resolve;
    });
    const looking = pause.allowance();
    store.set('transcription', paused(900));
    const ending = pause.during(callOf('a'), () => end(BUSY));
    await new Promise((resolve) => setImmediate(resolve));
    goOn();
    await Promise.all([looking, ending]);
    expect(await pause.allowance(), 'calls that may be claimed in the pause').toBe(0);
  });

  it('lets requests through while Postgres is away and nothing is known', async () => {
    store.isAway = true;
    expect(await pause.allowance(), 'Nothing is taken up without Postgres').toBe(Number.POSITIVE_INFINITY);
    expect([await pause.during(callOf('a'), () => admit()), await pause.paused()]).toEqual([null, []]);
    const told = await metrics.registry.metrics();
    expect(told).toContain('engine_paused{engine="transcription"} 0');
    expect(told).toContain('engine_paused_seconds{engine="transcription"} 0\n');
    await expect(
      pause.during(callOf('a'), () => end('done')),
      'A request fails since its success cannot be recorded',
    ).resolves.toBeUndefined();
  });

  it('does not concern requests outside of a call, such as the checks at start, nor other tasks', async () => {
    store.set('transcription', paused(900));
    expect(await calls.admit('transcription', true), 'The check at start was refused').toBeUndefined();
    await end(BUSY);
    await pause.during(callOf('a'), async () => {
      const { reads } = store;
      await calls.admit('payments' as never, false);
      expect(store.reads, 'A request of another task asks Postgres').toBe(reads);
      await end('done', 'payments');
    });
    expect(store.done, 'A request outside of a call was held against a provider').toEqual([]);
  });
});

describe('what a process records', () => {
  it('of a working engine is one success a second, and each one while a failure is suspicious', async () => {
    await pause.during(callOf('a'), async () => {
      await admit();
      await end('done');
      await end('done');
      vi.advanceTimersByTime(999);
      await end('done');
      expect(store.done, 'Each request writes to Postgres').toEqual(['success transcription a 5']);
      vi.advanceTimersByTime(1);
      await end('done');
      expect(store.done, 'The pause does not learn of the success a second later').toHaveLength(2);
      store.set('transcription', { isSuspect: true });
      vi.advanceTimersByTime(1_001);
      await end('done');
      await end('done');
      expect(store.done, 'A suspicion outlives a success').toHaveLength(4);
      store.set('transcription', paused(0));
      await end('done');
      await end('done');
      expect(store.done, 'A pause outlives the success of its probe').toHaveLength(6);
    });
  });

  it('of a success of each engine is for itself', async () => {
    await pause.during(callOf('a'), async () => {
      await admit();
      await end('done');
      await end('done', 'analysis');
    });
    expect(store.done).toEqual(['success transcription a 5', 'success analysis a 5']);
  });

  it('of trouble is each failure, with the call and the wait that the provider asks for', async () => {
    await pause.during(callOf('a'), async () => {
      await end(BUSY);
      await end({ ...FAILING, engine: 'analysis' }, 'analysis');
    });
    expect(store.done).toEqual(['trouble transcription a 7000', 'trouble analysis a 7000']);
  });

  it.each<[string, EngineTrouble, number]>([
    ['that speaks for all calls pauses this process for two seconds', BUSY, 0],
    ['that may be of one call pauses nothing', FAILING, Number.POSITIVE_INFINITY],
  ])('of trouble %s where Postgres is away', async (_, trouble, expected) => {
    await pause.allowance();
    store.isAway = true;
    await pause.during(callOf('a'), () => end(trouble));
    expect(await pause.allowance()).toBe(expected);
    vi.advanceTimersByTime(1_999);
    expect((await pause.paused()).map(({ engine, reason }) => [engine, reason])).toEqual(
      expected === 0 ? [['transcription', 'busy']] : [],
    );
  });
});

describe('the probe', () => {
  beforeEach(() => store.set('transcription', paused(0)));

  it('is the first call that this process takes up, and no other while it runs', async () => {
    expect(await pause.allowance(), 'calls that may be claimed for the probe').toBe(1);
    await pause.during(callOf('a'), async () => {
      expect(await admit(), 'The probe was refused').toBeNull();
      expect(await pause.allowance(), 'A second call was taken up beside the probe').toBe(0);
      expect(await pause.during(callOf('b'), () => admit()), 'A second call probes').not.toBeNull();
    });
    expect(store.done.at(-1), 'The place of the probe is not given back').toBe('release transcription');
    expect(await pause.allowance(), 'calls that may be claimed for the next probe').toBe(1);
  });

  it('is refused where another process has its place, or Postgres is away', async () => {
    store.isProbeFree = false;
    expect(await pause.allowance(), 'calls that may be claimed without the place of the probe').toBe(0);
    expect(await pause.during(callOf('a'), () => admit())).not.toBeNull();
    store.isAway = true;
    expect(await pause.during(callOf('a'), () => admit()), 'A process probes without Postgres').not.toBeNull();
  });

  it('is let through where another process has ended the pause meanwhile', async () => {
    store.isProbeFree = false;
    await pause.allowance();
    store.set('transcription', {});
    expect(await pause.during(callOf('a'), () => admit()), 'A call waits for a pause that is over').toBeNull();
  });

  it('that a provider refuses for its own sake leaves its place to another call', async () => {
    await pause.during(callOf('a'), async () => {
      await admit();
      await pause.during(callOf('b'), () => end('refused'));
      expect(store.done, 'Another call gave the place of the probe back').not.toContain('release transcription');
      await end('refused');
      expect(
        store.done.filter((entry) => entry === 'release transcription'),
        'places that were given back',
      ).toHaveLength(1);
      expect(await pause.during(callOf('b'), () => admit())).toBeNull();
    });
  });

  it('that meets trouble is over: the pause starts over', async () => {
    await pause.during(callOf('a'), async () => {
      await admit();
      await end(BUSY);
      expect(await pause.during(callOf('b'), () => admit()), 'The place of the probe stays taken').toBeNull();
    });
  });

  it.each([
    ['the probe', 0],
    ['a request before the pause', null],
  ])('waits until the refusal of %s is recorded, and then for the end of the pause', async (_, remainingMs) => {
    store.set('transcription', remainingMs === null ? {} : paused(remainingMs));
    let recorded = () => {};
    store.writing = new Promise((resolve) => {
      recorded = resolve;
    });
    await pause.during(callOf('a'), async () => {
      expect(await admit(), 'The first request was refused').toBeNull();
      void end({ ...BUSY, reason: 'credentials' });
    });
    const others = [pause.during(callOf('b'), () => admit()), pause.during(callOf('c'), () => admit())];
    const claimed = pause.allowance();
    store.set('transcription', paused(20_000));
    recorded();
    expect(
      (await Promise.all(others)).map((refused) => refused?.trouble?.sent),
      'requests of waiting calls',
    ).toEqual([false, false]);
    expect(await claimed, 'calls that may be claimed').toBe(0);
  });

  it('is not a stored call that is judged again: it leaves the place to the call that was let through', async () => {
    store.set('transcription', paused(0));
    expect(await pause.allowance(), 'calls that may be claimed').toBe(1);
    await pause.during({ ...callOf('a'), purpose: 'evaluation' }, async () => undefined);
    await pause.paused();
    expect(store.done, 'An evaluation gave the place of a call back').not.toContain('release transcription');
    expect(await pause.during(callOf('b'), () => admit())).toBeNull();
  });

  it('of a stored call that is judged again gives its place back at its end', async () => {
    const stored = { ...callOf('a'), purpose: 'evaluation' } as const;
    store.set('analysis', paused(0));
    expect(await pause.during(stored, () => admit('analysis'))).toBeNull();
    await pause.paused();
    expect(store.done.at(-1)).toBe('release analysis');
    await expect(pause.during(stored, () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  });
});

describe('operators', () => {
  it('see which provider calls wait for, and for how long', async () => {
    store.set('analysis', { ...paused(900), pausedForMs: 90_000 });
    await metrics.registry.metrics();
    vi.advanceTimersByTime(500);
    const told = await metrics.registry.metrics();
    expect(told).toContain('engine_paused{engine="analysis"} 1');
    expect(told).toContain('engine_paused{engine="transcription"} 0');
    expect(told).toContain('engine_paused_seconds{engine="analysis"} 90.5\n');
    expect(told).toContain('engine_paused_seconds{engine="transcription"} 0\n');
  });

  it('read in the readiness why calls wait, and nothing while the providers work', async () => {
    expect((await readiness.run()).checks.engine).toBeInStatus('ok');
    store.set('transcription', paused(900));
    store.set('analysis', { ...paused(900), reason: 'quota' });
    vi.advanceTimersByTime(1_001);
    const { engine } = (await readiness.run()).checks;
    expect(engine?.note).toMatch(
      /^The transcription .* since 2026-11-01T10:00:00\.000Z\. The analysis .* since [^ ]*\.$/,
    );
  });

  it('read in the log when a provider gets into trouble, and when it answers again, once each', async () => {
    const lines: string[] = [];
    for (const level of ['warn', 'log'] as const)
      vi.spyOn(Logger.prototype, level).mockImplementation((_, line) => void lines.push(`${level}: ${line}`));
    const seen: string[][] = [];
    for (const state of [{}, paused(900), paused(900), {}, {}]) {
      store.set('transcription', state);
      vi.advanceTimersByTime(1_001);
      await pause.allowance();
      seen.push(lines.splice(0));
    }
    expect(seen, 'lines at each look').toEqual([
      [],
      ['warn: A provider is in trouble; calls wait for it'],
      [],
      ['log: The provider answers again; calls go on'],
      [],
    ]);
  });
});
