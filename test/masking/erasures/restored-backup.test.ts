// A database that is restored from a backup erases again what was erased since, before it serves a request.
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseBackup } from '../../support/apps/database-backup.js';
import { type Account, startTestService, type TestService, until } from '../../support/apps/running-service.js';
import { storeCall } from '../../support/builders/evaluated-calls.js';
import { tablesOf } from '../../support/builders/left-words.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';

const PATIENCE_MS = 30_000;

let service: TestService;
let backup: DatabaseBackup;
let account: Account;
let accountId: string;
let ask: Ask;

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1' });
  backup = new DatabaseBackup(service);
  account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
});
afterAll(async () => {
  await service?.stop();
  await backup?.drop();
});

async function storeCallOf(contact: string): Promise<string> {
  const id = await storeCall(service.db, accountId);
  await service.db.query('UPDATE analysis SET contact_id = $2 WHERE id = $1', [id, contact]);
  return id;
}

const erase = async (json: object) => (await ask('/erasures', { json: { reason: 'A request', ...json } })).body.id;
const statusOf = async (id: string) => (await ask(`/erasures/${id}`)).body.status;
const untilStatus = (id: string, status: string) =>
  until(async () => (await statusOf(id)) === status, `the erasure, ${status}`, PATIENCE_MS);
const isWritten = async () => (await service.db.query('SELECT FROM erasure_journal')).rows.length === 0;
const isStored = async (id: string) =>
  (await service.db.query('SELECT FROM analysis WHERE id = $1', [id])).rows.length > 0;
const statusAt = async (path: string) => (await fetch(`${service.rootUrl}${path}`)).status;
const release = (id: string) => ask(`/holds/${id}/release`, { json: { reason: 'Settled' } });

it('erases again by contact, by agent, by id and by account, defers what is held there, and says so', async () => {
  const [erased, deleted, held, kept] = [
    await storeCallOf('restored-contact'),
    await storeCallOf('someone'),
    await storeCallOf('restored-held'),
    await storeCallOf('kept-contact'),
  ];
  await service.db.query("UPDATE analysis SET agent_id = 'restored-agent' WHERE id = $1", [kept]);
  const gone = await service.openAccount('restored-account@example.com');
  const json = { name: 'claim', reason: 'A claim', analysis_ids: [held] };
  const hold = (await ask('/holds', { json })).body.id;
  await backup.make();

  const erasures = [await erase({ contact_id: 'restored-contact' }), await erase({ agent_id: 'restored-agent' })];
  await expect(await ask(`/analysis/${deleted}`, { method: 'DELETE' })).toAnswer(200);
  const current = { json: { current_password: gone.password }, method: 'DELETE', credential: gone.accessToken };
  await expect(await ask('/users/me', current)).toAnswer(200);
  await release(hold);
  const late = await erase({ contact_id: 'restored-held' });
  for (const id of [...erasures, late]) await untilStatus(id, 'completed');
  await until(isWritten, 'the lines in the store', PATIENCE_MS);
  const later = await storeCallOf('restored-contact');

  const restart = await backup.restore();
  expect([await isStored(erased), await isStored(deleted)], 'what the backup brought back').toEqual([true, true]);
  expect(await isStored(later), 'a call after the backup').toBe(false);
  // The store cannot be listed.
  const folder = join(service.dataDir, 'objects', 'erasures');
  await rename(folder, `${folder}.away`);
  await writeFile(folder, '');
  const started = restart();
  const ready = async () => fetch(`${service.rootUrl}/health/ready`).catch(() => null);
  await until(async () => (await ready()) !== null, 'the health checks', PATIENCE_MS);
  const answer = await ready();
  const codes = ['/health/ready', '/health/live', `/api/v1/analysis/${erased}`].map(statusAt);
  expect(await Promise.all(codes), 'what is answered meanwhile').toEqual([503, 200, 503]);
  expect(JSON.stringify(await answer?.json())).toContain('replaying_erasures');
  await rename(folder, `${folder}.file`);
  await rename(`${folder}.away`, folder);
  await started;

  expect([await isStored(erased), await isStored(deleted), await isStored(kept)]).toEqual([false, false, true]);
  await expect(await ask('/users/me', { credential: gone.accessToken })).toAnswer(401);
  // The erasure itself knows the name until it is completed.
  expect((await tablesOf(service.db, 'restored-contact')).filter((table) => table !== 'erasure')).toEqual([]);
  for (const id of erasures) await untilStatus(id, 'completed');
  expect(await tablesOf(service.db, 'restored-contact')).toEqual([]);
  expect(await tablesOf(service.db, 'restored-agent')).toEqual([]);
  const audit = await ask('/audit?action=erasure.replayed');
  expect(audit.body.items.map(({ subject }: { subject: { id: string } }) => subject.id)).toEqual(
    expect.arrayContaining([...erasures, late]),
  );

  expect(await isStored(held), 'the call that the backup holds').toBe(true);
  await untilStatus(late, 'deferred');
  expect((await release(hold)).body.carried_out.erasures).toBe(1);
  await untilStatus(late, 'completed');
  expect(await isStored(held), 'the call that was released').toBe(false);
  expect(await tablesOf(service.db, 'restored-held')).toEqual([]);

  const again = await service.takeDown();
  await again();
  expect((await ask('/audit?action=erasure.replayed')).body.total, 'after another start').toBe(audit.body.total);
}, 120_000);
