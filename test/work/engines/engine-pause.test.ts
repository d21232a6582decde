import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { dataSourceOptions } from '../../../src/platform/database/data-source.js';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import { type ProviderCaller, ProviderCalls } from '../../../src/platform/operations/provider-calls.js';
import { ReadinessChecks } from '../../../src/platform/operations/readiness-checks.js';
import type { EngineTask, EngineTrouble } from '../../../src/ports/engine-trouble.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import { EngineChoices } from '../../../src/work/engines/engine-choices.js';
import { EnginePause } from '../../../src/work/engines/engine-pause.js';
import { EnginePauseStore } from '../../../src/work/engines/engine-pause-store.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';

const BUSY: EngineTrouble = { engine: 'transcription', reason: 'busy', certain: true, sent: true };
const FAILING: EngineTrouble = { ...BUSY, reason: 'failing', certain: false };
const USAGE = { purpose: 'analysis', waitMs: 0, durationMs: 5, inputTokens: 0, outputTokens: 0, audioSeconds: 0 };

let database: FreshDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url, 4)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** One worker process. Its requests do what the test says. */
/** A call of some account, for which a worker asks. */
const callOf = (analysisId: string): ProviderCaller => ({
  purpose: 'analysis',
  accountId: 'an account',
  livemode: true,
  analysisId,
});

class Worker {
  readonly calls = new ProviderCalls();
  readonly readiness = new ReadinessChecks();
  readonly metrics = new Metrics();
  readonly pause = new EnginePause(
    new EnginePauseStore(dataSource),
    new EngineChoices(loadConfig({ DATA_DIR: tmpdir() }), dataSource),
    this.calls,
    this.readiness,
    this.metrics,
  );

  constructor() {
    void this.pause.onModuleInit();
  }

  /** Sends a request for the call. @returns false when it was not let through */
  async request(
    outcome: 'done' | EngineTrouble | 'refused',
    call = randomUUID(),
    engine: EngineTask = 'transcription',
  ) {
    return this.pause.during(callOf(call), async () => {
      try {
        await this.calls.admit(engine, false);
      } catch (error) {
        expect(error).toBeInstanceOf(ProviderError);
        return false;
      }
      await this.end(outcome, engine);
      return true;
    });
  }

  async end(outcome: 'done' | EngineTrouble | 'refused', engine: EngineTask = 'transcription'): Promise<void> {
    const trouble = typeof outcome === 'object' ? outcome : undefined;
    const failure =
      outcome === 'done'
        ? null
        : new ProviderError('No', { retryable: trouble !== undefined, ...(trouble && { trouble }) });
    this.calls.report({ task: engine, outcome: outcome === 'done' ? 'done' : 'failed', failure, ...USAGE });
    await this.pause.paused();
  }
}

let here: Worker;
let there: Worker;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  here = new Worker();
  there = new Worker();
});
afterEach(async () => {
  vi.useRealTimers();
  await dataSource.query(
    `UPDATE engine_pause SET since = NULL, paused_until = NULL, reason = NULL, failures = 0, suspects = '{}', probe_by = NULL,
       probe_until = NULL, success_at = NULL, success_by = NULL, other_success_at = NULL`,
  );
});

/** As if this time had passed. */
const pass = async (ms: number) => {
  await dataSource.query(
    `UPDATE engine_pause SET since = since - $1 * interval '1 millisecond',
       paused_until = paused_until - $1 * interval '1 millisecond', probe_until = probe_until - $1 * interval '1 millisecond'`,
    [ms],
  );
  letKnowledgeAge();
};
/** What a process knows is a second old at most, by a clock that the test moves. */
const letKnowledgeAge = () => vi.advanceTimersByTime(1_050);
/** When the pause ends, and the present moment, in milliseconds on the clock of Postgres. */
const clock = async (): Promise<{ now: number; end: number | null }> => {
  const [row] = await dataSource.query(
    `SELECT (extract(epoch FROM now()) * 1000)::float8 AS now, (extract(epoch FROM paused_until) * 1000)::float8 AS end
       FROM engine_pause WHERE engine = 'transcription'`,
  );
  return row;
};
const isPaused = async () => (await clock()).end !== null;
/** The pause that the work begins lasts at least and at most so long: it begins between two looks at the clock. */
const pauseBegunBy = async (work: () => Promise<unknown>) => {
  const before = await clock();
  await work();
  const { now, end } = await clock();
  if (end === null) throw new Error('There is no pause');
  return { atLeast: Math.round(end - now), atMost: Math.round(end - before.now) };
};
/** So that the pause does not end while a slow machine looks at it. */
const lengthen = () => dataSource.query("UPDATE engine_pause SET paused_until = paused_until + interval '1 hour'");

