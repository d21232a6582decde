// API and worker processes are killed with SIGKILL at the worst moments. No accepted call is lost, and none is completed or
// billed twice.
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OwnRedis, startOwnRedis } from '../support/apps/backing.js';
import { until } from '../support/apps/running-service.js';
import { recordedCall, TURNS } from '../support/builders/scripted-call.js';
import { namesIn } from '../support/matchers/invariants.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { holdWrites } from '../support/processes/hold-writes.js';
import { endLeases } from '../support/processes/leases.js';
import type { ServiceProcess } from '../support/processes/service-process.js';
import { startTcpProxy, type TcpProxy } from '../support/processes/tcp-proxy.js';
import { answering } from '../support/stubs/webhook-receiver.js';

describe('a process killed', () => {
  const transcription = new Gate();
  let redis: OwnRedis;
  let redisOfApi: TcpProxy;
  let fleet: Fleet;
  let api: ServiceProcess;
  let worker: ServiceProcess;

  const startApi = () =>
    fleet.start('api', { PORT: fleet.env.PORT ?? '', REDIS_URL: `redis://127.0.0.1:${redisOfApi.port}` });
  const row = async (id: string) => (await fleet.db.query('SELECT * FROM analysis WHERE id = $1', [id])).rows[0];

  beforeAll(async () => {
    redis = await startOwnRedis();
    redisOfApi = await startTcpProxy(redis.port);
    fleet = await startFleet({ REDIS_URL: redis.url }, { transcribe: () => transcription.pass() });
    [api, worker] = await Promise.all([startApi(), fleet.start('worker')]);
    await fleet.open();
  });
  afterEach(async () => {
    transcription.open();
    await fleet.expectInvariants();
  });
  afterAll(async () => {
    await fleet?.close();
    await redisOfApi?.close();
    await redis?.close();
  });

  const endDeliveryLease = (id: string) =>
    fleet.db.query('UPDATE webhook_delivery SET leased_until = now() WHERE analysis_id = $1', [id]);
  const makeOld = async (...path: string[]) => {
    const longAgo = new Date(Date.now() - 24 * 60 * 60_000);
    for (const name of await namesIn(...path)) await utimes(join(...path, name), longAgo, longAgo);
  };
  const notificationsOf = (id: string) => fleet.receiver.received.filter(({ body }) => JSON.parse(body).data.id === id);

  it('API, in the middle of an upload: the client sees a reset, and nothing is left [fault 1]', async () => {
    const upload = request(`${fleet.rootUrl}/api/v1/analysis`, {
      method: 'POST',
      headers: {
        'x-api-key': fleet.account.liveKey,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 20_000_000,
      },
    });
    const broken = once(upload, 'response').then(
      () => 'answered',
      () => 'broken',
    );
    upload.write('--x\r\nContent-Disposition: form-data; name="audio_file"; filename="a.wav"\r\n\r\n');
    upload.write(recordedCall());
    const incoming = [fleet.dataDir, 'objects', '.incoming'] as const;
    await until(async () => (await namesIn(...incoming)).length === 1, 'the upload to arrive');
    await api.kill();
    expect(await broken).toBe('broken');
    upload.destroy();
    const { rows } = await fleet.db.query(
      'SELECT (SELECT count(*) FROM analysis)::int + (SELECT count(*) FROM minutes_reservation)::int AS n',
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect(await namesIn(...incoming), 'files of the broken upload').toHaveLength(1);
    await makeOld(...incoming);
    api = await startApi();
    expect(await namesIn(...incoming)).toEqual([]);
  });

  it('API, with the recording stored and the row not committed: no row, and the recording is swept [fault 2]', async () => {
    const hold = await holdWrites(fleet.db, 'analysis');
    const lost = fleet.post().then(
      () => 'answered',
      () => 'lost',
    );
    await hold.reached();
    await api.kill();
    expect(await lost).toBe('lost');
    await hold.releaseAndDropWaiters();
    const stored = [fleet.dataDir, 'objects', 'recordings'] as const;
    expect(await namesIn(...stored), 'recordings without a row').toHaveLength(1);
    expect((await fleet.db.query('SELECT id FROM analysis')).rows).toEqual([]);
    await makeOld(...stored);
    await worker.kill();
    // As if an hour had passed since the killed worker's sweep.
    await fleet.db.query("UPDATE round_lease SET due_at = now(), leased_until = now() WHERE name = 'recordings'");
    [api, worker] = await Promise.all([startApi(), fleet.start('worker')]);
    await until(async () => (await namesIn(...stored)).length === 0, 'the sweep of recordings');
  });

  it('API, between the commit and the enqueueing: the sweep finds the row, and the call is completed [fault 3]', async () => {
    redisOfApi.hold();
    const id = await fleet.submit();
    await api.kill();
    redisOfApi.reset();
    redisOfApi.pass();
    await until(async () => (await row(id)).status === 'completed', 'the call that was never enqueued');
    expect(fleet.providerRequests('/audio/transcriptions'), 'requests for speech, one for each turn').toBe(
      TURNS.length,
    );
    api = await startApi();
  });

  it('worker, before it recorded an answer of the provider: the provider is asked again, the client is billed once [fault 7]', async () => {
    const before = fleet.providerRequests('/audio/transcriptions');
    transcription.close();
    const id = await fleet.submit();
    await until(async () => transcription.waiting > 0, 'the first piece');
    const hold = await holdWrites(fleet.db, 'analysis_checkpoint');
    transcription.open();
    await hold.reached();
    await worker.kill();
    await hold.releaseAndDropWaiters();
    await endLeases(fleet.db);
    worker = await fleet.start('worker');
    expect(await fleet.finished(id)).toBeInStatus('completed');
    expect(
      fleet.providerRequests('/audio/transcriptions') - before,
      'requests for speech: the lost answer twice, the others once',
    ).toBe(TURNS.length + 1);
  });

  it('worker, between the final commit and the acknowledgement to the queue: the second run does nothing [fault 10]', async () => {
    const active = 'call-analysis:calls:active';
    // The lock of a job lasts for a lease, and the next look for stalled jobs comes a lease of the worker that looked last
    // after it.
    const shortLease = { WORKER_LEASE_SECONDS: '2' };
    // Its only slot is taken, so the worker keeps the job until the call is settled.
    await worker.kill();
    worker = await fleet.start('worker', { ...shortLease, WORKER_CONCURRENCY: '1' });
    const hold = await holdWrites(fleet.db, 'ledger_entry');
    const id = await fleet.submit();
    await hold.reached();
    // The worker may have found the call without its job.
    await until(async () => (await redis.admin.llen(active)) === 1, 'the worker to have the job');
    await redis.admin.client('PAUSE', 600_000, 'WRITE');
    await hold.release();
    const settled = await until(async () => {
      const found = await row(id);
      return found.status === 'completed' && found;
    }, 'the final commit');
    await worker.kill();
    const asked = fleet.provider.requests.length;
    await redis.admin.client('UNPAUSE');
    await redis.admin.del('call-analysis:calls:stalled-check');
    const [job = '', ...others] = await redis.admin.lrange(active, 0, -1);
    expect([job.length > 0, others]).toEqual([true, []]);
    worker = await fleet.start('worker', shortLease);
    await until(
      async () => (await redis.admin.exists(`call-analysis:calls:${job}`)) === 0,
      'the end of the second run',
    );
    expect(await redis.admin.lrange(active, 0, -1), 'jobs that stay in the queue').not.toContain(job);
    expect(await row(id)).toEqual(settled);
    // A worker that starts asks for the list of models. It must ask for nothing else.
    expect(fleet.provider.requests.slice(asked).filter(({ path }) => path !== '/models')).toEqual([]);
  });

  it('worker, while it notifies the receiver: another worker sends the notification under the same id [fault 11]', async () => {
    fleet.receiver.behave(() => undefined, answering(200));
    const id = await fleet.submit();
    await until(async () => notificationsOf(id).length >= 1, 'the first attempt');
    await worker.kill();
    await endDeliveryLease(id);
    worker = await fleet.start('worker');
    await until(async () => notificationsOf(id).length >= 2, 'the second attempt');
    expect([...new Set(notificationsOf(id).map(({ headers }) => headers['webhook-id']))], 'event ids').toHaveLength(1);
  });

  it('worker, before it recorded the answer of the receiver: the notification is sent again under the same id [fault 12]', async () => {
    const hold = await holdWrites(fleet.db, 'webhook_attempt');
    const id = await fleet.submit();
    await hold.reached();
    await worker.kill();
    await hold.releaseAndDropWaiters();
    await endDeliveryLease(id);
    worker = await fleet.start('worker');
    await until(async () => notificationsOf(id).length >= 2, 'the second attempt');
    expect([...new Set(notificationsOf(id).map(({ headers }) => headers['webhook-id']))], 'event ids').toHaveLength(1);
  });

  describe('by the same call each time', () => {
    const download = new Gate();
    let recordings: Server;
    let downloads = 0;

    beforeAll(async () => {
      recordings = createServer((_, response) => {
        downloads += 1;
        void download.pass().then(
          () => response.end(recordedCall()),
          (error: Error) => response.destroy(error),
        );
      });
      recordings.listen(0, '127.0.0.1');
      await once(recordings, 'listening');
    });
    afterAll(() => {
      download.open();
      recordings.closeAllConnections();
      recordings.close();
    });

    it('fails the call after five crashes, bills nothing, and sends no notification [fault 13]', async () => {
      download.close();
      const url = `http://127.0.0.1:${(recordings.address() as AddressInfo).port}/call.wav`;
      const answer = await fleet.ask('/analysis', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ agent_id: 'a', contact_id: 'c', audio_url: url, webhook_url: fleet.receiver.url }),
      });
      await expect(answer).toAnswer(201);
      for (let kill = 1; kill <= 5; kill++) {
        await until(async () => downloads >= kill, `download ${kill}`);
        await worker.kill();
        await endLeases(fleet.db);
        worker = await fleet.start('worker');
      }
      const failed = await fleet.finished(answer.body.id);
      expect(failed).toBeInStatus('failed');
      expect(failed.metadata.error_message).toEqual('The recording could not be processed');
      expect(downloads, 'downloads, one before each crash').toBe(5);
      expect(notificationsOf(answer.body.id)).toEqual([]);
    });
  });
});
