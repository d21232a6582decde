// A worker is frozen or cut off from the queue, and comes back. Its call has one result, whichever worker made it.
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { TURNS } from '../support/builders/scripted-call.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { endLeases } from '../support/processes/leases.js';
import type { ServiceProcess } from '../support/processes/service-process.js';
import { startTcpProxy, type TcpProxy } from '../support/processes/tcp-proxy.js';

/** A worker renews it three times in that time. */
const LEASE_SECONDS = 30;

describe('a worker that was away', () => {
  const transcription = new Gate();
  let redisOfFirst: TcpProxy;
  let fleet: Fleet;
  let first: ServiceProcess;
  let second: ServiceProcess | null = null;

  beforeAll(async () => {
    const shared = new URL(inject('redisUrl'));
    redisOfFirst = await startTcpProxy(Number(shared.port));
    // A busy machine keeps a worker from its heartbeat for seconds, and a worker without its lease asks again.
    fleet = await startFleet(
      { WORKER_LEASE_SECONDS: String(LEASE_SECONDS) },
      { transcribe: () => transcription.pass() },
    );
    const ofFirst = new URL(fleet.env.REDIS_URL ?? '');
    ofFirst.port = String(redisOfFirst.port);
    [, first] = await Promise.all([fleet.start('api'), fleet.start('worker', { REDIS_URL: ofFirst.href })]);
    await fleet.open();
  });
  afterEach(async () => {
    transcription.open();
    redisOfFirst.pass();
    await fleet.expectInvariants();
  });
  afterAll(async () => {
    await fleet?.close();
    await redisOfFirst?.close();
  });

  const row = async (id: string) => (await fleet.db.query('SELECT * FROM analysis WHERE id = $1', [id])).rows[0];
  /** Submits a call that the first worker claims; the worker then waits for the provider. */
  const submitToFirst = async () => {
    await second?.kill();
    transcription.close();
    const id = await fleet.submit();
    await until(async () => transcription.waiting > 0, 'the first piece');
    return id;
  };

  it('because it was frozen finds its call completed by another worker, and changes nothing [fault 14]', async () => {
    const id = await submitToFirst();
    first.freeze();
    await endLeases(fleet.db);
    second = await fleet.start('worker');
    transcription.open();
    const done = await fleet.finished(id);
    const settled = await row(id);
    const asked = fleet.providerRequests('/audio/transcriptions');
    first.thaw();
    expect(done).toBeInStatus('completed');
    // The first worker, now alone, takes the next call only after the fence has stopped it on its old call.
    await second.kill();
    const next = await fleet.submit();
    expect(await fleet.finished(next)).toBeInStatus('completed');
    expect(await row(id)).toEqual(settled);
    expect(
      fleet.providerRequests('/audio/transcriptions') - asked,
      'requests for speech: those of the next call alone',
    ).toBe(TURNS.length);
  });

  it('because it was cut off from the queue still has its call [fault 15]', async () => {
    const id = await submitToFirst();
    const asked = fleet.providerRequests('/audio/transcriptions');
    redisOfFirst.hold();
    const cutOffAt = (await fleet.db.query<{ at: string }>('SELECT now()::text AS at')).rows[0]?.at;
    second = await fleet.start('worker');
    const other = await fleet.submit({ recording: 'silence' });
    expect(await fleet.finished(other)).toBeInStatus('completed');
    await until(async () => {
      const { rows } = await fleet.db.query(
        'SELECT 1 FROM analysis WHERE id = $1 AND lease_until > $2::timestamptz + make_interval(secs => $3)',
        [id, cutOffAt, LEASE_SECONDS],
      );
      return rows.length > 0;
    }, 'the first worker to renew its lease although it is cut off');
    expect(await row(id)).toMatchObject({ status: 'processing', fence: 1, crashes: 0 });
    transcription.open();
    expect(await fleet.finished(id)).toBeInStatus('completed');
    expect((await row(id)).fence, 'claims of the call: a second worker took it from the first').toBe(1);
    // The first piece was requested before the count began.
    expect(
      fleet.providerRequests('/audio/transcriptions') - asked,
      'requests for the turns that were not heard yet',
    ).toBe(TURNS.length - 1);
  });

  // The Redis client of the queue decides when it reconnects; that can take half a minute.
  if (process.env.KILLS) {
    it('takes calls again once the queue answers', async () => {
      redisOfFirst.hold();
      await second?.kill();
      const next = await fleet.submit({ recording: 'silence' });
      redisOfFirst.pass();
      expect(await fleet.finished(next)).toBeInStatus('completed');
    });
  }
});
