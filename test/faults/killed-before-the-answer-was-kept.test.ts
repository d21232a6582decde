// An API process is killed after it accepted a call and before it stored its answer. The retry must find that call.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, openAccount, openPool, serviceEnvironment, until } from '../support/apps/running-service.js';
import { silence, wav } from '../support/audio/audio-fixtures.js';
import { expectInvariants } from '../support/matchers/invariants.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import { startWebhookReceiver } from '../support/stubs/webhook-receiver.js';

/** While the test holds this advisory lock, the statement under test waits, as on a slow disk. */
const ADVISORY_LOCK = 4711;

describe('an API process killed while it answers a keyed submission', () => {
  let environment: Awaited<ReturnType<typeof serviceEnvironment>>;
  let first: ServiceProcess;
  let second: ServiceProcess;
  let secondUrl: string;
  let account: Account;
  let db: ReturnType<typeof openPool>;

  beforeAll(async () => {
    environment = await serviceEnvironment({ PROCESS: 'api' });
    db = openPool(environment.databaseUrl);
    await db.query(`
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${ADVISORY_LOCK}); RETURN NEW; END $$`);
    first = await startServiceProcess(environment.env);
    const port = String(await freePort());
    second = await startServiceProcess({ ...environment.env, PORT: port });
    secondUrl = `http://127.0.0.1:${port}/api/v1`;
    account = await openAccount(`${environment.rootUrl}/api/v1`, environment.dataDir);
  });
  afterAll(async () => {
    await first?.kill();
    await second?.kill();
    await db?.end();
    await environment?.dispose();
  });

  const submit = (baseUrl: string, key: string, form: 'upload' | 'url') => {
    const fields = { agent_id: 'a', contact_id: 'c' };
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('audio_file', new Blob([new Uint8Array(wav([silence(1_000)]))]), 'call.wav');
    return fetch(`${baseUrl}/analysis`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.liveKey}`,
        'idempotency-key': key,
        ...(form === 'url' && { 'content-type': 'application/json' }),
      },
      body: form === 'url' ? JSON.stringify({ ...fields, audio_url: 'http://127.0.0.1:8080/a.wav' }) : body,
    });
  };
  /** As if the lease of the killed process had expired. */
  const endLease = () => db.query("UPDATE idempotency_key SET lease_until = '-infinity' WHERE status IS NULL");
  const idsOf = async () => (await db.query<{ id: string }>('SELECT id FROM analysis')).rows.map(({ id }) => id);

  /** Kills the first process while it waits in the statement that fires the trigger. */
  const killIn = async (trigger: string, key: string, form: 'upload' | 'url') => {
    await db.query(`CREATE TRIGGER wait_for_test BEFORE ${trigger} FOR EACH ROW EXECUTE FUNCTION wait_for_test()`);
    const holder = await db.connect();
    try {
      await holder.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
      const lost = submit(`${environment.rootUrl}/api/v1`, key, form).then(
        () => 'answered',
        () => 'lost',
      );
      const pid = await until(async () => {
        const { rows } = await db.query(
          `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${ADVISORY_LOCK} AND NOT granted`,
        );
        return rows[0]?.pid;
      }, 'the statement');
      await first.kill();
      expect(await lost).toBe('lost');
      // Without this, Postgres would finish the statement although its client is gone.
      await db.query('SELECT pg_terminate_backend($1)', [pid]);
    } finally {
      await holder.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]);
      holder.release();
      await db.query(`DROP TRIGGER wait_for_test ON ${trigger.split(' ').at(-1)}`);
    }
  };

  it.each(['upload', 'url'] as const)(
    'after it accepted the call, before it stored its answer (%s): the retry gets the same analysis [fault 4]',
    async (form) => {
      const before = await idsOf();
      const key = randomUUID();
      await killIn('UPDATE OF status ON idempotency_key', key, form);
      const made = (await idsOf()).filter((id) => !before.includes(id));
      expect(made, 'calls that were accepted before the kill').toHaveLength(1);
      // In the case `upload` the retry waits until the lease expires.
      if (form === 'url') await endLease();
      const retry = await submit(secondUrl, key, form);
      const answer = JSON.parse(await retry.text());
      await expect(retry).toAnswer(201);
      expect([answer.id]).toEqual(made);
      expect(await idsOf(), 'The retry was accepted as another call').toHaveLength(before.length + 1);
      const again = await submit(secondUrl, key, form);
      await expect(again).toAnswer(201);
      expect(again.headers.get('idempotent-replayed'), 'the header idempotent-replayed').toEqual('true');
      expect(JSON.parse(await again.text())).toEqual(answer);
      const other = await submit(secondUrl, key, form === 'url' ? 'upload' : 'url');
      await expect(other).toAnswer(422);
      const { rows } = await db.query('SELECT count(*)::int AS n FROM minutes_reservation');
      expect(rows).toEqual([{ n: before.length + 1 }]);
      first = await startServiceProcess(environment.env);
    },
  );

  it('after it stored the recording, before it accepted the call: the retry is accepted once [fault 2]', async () => {
    const before = await idsOf();
    const key = randomUUID();
    await killIn('INSERT ON analysis', key, 'upload');
    expect(await idsOf(), 'A call without an answer was accepted').toHaveLength(before.length);
    await endLease();
    const retry = await submit(secondUrl, key, 'upload');
    const answer = JSON.parse(await retry.text());
    await expect(retry).toAnswer(201);
    expect((await idsOf()).filter((id) => !before.includes(id))).toEqual([answer.id]);
    first = await startServiceProcess(environment.env);
  });

  it('leaves accepted calls that a worker then ends once each [fault 2, fault 4]', async () => {
    const receiver = await startWebhookReceiver();
    // No server listens at the address of the calls by URL, so they fail at the first attempt.
    const settings = { PROCESS: 'worker', PORT: String(await freePort()), PROVIDER_ATTEMPTS: '1' };
    const worker = await startServiceProcess({ ...environment.env, ...settings });
    try {
      // A recording that the killed process stored for a call it never accepted may stay until the sweep.
      await expectInvariants({ db, dataDir: environment.dataDir, receiver, orphansMayWait: true });
    } finally {
      await worker.kill();
      await receiver.close();
    }
  });
});
