// The script of docs/sandbox.md that shows an agreement table: with a test key, as a person runs it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { makeTestKey } from '../support/clients/checked-paths.js';

const run = promisify(execFile);
let service: TestService;
let account: Account;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_DEFAULT: '100000' });
  account = await service.openAccount();
});
afterAll(() => service?.stop());

it('shows a question that people trust, and one that they do not', async () => {
  const key = await makeTestKey(service.baseUrl, account.accessToken);
  const env = { ...process.env, CALL_ANALYSIS_URL: service.rootUrl, CALL_ANALYSIS_API_KEY: key };
  const { stdout } = await run(process.execPath, ['samples/agreement.mjs'], { env });
  expect(stdout).toMatch(/^Did the agent name the company\? +60 calls +AC1 1\.00 \(1\.00 to 1\.00\) +trusted$/m);
  expect(stdout).toMatch(/^Did the agent show understanding\? +60 calls +AC1 -?0\.\d\d \(.+ to .+\) +untrusted$/m);
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    new RegExp(`^${service.rootUrl}/app/forms/[\\w-]{36}\\?tab=agreement$`),
  );
});

it('asks for a test key, since it makes scorecards and calls', async () => {
  const env = { ...process.env, CALL_ANALYSIS_URL: service.rootUrl, CALL_ANALYSIS_API_KEY: 'sk_live_x' };
  await expect(run(process.execPath, ['samples/agreement.mjs'], { env })).rejects.toMatchObject({ code: 1 });
});
