// The worker is killed at each step of an erasure: another one goes on, nothing is left, and there is one receipt.
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { tablesOf } from '../support/builders/left-words.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { freePort } from '../support/processes/free-port.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';

const PATIENCE_MS = 60_000;
/** Each with the statement that waits there. */
const STEPS = {
  'the calls are named': 'BEFORE INSERT ON erasure_call',
  'a line is written': 'BEFORE INSERT ON erasure_journal',
  'a call is deleted': 'BEFORE DELETE ON analysis',
  'a part is counted': 'BEFORE UPDATE OF counts ON erasure',
  'the name is erased elsewhere': 'BEFORE UPDATE OF names_erased ON erasure',
  'the lines are stored': 'BEFORE DELETE ON erasure_journal',
  'a recording is forgotten': 'BEFORE DELETE ON recording_deletion',
  'the receipt is signed': 'BEFORE UPDATE OF receipt ON erasure',
  'the ids are forgotten': 'BEFORE DELETE ON erasure_call',
} as const;

const GATES = Object.keys(STEPS);
/** Each step once, or as often as the variable says. */
const KILLS = Array.from({ length: Number(process.env.KILLS ?? GATES.length) }, (_, number) => ({
  number: number + 1,
  gate: GATES[number % GATES.length] ?? '',
}));

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let worker: ServiceProcess | undefined;
/** Opens the gate that is closed. */
let open: (() => Promise<void>) | undefined;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
  const gates = Object.entries(STEPS).map(
    ([gate, when], number) =>
      `CREATE TRIGGER gate_${number} ${when} FOR EACH ROW EXECUTE FUNCTION wait_at_gate('${gate}');`,
  );
  await service.db.query(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(hashtextextended(TG_ARGV[0], 7)); RETURN coalesce(NEW, OLD); END $$;
    ${gates.join('\n')}`);
});
afterEach(async () => {
  await open?.();
  open = undefined;
});
afterAll(async () => {
  await worker?.kill();
  await service?.stop();
});

/** @returns a function that opens the gate */
async function close(gate: string): Promise<() => Promise<void>> {
  const client: pg.PoolClient = await service.db.connect();
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 7))', [gate]);
  return async () => {
    await client.query('SELECT pg_advisory_unlock_all()');
    client.release();
  };
}

/** The shared and exclusive locks of holds and of statistics wait for no gate. */
const isAtGate = async (gate: string) =>
  (
    await service.db.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND (classid::bigint << 32) + objid::bigint = hashtextextended($1, 7)`,
      [gate],
    )
  ).rows.length > 0;

const startWorker = async () =>
  startServiceProcess({ ...service.env, PROCESS: 'worker', PORT: String(await freePort()), WORKER_SWEEP_SECONDS: '1' });

it.each(KILLS)('kill $number, before $gate: it ends by itself with one receipt', async ({ number, gate }) => {
  const contact = `killed-${number}`;
  const calls = await Promise.all([1, 2, 3].map(() => storeCall(service.db, accountId)));
  await service.db.query('UPDATE analysis SET contact_id = $2 WHERE id = ANY($1)', [calls, contact]);
  open = await close(gate);
  const { id } = (await ask('/erasures', { json: { contact_id: contact, reason: 'A request' } })).body;
  worker ??= await startWorker();
  await until(() => isAtGate(gate), `a statement at the gate: ${gate}`, PATIENCE_MS);
  await worker.kill();
  await open();
  open = undefined;
  // Leases of the killed worker.
  await service.db.query("UPDATE round_lease SET due_at = now(), leased_until = '-infinity'");
  // This one is hit by the next kill.
  worker = await startWorker();
  const get = async () => (await ask(`/erasures/${id}`)).body;
  await until(async () => (await get()).status === 'completed', 'the erasure', PATIENCE_MS);
  expect(await get()).toMatchObject({ counts: { analyses: 3 }, receipt: { erasure_id: id, counts: { analyses: 3 } } });
  expect(await tablesOf(service.db, contact)).toEqual([]);
  const { body } = await ask(`/audit?action=erasure.completed&subject=${id}`);
  expect(body.total, 'entries about its end').toBe(1);
});
