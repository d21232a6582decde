// The service through a real PgBouncer that pools by transaction, with two sessions for all connections: calls that come in a
// form and in parts, and an export of them. Its database is empty at first, so that it runs the migrations. [whole]
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/apps/backing.js';
import { PGBOUNCER, type Pooler, startPooler } from '../support/apps/pooler.js';
import {
  type Account,
  finalAnalysis,
  PARTIES,
  startTestService,
  type TestService,
  uploadOf,
} from '../support/apps/running-service.js';
import { exportFile, readCsv } from '../support/builders/exported-calls.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { type CheckedPaths, checkedPaths } from '../support/clients/checked-paths.js';
import { askAs } from '../support/clients/interface-client.js';
import { tusAs } from '../support/clients/tus-upload.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';

describe.skipIf(PGBOUNCER === null)('a service behind PgBouncer', () => {
  const log: string[] = [];
  let database: FreshDatabase;
  let pooler: Pooler;
  let provider: OpenAiStub;
  let service: TestService;
  let account: Account;
  let client: CheckedPaths;

  beforeAll(async () => {
    database = await freshDatabase({ migrated: false });
    pooler = await startPooler(database.directUrl, { sessions: 2 });
    provider = await startScriptedProvider();
    const settings = {
      DATABASE_URL: pooler.urlOf(database.directUrl),
      DATABASE_DIRECT_URL: database.directUrl,
      WORKER_SWEEP_SECONDS: '1',
      ...providerSettings(provider),
    };
    service = await startTestService(settings, (line) => log.push(line));
    account = await service.openAccount();
    client = checkedPaths(service.baseUrl, account.liveKey);
  });
  afterAll(async () => {
    await service?.stop();
    await provider?.close();
    await pooler?.close();
    await database?.drop();
  });

  it('completes calls from a form and from parts, and exports them', async () => {
    const tus = tusAs(service.baseUrl, account.liveKey);
    const inParts = async () => {
      const recording = recordedCall();
      const id = await tus.begin(recording.length);
      await tus.append(id, 0, recording.subarray(0, 1_000));
      await tus.append(id, 1_000, recording.subarray(1_000));
      return client.post('/analysis', { body: { ...PARTIES, upload_id: id } });
    };
    const inForm = () => client.post('/analysis', { body: uploadOf(recordedCall()) });
    const made = await Promise.all([inParts(), ...Array.from({ length: 5 }, inForm)]);
    for (const { id } of made) expect(await finalAnalysis(client, id)).toBeInStatus('completed');
    const rows = readCsv(await exportFile(askAs(service, account), { of: 'analyses', format: 'csv', columns: ['id'] }));
    expect(rows.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());
    expect(log.filter((line) => /"level":[456]0/.test(line))).toEqual([]);
  });
});