describe('the pause of an engine', () => {
  it('begins at once where the answer speaks for every call, and holds for all processes [settled 1]', async () => {
    const first = await pauseBegunBy(async () =>
      expect(await here.request(BUSY), 'the first request is sent').toBe(true),
    );
    expect(first.atMost, 'ms of the pause').toBeGreaterThanOrEqual(1_000);
    expect(first.atLeast, 'ms of the pause').toBeLessThanOrEqual(2_000);
    await lengthen();
    expect(await here.request('done'), 'a request is sent during the pause').toBe(false);
    expect(await there.request('done'), 'another process sends a request during the pause').toBe(false);
    expect([await here.pause.allowance(), await there.pause.allowance()]).toEqual([0, 0]);
    expect(await there.request('done', randomUUID(), 'analysis'), 'a request to the other engine is sent').toBe(true);
  });

  it('begins with the third call in a row where each failure may be that of its recording', async () => {
    const poison = randomUUID();
    for (let time = 0; time < 5; time += 1)
      expect(await here.request(FAILING, poison), `request ${time} of one call is sent`).toBe(true);
    expect(await isPaused(), 'failures of one call pause the engine').toBe(false);
    await there.request('done');
    await here.request(FAILING);
    await there.request(FAILING);
    expect(await isPaused(), 'failures of two calls pause the engine').toBe(false);
    await here.request(FAILING);
    expect(await isPaused(), 'failures of three calls pause the engine').toBe(true);
  });

  it('lets exactly one call over all processes through as a probe, with all its requests [settled 1, fault 73]', async () => {
    await here.request(BUSY);
    await pass(3_000);
    const probe = randomUUID();
    await here.pause.during(callOf(probe), async () => {
      await here.calls.admit('transcription', false);
      await here.calls.admit('transcription', false);
      expect([await here.request('done'), await there.request('done')]).toEqual([false, false]);
      expect([await here.pause.allowance(), await there.pause.allowance()]).toEqual([0, 0]);
      await here.end('done');
    });
    expect([await here.request('done'), await here.pause.allowance()]).toEqual([true, Number.POSITIVE_INFINITY]);
    letKnowledgeAge();
    expect([await there.request('done'), await there.pause.allowance()]).toEqual([true, Number.POSITIVE_INFINITY]);
  });

  it('lets one call begin the work that comes before its request', async () => {
    const begins = (call: string) =>
      here.pause.during(callOf(call), () =>
        here.pause.admitRun('transcription').then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(ProviderError);
            return false;
          },
        ),
      );
    expect(await begins(randomUUID()), 'it begins while the engine works').toBe(true);
    await here.request(BUSY);
    expect(await begins(randomUUID()), 'it begins during the pause').toBe(false);
    await pass(3_000);
    await here.pause.during(callOf(randomUUID()), async () => {
      await here.pause.admitRun('transcription');
      expect(await begins(randomUUID()), 'it begins beside the probe').toBe(false);
      await here.calls.admit('transcription', false);
      await here.end('done');
    });
    expect(await begins(randomUUID()), 'it begins after the probe').toBe(true);
  });

  it('lets one call be claimed for the probe', async () => {
    await here.request(BUSY);
    await pass(3_000);
    expect([await here.pause.allowance(), await there.pause.allowance()]).toEqual([1, 0]);
    // Nothing was due. The place is still this process's own.
    expect(await here.pause.allowance(), 'The process loses the place of its probe').toBe(1);
    const run = here.pause.during(callOf(randomUUID()), async () => {
      expect(await here.pause.allowance(), 'A second call is claimed beside the probe').toBe(0);
      await here.calls.admit('transcription', false);
      await here.end('refused');
    });
    await run;
    expect(await there.pause.allowance(), 'A refused probe keeps its place from the other process').toBe(1);
  });

  it('lets another process probe when the one that probes was killed', async () => {
    await here.request(BUSY);
    await pass(3_000);
    expect(await here.pause.allowance(), 'calls that may be claimed for the probe').toBe(1);
    await pass(31_000);
    expect(await there.request('done'), 'another process probes').toBe(true);
  });

  it('doubles with each probe that fails, up to a minute, and begins small after a success [fault 74]', async () => {
    await here.request(BUSY);
    for (let time = 0; time < 8; time += 1) {
      await pass(70_000);
      const { atLeast, atMost } = await pauseBegunBy(async () =>
        expect(await here.request(BUSY), `probe ${time} is sent`).toBe(true),
      );
      expect(atLeast, `ms after probe ${time}`).toBeLessThanOrEqual(Math.min(60_000, 2_000 * 2 ** (time + 1)));
      expect(atMost, `ms after probe ${time}`).toBeGreaterThanOrEqual(Math.min(30_000, 1_000 * 2 ** (time + 1)));
    }
    await pass(70_000);
    await here.request('done');
    expect((await pauseBegunBy(() => here.request(BUSY))).atLeast, 'ms after a success').toBeLessThanOrEqual(2_000);
  });

  it('lasts twenty seconds and more where an operator has to act, so that hardly a call asks in vain', async () => {
    for (const reason of ['credentials', 'quota', 'model'] as const) {
      const first = await pauseBegunBy(() => here.request({ ...BUSY, reason }));
      expect(first.atMost, `ms of the first pause for ${reason}`).toBeGreaterThanOrEqual(20_000);
      expect(first.atLeast, `ms of the first pause for ${reason}`).toBeLessThanOrEqual(40_000);
      await pass(60_000);
      const second = await pauseBegunBy(() => there.request({ ...BUSY, reason }));
      expect(second.atMost, `ms of the second pause for ${reason}`).toBeGreaterThanOrEqual(30_000);
      expect(second.atLeast, `ms of the second pause for ${reason}`).toBeLessThanOrEqual(60_000);
      await pass(60_000);
      await here.request('done');
    }
  });

  it('keeps no id of a call, which would outlive its analysis', async () => {
    const [suspect, working] = [randomUUID(), randomUUID()];
    const kept = async () => JSON.stringify(await dataSource.query('SELECT * FROM engine_pause'));
    await here.request('done', working);
    await here.request(FAILING, suspect);
    expect(await kept(), 'the id of a call that failed').not.toContain(suspect);
    expect(await kept(), 'the id of a call that was answered').not.toContain(working);
  });

  it('lasts as long as the provider asks, and an absurd wish five minutes', async () => {
    const ask = (retryAfterMs: number) =>
      pauseBegunBy(() => new EnginePauseStore(dataSource).recordTrouble(BUSY.engine, BUSY, randomUUID(), retryAfterMs));
    const asked = await ask(20_000);
    expect(asked.atMost, 'ms of the pause').toBeGreaterThanOrEqual(20_000);
    expect(asked.atLeast, 'ms of the pause').toBeLessThanOrEqual(25_000);
    await pass(60_000);
    expect((await ask(86_400_000)).atLeast, 'ms of the pause').toBeLessThanOrEqual(375_000);
  });

  it('is not ended by a request that was sent before it began', async () => {
    await here.pause.during(callOf(randomUUID()), async () => {
      await here.calls.admit('transcription', false);
      await there.request(BUSY);
      here.calls.report({ task: 'transcription', outcome: 'done', failure: null, ...USAGE, durationMs: 60_000 });
      await here.pause.paused();
    });
    expect(await isPaused(), 'the engine is paused').toBe(true);
  });

  it('is told to operators: which, why and since when', async () => {
    await here.request({ ...BUSY, reason: 'credentials' });
    await pass(3_600_000);
    const { ready, checks } = await there.readiness.run();
    expect(checks.engine).toBeInStatus('degraded');
    expect(ready, 'the worker is ready').toEqual(true);
    expect(checks.engine?.note).toMatch(
      /^The transcription provider does not accept this service's credentials; calls have been waiting since \d{4}-.*Z\.$/,
    );
    const told = await there.metrics.registry.metrics();
    expect(told).toContain('engine_paused{engine="transcription"} 1');
    expect(told).toContain('engine_paused{engine="analysis"} 0');
    expect(told).toMatch(/engine_paused_seconds\{engine="transcription"\} 36\d\d/);
  });

  it('tells whether a failure is that of the call alone: another got an answer since its last one [settled 2]', async () => {
    const mine = randomUUID();
    const alone = (lastFailedAt: string | null = null) =>
      here.pause.worksForOthers('transcription', { analysisId: mine, lastFailedAt, runMs: 3_600_000 });
    expect(await alone(), 'the engine works for others without any answer').toBe(false);
    await here.request('done', mine);
    expect(await alone(), 'the engine works for others after an answer to this call').toBe(false);
    await there.request('done');
    expect(await alone(), 'the engine works for others after an answer to another call').toBe(true);
    await new Worker().request('done', mine);
    expect(await alone(), 'the engine works for others after both answers').toBe(true);
    const [failed] = await dataSource.query('SELECT now()::text AS at');
    expect(await alone(failed.at), 'the engine works for others without an answer since the last failure').toBe(false);
  });
});
