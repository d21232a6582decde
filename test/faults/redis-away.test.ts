// Redis is stopped, killed, emptied, filled and cut off: calls are taken in all the while, and none is lost or done twice.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OwnRedis, startOwnRedis } from '../support/backing.js';
import { type Fleet, startFleet } from '../support/fleet.js';
import { Gate } from '../support/gate.js';
import { until } from '../support/running-service.js';
import type { ServiceProcess } from '../support/service-process.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const LONG = process.env.KILLS !== undefined;
/** Two seconds on a machine of one's own; a shared one may take longer, and a hang takes far longer still. */
const PROMPT_MS = LONG ? 2_000 : 6_000;
/** Calls that are being worked on, and those that wait meanwhile. */
const RUNNING = LONG ? 10 : 2;
const WAITING = LONG ? 200 : 12;
/** How long it stays away once the first calls were taken: longer than a command waits for it in any case. */
const AWAY_MS = LONG ? 60_000 : 8_000;

describe('Redis', () => {
  const transcription = new Gate();
  let redis: OwnRedis;
  let wire: TcpProxy;
  let fleet: Fleet;
  let api: ServiceProcess;
  let worker: ServiceProcess;

  beforeAll(async () => {
    redis = await startOwnRedis();
    wire = await startTcpProxy(redis.port);
    fleet = await startFleet(
      {
        REDIS_URL: `redis://127.0.0.1:${wire.port}`,
        WORKER_CONCURRENCY: String(RUNNING),
        PROVIDER_CONCURRENCY: String(RUNNING),
        LOG_LEVEL: 'warn',
      },
      { transcribe: () => transcription.pass() },
    );
    [api, worker] = await Promise.all([fleet.start('api'), fleet.start('worker')]);
    await fleet.open();
  });
  afterEach(async () => {
    transcription.open();
    wire.pass();
    // A test that failed may have left it away; those behind it are not to fail with it.
    await redis.admin.ping().catch(() => redis.start());
    await fleet.expectInvariants();
    expect([api.child.exitCode, worker.child.exitCode]).toEqual([null, null]);
  });
  afterAll(async () => {
    await fleet?.close();
    await wire?.close();
    await redis?.close();
  });

  const ready = async (process_: ServiceProcess & { rootUrl?: string }) => {
    const answer = await fetch(`${process_.rootUrl ?? fleet.rootUrl}/health/ready`);
    return { status: answer.status, queue: JSON.parse(await answer.text()).checks.queue.status };
  };
  const timed = async <Value>(work: Promise<Value>) => {
    const startedAt = performance.now();
    return { value: await work, ms: performance.now() - startedAt };
  };
  /** Calls in work, and more that wait behind them. */
  const fill = async () => {
    transcription.close();
    const running = await Promise.all(Array.from({ length: RUNNING }, () => fleet.submit()));
    await until(async () => {
      const { rows } = await fleet.db.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM analysis WHERE id = ANY($1) AND lease_until > now() AND stage = 'transcribing'",
        [running],
      );
      return rows[0]?.n === RUNNING && transcription.waiting === RUNNING;
    }, 'the calls to be worked on');
    const waiting = await Promise.all(Array.from({ length: WAITING }, () => fleet.submit({ recording: 'silence' })));
    return [...running, ...waiting];
  };
  const allCompleted = async (ids: readonly string[]) => {
    const { rows } = await fleet.db.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM analysis WHERE id = ANY($1) AND status = 'completed'",
      [ids],
    );
    return rows[0]?.n === ids.length;
  };

  it('away: reads go on, calls are taken promptly, limits are kept, and all of it runs afterwards', async () => {
    const before = await fleet.submit({ recording: 'silence' });
    await fleet.finished(before);
    await redis.stop();
    const read = await timed(fleet.ask(`/analysis/${before}`));
    expect(read.value.status).toBe(200);
    expect(Number(read.value.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    const taken = await timed(Promise.all(Array.from({ length: 5 }, () => fleet.post())));
    expect(taken.value.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(Math.max(read.ms, taken.ms)).toBeLessThan(PROMPT_MS);
    expect(await ready(api)).toEqual({ status: 200, queue: 'degraded' });
    const ids = taken.value.map(({ body }) => body.id);
    const times: number[] = [];
    for (const end = performance.now() + AWAY_MS; performance.now() < end; await pause(1_000)) {
      const again = await timed(Promise.all([fleet.post({ recording: 'silence' }), fleet.ask(`/analysis/${before}`)]));
      expect(again.value.map(({ status }) => status)).toEqual([201, 200]);
      ids.push(again.value[0].body.id);
      times.push(again.ms);
    }
    expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toBeLessThan(PROMPT_MS);
    await redis.start();
    await until(() => allCompleted(ids), 'the calls taken meanwhile');
    await until(async () => (await ready(api)).queue === 'ok', 'the queue to be told as back');
  }, 240_000);

  it('silent: no request waits for it', async () => {
    wire.hold();
    const first = await timed(fleet.post({ recording: 'silence' }));
    const second = await timed(fleet.ask(`/analysis/${first.value.body.id}`));
    expect([first.value.status, second.value.status]).toEqual([201, 200]);
    expect(Math.max(first.ms, second.ms)).toBeLessThan(PROMPT_MS);
    wire.pass();
    expect((await fleet.finished(first.value.body.id)).status).toBe('completed');
  });

  it('restarted with its files, calls waiting and running: each is completed once', async () => {
    const ids = await fill();
    await redis.stop();
    await redis.start();
    transcription.open();
    await until(() => allCompleted(ids), 'all calls', 60_000 + WAITING * 500);
  }, 300_000);

  it('killed, and its data lost: every call is rung for again', async () => {
    const ids = await fill();
    await redis.kill();
    await redis.forget();
    await redis.start();
    expect(await redis.admin.dbsize()).toBeLessThan(ids.length);
    transcription.open();
    await until(() => allCompleted(ids), 'all calls', 60_000 + WAITING * 500);
  }, 300_000);

  it('emptied under load: every call is rung for again', async () => {
    const ids = await fill();
    await redis.admin.flushall();
    transcription.open();
    await until(() => allCompleted(ids), 'all calls', 60_000 + WAITING * 500);
  }, 300_000);

  it('full: calls are taken all the same, the log says so, and they run when there is room', async () => {
    await redis.admin.config('SET', 'maxmemory', '1');
    await expect(redis.admin.set('probe', '1')).rejects.toThrow('OOM');
    const taken = await timed(Promise.all(Array.from({ length: 3 }, () => fleet.post())));
    expect(taken.value.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(taken.ms).toBeLessThan(PROMPT_MS);
    await until(
      async () => api.output().includes('Could not enqueue a call; the sweep will pick it up'),
      'the log to say so',
    );
    await redis.admin.config('SET', 'maxmemory', '0');
    await until(() => allCompleted(taken.value.map(({ body }) => body.id)), 'the calls taken meanwhile');
  });

  it('allowed to throw data away: every process says so at once, and readiness too', async () => {
    await redis.admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const third = await fleet.start('worker');
    const warning = 'maxmemory-policy is allkeys-lru';
    await until(async () => third.output().includes(warning), 'the log to say so');
    expect(await ready(third)).toEqual({ status: 200, queue: 'degraded' });
    await redis.admin.config('SET', 'maxmemory-policy', 'noeviction');
    expect(await ready(third)).toEqual({ status: 200, queue: 'ok' });
    expect(await third.terminate()).toBe(0);
  });

  it.each(LONG ? ['away', 'silent'] : ['away'])(
    '%s when a process is told to stop: it hands back and ends cleanly',
    async (how) => {
      transcription.close();
      const id = await fleet.submit();
      await until(async () => transcription.waiting > 0, 'the first piece');
      if (how === 'away') await redis.stop();
      else wire.hold();
      const codes = await Promise.all([api.terminate(), worker.terminate()]);
      expect(codes).toEqual([0, 0]);
      const { rows } = await fleet.db.query('SELECT lease_until, crashes FROM analysis WHERE id = $1', [id]);
      expect(rows).toEqual([{ lease_until: null, crashes: 0 }]);
      if (how === 'away') await redis.start();
      else wire.pass();
      [api, worker] = await Promise.all([fleet.start('api', { PORT: fleet.env.PORT ?? '' }), fleet.start('worker')]);
      transcription.open();
      await until(() => allCompleted([id]), 'the call that was handed back');
    },
    90_000,
  );
});
