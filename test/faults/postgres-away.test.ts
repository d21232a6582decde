// Postgres is restarted, crashes, stops answering and runs out of connections. Every request is answered, and no accepted
// call is lost. [smoke]
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { itInWhole } from '../gates/it-in-whole.js';
import { type OwnPostgres, startOwnPostgres } from '../support/apps/backing.js';
import { until } from '../support/apps/running-service.js';
import { namesIn, untilQuiet } from '../support/matchers/invariants.js';
import { type Answer, type Fleet, startFleet } from '../support/processes/fleet.js';
import { expectAcceptedCallsExist, expectRefusalsAre503, underLoad } from '../support/processes/load-on-fleet.js';
import type { ServiceProcess } from '../support/processes/service-process.js';
import { startTcpProxy, type TcpProxy } from '../support/processes/tcp-proxy.js';

const LONG = process.env.KILLS !== undefined;
/** Clients that submit without a pause: more than the machine can serve. */
const SUBMITTERS = LONG ? 100 : 16;
const CRASHES = LONG ? 5 : 1;
/** While the test holds this advisory lock, no call can be committed. */
const COMMIT_LOCK = 4712;

describe('PostgreSQL', () => {
  let postgres: OwnPostgres;
  let wire: TcpProxy;
  let fleet: Fleet;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let known: string;

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    wire = await startTcpProxy(postgres.port);
    fleet = await startFleet({
      // So that the API soon notices when Postgres does not answer; longer than a busy machine takes for a statement.
      DATABASE_URL: `${postgres.urlBy(wire.port)}?statement_timeout=5000`,
      DATABASE_POOL_SIZE: '2',
      // A worker that cannot reach Postgres leaves its call until the lease has expired.
      WORKER_LEASE_SECONDS: '5',
    });
    [api, worker] = await Promise.all([fleet.start('api'), fleet.start('worker')]);
    await fleet.open();
    known = await fleet.submit();
    await fleet.finished(known);
  });
  afterEach(async () => {
    wire.pass();
    // While Postgres is away, the API cannot know whether an upload was accepted. Its recording stays until the sweep.
    await fleet.expectInvariants({ orphansMayWait: true });
    expect(api.child.exitCode, 'exit code of the API, which must still run').toBeNull();
    expect(worker.child.exitCode, 'exit code of the worker, which must still run').toBeNull();
  });
  afterAll(async () => {
    await fleet?.close();
    await wire?.close();
    await postgres?.close();
  });

  /** Not at once: a machine that stands still makes a statement run into its time-out. */
  const untilAllAnswer = (count: number, path: string) =>
    until(async () => {
      const answers = await Promise.all(Array.from({ length: count }, () => fleet.ask(path)));
      await expectRefusalsAre503(answers);
      return answers.every(({ status }) => status === 200);
    }, `an answer to each of ${count} simultaneous requests`);

  it('restarted under load: requests get 503 with Retry-After, and every accepted call is there [fault 22]', async () => {
    const answers = await underLoad(fleet, known, async () => {
      await postgres.stop();
      const away = await fleet.ask(`/analysis/${known}`);
      await expect(away).toAnswer(503);
      // Readiness may be a second old.
      await until(async () => (await fetch(`${fleet.rootUrl}/health/ready`)).status === 503, 'readiness to answer 503');
      await postgres.start();
      await wire.serve(postgres.port);
    });
    await expectRefusalsAre503(answers);
    await expectAcceptedCallsExist(fleet, answers);
  });

  it('crashed under load: every accepted call is there after the recovery [fault 23]', async () => {
    const answers = await underLoad(fleet, known, async () => {
      await postgres.crash();
      await postgres.start();
      await wire.serve(postgres.port);
    });
    await expectRefusalsAre503(answers);
    await expectAcceptedCallsExist(fleet, answers);
  });

  itInWhole(
    'crashed again and again under more submissions than it can serve: every accepted call is there [fault 23]',
    async () => {
      const many = await fleet.start('api', { DATABASE_POOL_SIZE: '20' });
      // The recording at this address is gone for good. Such a call is accepted like any other, and fails soon.
      const nothing = createServer((_, response) => response.writeHead(410).end()).listen(0, '127.0.0.1');
      await once(nothing, 'listening');
      const url = `http://127.0.0.1:${(nothing.address() as AddressInfo).port}/none.wav`;
      for (let crash = 0; crash < CRASHES; crash++) {
        const answers: Answer[] = [];
        let stopped = false;
        const acceptedCount = () => answers.filter(({ status }) => status === 201).length;
        const clients = Array.from({ length: SUBMITTERS }, async () => {
          while (!stopped) answers.push(await fleet.postUrl(url, many.rootUrl));
        });
        try {
          await until(async () => acceptedCount() >= 2 * SUBMITTERS, 'two accepted calls for each client');
          await postgres.crash();
        } finally {
          stopped = true;
          await Promise.all(clients);
        }
        await postgres.start();
        await wire.serve(postgres.port);
        await until(async () => (await fleet.ask(`/analysis/${known}`)).status === 200, 'reads to go on');
        await expectRefusalsAre503(answers);
        await expectAcceptedCallsExist(fleet, answers);
      }
      expect(await many.terminate(), 'exit code of the API').toBe(0);
      await untilQuiet(fleet.db);
      nothing.close();
    },
  );

  it('silent: requests end with 503, no connection stays blocked, and calls continue afterwards [fault 24]', async () => {
    const waiting = await fleet.submit();
    wire.hold();
    const answers = await Promise.all(Array.from({ length: 6 }, () => fleet.ask(`/analysis/${known}`)));
    await expect(answers).toAnswerEach(Array(6).fill(503));
    await expectRefusalsAre503(answers);
    wire.reset();
    wire.pass();
    await until(async () => (await fleet.ask(`/analysis/${known}`)).status === 200, 'reads to go on');
    await untilAllAnswer(6, `/analysis/${known}`);
    expect(await fleet.finished(waiting)).toBeInStatus('completed');
  });

  it('slower to commit than the API waits: a call that may still be accepted keeps its recording', async () => {
    // As on a disk that hangs until the API has answered: `statement_timeout` does not limit a commit.
    await fleet.db.query(`
      CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(${COMMIT_LOCK});
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER commit_slowly AFTER INSERT ON analysis DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION commit_slowly()`);
    const newest = async () => {
      const { rows } = await fleet.db.query<{ id: string }>('SELECT id FROM analysis ORDER BY created_at DESC LIMIT 1');
      return rows[0]?.id;
    };
    const before = await newest();
    const holder = await fleet.db.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [COMMIT_LOCK]);
    const answer = await fleet.post().finally(async () => {
      await holder.query('SELECT pg_advisory_unlock($1)', [COMMIT_LOCK]);
      holder.release();
    });
    await expect(answer).toAnswer(503, { detail: expect.any(String) });
    const accepted = await until(async () => {
      const id = await newest();
      return id !== before && id;
    }, 'the commit');
    await fleet.db.query('DROP TRIGGER commit_slowly ON analysis; DROP FUNCTION commit_slowly');
    expect(await fleet.finished(accepted)).toBeInStatus('completed');
  });

  itInWhole(
    'with two connections for fifty simultaneous requests: each is served or gets 503, none needs two connections [fault 25]',
    async () => {
      const asked = Array.from({ length: 50 }, (_, index) => {
        if (index % 5 === 0) return fleet.post({ recording: 'silence', key: `burst-${index}` });
        return fleet.ask(index % 2 ? '/analysis?search=a&limit=1000' : `/analysis/${known}`);
      });
      await expectRefusalsAre503(await Promise.all(asked));
      // As many submissions as connections: a submission that needed a second connection would get none. One pair or two may be
      // refused by a machine that stands still.
      let accepted = 0;
      for (let round = 0; round < 5; round++) {
        const keys = [`round-${round}-a`, `round-${round}-b`];
        const pair = await Promise.all(keys.map((key) => fleet.post({ recording: 'silence', key })));
        await expectRefusalsAre503(pair);
        if (pair.every(({ status }) => status === 201)) accepted += 1;
      }
      expect(accepted, 'pairs of simultaneous submissions that were accepted, of five').toBeGreaterThanOrEqual(3);
    },
  );

  it('with its connections held by blocked lists: every request is answered, reads of one analysis too [fault 25]', async () => {
    // Lists read the counts, a read of one analysis does not. So only lists are blocked.
    const holder = await fleet.db.connect();
    await holder.query('BEGIN; LOCK TABLE analysis_month_count IN ACCESS EXCLUSIVE MODE');
    const asked = [
      ...Array.from({ length: 200 }, () => fleet.ask('/analysis?limit=1000')),
      ...Array.from({ length: 20 }, () => fleet.ask(`/analysis/${known}`)),
    ];
    // All answers come while the lock is still held.
    const answers = await Promise.all(asked);
    await expect(answers.slice(0, 200)).toAnswerEach(503);
    await expectRefusalsAre503(answers);
    await holder.query('ROLLBACK');
    holder.release();
    await untilAllAnswer(20, '/analysis?limit=1000');
  });

  itInWhole('leaves recordings of refused uploads to the sweep, which deletes them', async () => {
    const longAgo = new Date(Date.now() - 24 * 60 * 60_000);
    const stored = join(fleet.dataDir, 'objects', 'recordings');
    // One for certain: whether the tests before left some is chance.
    await copyFile(join(stored, known), join(stored, randomUUID()));
    for (const name of await namesIn(stored)) await utimes(join(stored, name), longAgo, longAgo);
    await worker.kill();
    // Else the next sweep is due an hour after the first worker's.
    await fleet.db.query("UPDATE round_lease SET due_at = now(), leased_until = now() WHERE name = 'recordings'");
    // With the usual time for a statement: this worker sweeps once, when it starts.
    worker = await fleet.start('worker', { DATABASE_URL: postgres.urlBy(wire.port) });
    await until(async () => {
      const { rows } = await fleet.db.query('SELECT id FROM analysis WHERE storage_key IS NOT NULL');
      return (await namesIn(stored)).length === rows.length;
    }, 'the sweep');
    await fleet.expectInvariants();
  });
});
