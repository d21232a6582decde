// Redis is stopped, killed, emptied, filled and cut off. Calls are accepted all the time, and each is completed once. [smoke]
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { itInWhole } from '../gates/it-in-whole.js';
import { type OwnRedis, startOwnRedis } from '../support/apps/backing.js';
import { until } from '../support/apps/running-service.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import type { ServiceProcess } from '../support/processes/service-process.js';
import { startTcpProxy, type TcpProxy } from '../support/processes/tcp-proxy.js';

const LONG = process.env.KILLS !== undefined;
/** Calls that workers have claimed, and calls that wait in the queue. */
const RUNNING = LONG ? 10 : 2;
const WAITING = LONG ? 200 : 12;
/** How long Redis stays down after the first calls were accepted: longer than the time-out of a command. */
const DOWN_MS = LONG ? 60_000 : 8_000;

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
    // A failed test may have left Redis stopped. The tests after it must not fail because of that.
    await redis.admin.ping().catch(() => redis.start());
    await fleet.expectInvariants();
    expect(api.child.exitCode, 'exit code of the API, which must still run').toBeNull();
    expect(worker.child.exitCode, 'exit code of the worker, which must still run').toBeNull();
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
  /** A check that takes longer than two seconds, as it may on a busy machine, counts as failed. */
  const untilQueueIs = (queue: string, process_: ServiceProcess & { rootUrl?: string } = api) =>
    until(async () => {
      const seen = await ready(process_);
      return seen.status === 200 && seen.queue === queue;
    }, `readiness to answer 200 and to report the queue as ${queue}`);
  /** Submits calls until workers are busy and more calls wait. */
  const fillQueue = async () => {
    transcription.close();
    const running = await Promise.all(Array.from({ length: RUNNING }, () => fleet.submit()));
    await until(async () => {
      const { rows } = await fleet.db.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM analysis WHERE id = ANY($1) AND lease_until > now() AND stage = 'transcribing'",
        [running],
      );
      return rows[0]?.n === RUNNING && transcription.waiting >= RUNNING;
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

  it('down: reads answer, calls are accepted, rate limits hold, and every call is completed afterwards [fault 19]', async () => {
    const before = await fleet.submit({ recording: 'silence' });
    await fleet.finished(before);
    await redis.stop();
    const read = await fleet.ask(`/analysis/${before}`);
    await expect(read).toAnswer(200);
    expect(Number(read.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    const taken = await Promise.all(Array.from({ length: 5 }, () => fleet.post()));
    await expect(taken).toAnswerEach([201, 201, 201, 201, 201]);
    await untilQueueIs('degraded');
    const ids = taken.map(({ body }) => body.id);
    for (const end = performance.now() + DOWN_MS; performance.now() < end; await pause(1_000)) {
      const again = await Promise.all([fleet.post({ recording: 'silence' }), fleet.ask(`/analysis/${before}`)]);
      await expect(again).toAnswerEach([201, 200]);
      ids.push(again[0].body.id);
    }
    await redis.start();
    await until(() => allCompleted(ids), 'the calls accepted meanwhile');
    await untilQueueIs('ok');
  });

  it('silent: no request waits for it [fault 19]', async () => {
    wire.hold();
    const first = await fleet.post({ recording: 'silence' });
    const second = await fleet.ask(`/analysis/${first.body.id}`);
    await expect(first).toAnswer(201);
    await expect(second).toAnswer(200);
    wire.pass();
    expect(await fleet.finished(first.body.id)).toBeInStatus('completed');
  });

  it('restarted with its files, calls waiting and running: each is completed once [fault 16]', async () => {
    const ids = await fillQueue();
    await redis.stop();
    await redis.start();
    transcription.open();
    await until(() => allCompleted(ids), 'all calls', 300_000 + WAITING * 500);
  });

  it('killed, and its data lost: every call is completed [fault 17]', async () => {
    const ids = await fillQueue();
    await redis.admin.set('kept', 'before the kill');
    await redis.kill();
    await redis.forget();
    await redis.start();
    expect(await redis.admin.get('kept'), 'what Redis held before').toBeNull();
    transcription.open();
    await until(() => allCompleted(ids), 'all calls', 300_000 + WAITING * 500);
  });

  it('emptied under load: every call is completed [fault 18]', async () => {
    const ids = await fillQueue();
    await redis.admin.flushall();
    transcription.open();
    await until(() => allCompleted(ids), 'all calls', 300_000 + WAITING * 500);
  });

  itInWhole(
    'full: calls are accepted, the log reports the failure, and the calls run once there is room [fault 20]',
    async () => {
      await redis.admin.config('SET', 'maxmemory', '1');
      await expect(redis.admin.set('probe', '1')).rejects.toThrow('OOM');
      const taken = await Promise.all(Array.from({ length: 3 }, () => fleet.post()));
      await expect(taken).toAnswerEach([201, 201, 201]);
      await until(
        async () => api.output().includes('Could not enqueue a call; the sweep will pick it up'),
        'the log line',
      );
      await redis.admin.config('SET', 'maxmemory', '0');
      await until(() => allCompleted(taken.map(({ body }) => body.id)), 'the calls accepted meanwhile');
    },
  );

  itInWhole(
    'with an eviction policy that deletes data: every process logs it at once, and readiness is degraded [fault 21]',
    async () => {
      await redis.admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
      const third = await fleet.start('worker');
      const warning = 'maxmemory-policy is allkeys-lru';
      await until(async () => third.output().includes(warning), 'the log line');
      await untilQueueIs('degraded', third);
      await redis.admin.config('SET', 'maxmemory-policy', 'noeviction');
      await untilQueueIs('ok', third);
      expect(await third.terminate(), 'exit code of the worker').toBe(0);
    },
  );

  it.each(LONG ? ['down', 'silent'] : ['down'])(
    '%s when a process gets SIGTERM: it hands its call back and exits with 0 [fault 30]',
    async (how) => {
      transcription.close();
      const id = await fleet.submit();
      await until(async () => transcription.waiting > 0, 'the first piece');
      if (how === 'down') await redis.stop();
      else wire.hold();
      const [apiCode, workerCode] = await Promise.all([api.terminate(), worker.terminate()]);
      expect(apiCode, `exit code of the API, which wrote at last: ${api.output().slice(-1_000)}`).toBe(0);
      expect(workerCode, `exit code of the worker, which wrote at last: ${worker.output().slice(-1_000)}`).toBe(0);
      const { rows } = await fleet.db.query('SELECT lease_until, crashes FROM analysis WHERE id = $1', [id]);
      expect(rows).toEqual([{ lease_until: null, crashes: 0 }]);
      if (how === 'down') await redis.start();
      else wire.pass();
      [api, worker] = await Promise.all([fleet.start('api', { PORT: fleet.env.PORT ?? '' }), fleet.start('worker')]);
      transcription.open();
      await until(() => allCompleted([id]), 'the call that was handed back');
    },
  );
});
