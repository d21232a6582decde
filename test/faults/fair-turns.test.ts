// One account fills the queue or has recordings downloaded from a server that drips, and Redis keeps remnants of jobs. The other
// account's call is worked on in its turn, and no call is left behind.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OwnRedis, startOwnRedis } from '../support/apps/backing.js';
import { type Account, openAccount, until, uploadOf } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { Gate } from '../support/processes/gate.js';
import { endLeases } from '../support/processes/leases.js';
import type { ServiceProcess } from '../support/processes/service-process.js';

const SLOTS = 4;
const DOWNLOADS = 6;
const QUEUED = 10_000;
const DRIPS = 200;

describe('turns', () => {
  const transcription = new Gate();
  const download = new Gate();
  let redis: OwnRedis;
  let fleet: Fleet;
  let worker: ServiceProcess;
  let other: Account;
  let recordings: Server;
  let base: string;
  let drips: 'drip' | 'end' = 'drip';
  let dripping = 0;

  const startWorker = () =>
    fleet.start('worker', { WORKER_CONCURRENCY: String(SLOTS), DOWNLOAD_CONCURRENCY: String(DOWNLOADS) });
  const row = async (id: string) => (await fleet.db.query('SELECT * FROM analysis WHERE id = $1', [id])).rows[0];
  const count = async (condition: string, values: readonly unknown[] = []) => {
    const found = await fleet.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM analysis WHERE ${condition}`, [
      ...values,
    ]);
    return found.rows[0]?.n ?? 0;
  };
  /** The other account's call, by upload or by address. */
  const submitOther = async (audioUrl?: string) => {
    const form = uploadOf(recordedCall());
    const body = audioUrl ? JSON.stringify({ agent_id: 'a', contact_id: 'c', audio_url: audioUrl }) : form;
    const type: Record<string, string> = audioUrl ? { 'content-type': 'application/json' } : {};
    const answer = await fleet.ask('/analysis', {
      method: 'POST',
      body,
      headers: { ...type, 'x-api-key': other.liveKey },
    });
    await expect(answer).toAnswer(201);
    return answer.body.id;
  };
  const settled = (id: string) =>
    until(async () => {
      const { status } = await row(id);
      return status === 'processing' ? null : status;
    }, `analysis ${id}`);

  beforeAll(async () => {
    redis = await startOwnRedis();
    fleet = await startFleet({ REDIS_URL: redis.url }, { transcribe: () => transcription.pass() });
    await fleet.start('api');
    await fleet.open();
    other = await openAccount(`${fleet.rootUrl}/api/v1`, fleet.dataDir);
    recordings = createServer((request, response) => {
      if (request.url === '/whole.wav') {
        void download.pass().then(() => response.end(recordedCall()));
      } else if (drips === 'end') {
        response.writeHead(410).end();
      } else {
        dripping += 1;
        response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': '1000000' });
        response.write('RIFF');
        const drop = setInterval(() => response.write('\0'), 200);
        response.once('close', () => {
          dripping -= 1;
          clearInterval(drop);
        });
      }
    });
    recordings.listen(0, '127.0.0.1');
    await once(recordings, 'listening');
    base = `http://127.0.0.1:${(recordings.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    transcription.open();
    await worker?.kill();
  });
  afterAll(async () => {
    download.open();
    recordings?.closeAllConnections();
    recordings?.close();
    await fleet?.close();
    await redis?.close();
  });

  it('remnants of jobs in an emptied Redis: both calls are completed [fault 18]', async () => {
    const ids = [await fleet.submit(), await fleet.submit()];
    await redis.admin.flushall();
    // What Bull leaves of a job that it was about to begin: under the job id of earlier releases, and under each id that Bull
    // itself would give next.
    for (const job of [`${ids[0]}_0`, ...Array.from({ length: 50 }, (_, n) => n + 1)]) {
      await redis.admin.hset(`call-analysis:calls:${job}`, 'processedOn', Date.now());
    }
    worker = await startWorker();
    for (const id of ids) expect(await settled(id)).toBe('completed');
    // Another ring, now that a worker listens.
    expect(await settled(await fleet.submit())).toBe('completed');
    await fleet.expectInvariants();
  });

  it('200 downloads that drip: the other account’s recording is downloaded and its call completed', async () => {
    worker = await startWorker();
    const ids: string[] = [];
    for (let n = 0; n < DRIPS; n++) ids.push((await fleet.postUrl(`${base}/drip/${n}`)).body.id);
    await until(async () => dripping > 0, 'the first drop');
    expect(await settled(await submitOther())).toBe('completed');
    expect(await settled(await submitOther(`${base}/whole.wav`))).toBe('completed');
    // Half of the slots for downloads, and not one more.
    await until(async () => {
      const atWork = await count('id = ANY($1) AND lease_until > now()', [ids]);
      expect(atWork, 'calls of the busy account at work').toBeLessThanOrEqual(DOWNLOADS / 2);
      return atWork === DOWNLOADS / 2;
    }, 'the busy account to have half of the slots');
    expect(await count("id = ANY($1) AND status = 'processing'", [ids]), 'calls that drip').toBe(DRIPS);
    drips = 'end';
    recordings.closeAllConnections();
    await until(async () => (await count("id = ANY($1) AND status = 'processing'", [ids])) === 0, 'the end');
    await fleet.expectInvariants();
  });

  it('a worker killed while it downloads: the next one downloads the recording, and the call is completed', async () => {
    download.close();
    worker = await startWorker();
    const id = await submitOther(`${base}/whole.wav`);
    await until(async () => download.waiting > 0, 'the download');
    await worker.kill();
    await endLeases(fleet.db);
    download.open();
    worker = await startWorker();
    expect(await settled(id)).toBe('completed');
    expect(await row(id)).toMatchObject({ source_url: null, storage_key: expect.any(String) });
    await fleet.expectInvariants();
  });

  it('10,000 calls of one account: the other account’s call is among the next', async () => {
    const first = await fleet.submit();
    await fleet.db.query(
      `WITH copies AS (
         INSERT INTO analysis
         SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).*
         FROM analysis AS a, generate_series(2, $2::int) WHERE a.id = $1
         RETURNING id)
       INSERT INTO minutes_reservation
       SELECT (jsonb_populate_record(r, jsonb_build_object('analysis_id', copies.id))).*
       FROM copies, minutes_reservation AS r WHERE r.analysis_id = $1`,
      [first, QUEUED],
    );
    transcription.close();
    worker = await startWorker();
    // Alone, the account has every slot.
    await until(async () => (await count('lease_until > now()')) === SLOTS, 'every slot to be taken');
    const id = await submitOther();
    transcription.open();
    expect(await settled(id)).toBe('completed');
    const { account_id: otherId, settled_at: settledAt } = await row(id);
    // Those at work when the call came, and those beside it. First come, first served would be all of them.
    const before = await count("status = 'completed' AND account_id <> $1 AND settled_at <= $2", [otherId, settledAt]);
    expect(before).toBeLessThan(QUEUED / 100);
  });
});
