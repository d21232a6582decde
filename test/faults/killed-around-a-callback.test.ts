// Processes are killed with SIGKILL around a callback of Twilio: before and after its row is committed, while it becomes a call,
// and while its recording is fetched. Twilio sends it again, or does not: there is one call, and its minutes are taken once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnalysis } from '../../clients/typescript/src/index.js';
import {
  type Account,
  finalAnalysis,
  startTestService,
  type TestService,
  until,
} from '../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../support/builders/scripted-call.js';
import { checkedClient } from '../support/clients/checked-client.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { type Cut, startCuttingProxy } from '../support/processes/cutting-proxy.js';
import { freePort } from '../support/processes/free-port.js';
import { endLeases, LONG_LEASE } from '../support/processes/leases.js';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { SID, sendCallback, startTwilioStub, type TwilioStub } from '../support/stubs/twilio-stub.js';

/** Keeps the callback, in no transaction. */
const KEEPS = {
  text: 'INSERT INTO source_item (source_id, account_id, identity, external_id, submission',
  isAlone: true,
};
/** Ends the item, in the transaction that accepts the call. */
const ENDS = { text: 'WITH settled AS', isAlone: false };

let provider: OpenAiStub;
let twilio: TwilioStub;
let service: TestService;
let owner: Account;
let ask: Ask;
let api: CallAnalysis;
let sourceId: string;
let sids = 0x100;

beforeAll(async () => {
  provider = await startScriptedProvider();
  twilio = await startTwilioStub(recordedCall);
  // Where Twilio calls. It takes up no callback that another process has kept: workers do.
  service = await startTestService({
    ...providerSettings(provider),
    ...LONG_LEASE,
    WORKER_SWEEP_SECONDS: '1',
    PROCESS: 'api',
  });
  owner = await service.openAccount();
  ask = askAs(service, owner);
  api = checkedClient(service.baseUrl, owner.liveKey);
  const { accountSid: account_sid, authToken: auth_token, apiBase: api_base } = twilio;
  const json = { name: 'Twilio', kind: 'twilio', account_sid, auth_token, api_base, agent: 'child' };
  const made = await ask('/sources', { json });
  await expect(made).toAnswer(201);
  sourceId = made.body.id;
});
afterAll(async () => {
  await service?.stop();
  twilio?.close();
  await provider?.close();
});

const processOf = async (changes: Readonly<Record<string, string>>): Promise<ServiceProcess & { url: string }> => {
  const port = String(await freePort());
  const started = await startServiceProcess({ ...service.env, PORT: port, ...changes });
  return { ...started, url: `http://127.0.0.1:${port}/api/v1` };
};
const path = () => `/intake/twilio/${sourceId}?agent_id=agent-7`;
const send = (baseUrl: string, sid: string) =>
  sendCallback({
    to: `${baseUrl}${path()}`,
    signedUrl: `${service.baseUrl}${path()}`,
    form: twilio.form(sid),
    authToken: twilio.authToken,
  });
const itemOf = async (sid: string) =>
  (await ask(`/sources/${sourceId}/items?limit=100`)).body.items.find(
    ({ external_id }: { external_id: string }) => external_id === sid,
  );

/** The one call of the recording, and what it takes of the minutes. */
async function expectOneCall(sid: string): Promise<void> {
  const item = await until(async () => {
    const found = await itemOf(sid);
    return found?.status === 'taken' && found;
  }, 'the callback to become a call');
  expect(await finalAnalysis(api, item.analysis_id)).toBeInStatus('completed');
  const { rows } = await service.db.query(
    `SELECT a.id, (SELECT count(*)::int FROM ledger_entry e WHERE e.analysis_id = a.id) AS bills,
       (SELECT count(*)::int FROM minutes_reservation r WHERE r.analysis_id = a.id) AS reservations
     FROM analysis a WHERE a.external_id = $1`,
    [sid],
  );
  expect(rows).toEqual([{ id: item.analysis_id, bills: 1, reservations: 0 }]);
}

describe('a callback, whose process is killed', () => {
  const cases: readonly (readonly [string, Cut, typeof KEEPS, boolean, number])[] = [
    ['before its row is committed, is new when Twilio sends it again', 'before', KEEPS, true, 201],
    ['after that and before its answer, is known when Twilio sends it again', 'after', KEEPS, true, 200],
    ['after that and before its answer, is taken where Twilio sends it no more', 'after', KEEPS, false, 0],
    ['before it is a call, is one all the same', 'before', ENDS, true, 200],
    ['when it has just become a call, is no second one', 'after', ENDS, true, 200],
  ];
  it.each(cases)('%s', async (_, cut, statement, isSentAgain, status) => {
    const proxy = await startCuttingProxy(service.env.DATABASE_URL ?? '', cut, statement);
    const doomed = await processOf({ DATABASE_URL: proxy.url });
    const sid = SID('RE', ++sids);
    const answered = send(doomed.url, sid).then(
      (answer) => answer.status,
      () => null,
    );
    await until(async () => proxy.held() === 1, 'the statement');
    await doomed.kill();
    proxy.close();
    expect(await answered, 'what Twilio was answered').toBe(statement === KEEPS ? null : 201);
    expect(await itemOf(sid), 'what is kept').toEqual(
      cut === 'before' && statement === KEEPS ? undefined : expect.objectContaining({ external_id: sid }),
    );
    const worker = await processOf({ PROCESS: 'worker' });
    if (isSentAgain) await expect(await send(service.baseUrl, sid)).toAnswer(status);
    await expectOneCall(sid);
    if (isSentAgain) await expect(await send(service.baseUrl, sid)).toAnswer(200);
    await worker.kill();
  });

  it('while its recording is fetched, is fetched again by the next worker', async () => {
    const sid = SID('RE', ++sids);
    const recording = recordedCall();
    let hung = false;
    twilio.serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/x-wav', 'content-length': recording.length });
      response.write(recording.subarray(0, recording.length / 2));
      hung = true;
    };
    const doomed = await processOf({ PROCESS: 'worker' });
    await expect(await send(service.baseUrl, sid)).toAnswer(201);
    await until(async () => hung, 'half of the recording');
    await doomed.kill();
    twilio.serve = null;
    twilio.asked = [];
    await endLeases(service.db);
    const worker = await processOf({ PROCESS: 'worker' });
    await expect(await send(service.baseUrl, sid)).toAnswer(200);
    await expectOneCall(sid);
    expect(twilio.asked.length, 'requests for the recording by the next worker').toBeGreaterThan(0);
    await worker.kill();
  });
});
