// Twilio's callbacks, from the signed form to the judged call, against a stand-in for Twilio.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallAnalysis } from '../../../../clients/typescript/src/index.js';
import { casesOf } from '../../../gates/cases-of.js';
import {
  type Account,
  finalAnalysis,
  startTestService,
  type TestService,
  until,
} from '../../../support/apps/running-service.js';
import { providerSettings, recordedCall, startScriptedProvider } from '../../../support/builders/scripted-call.js';
import { checkedClient } from '../../../support/clients/checked-client.js';
import { type Ask, askAs } from '../../../support/clients/interface-client.js';
import type { OpenAiStub } from '../../../support/stubs/openai-stub.js';
import { SID, sendCallback, signed, startTwilioStub, type TwilioStub } from '../../../support/stubs/twilio-stub.js';

let provider: OpenAiStub;
let twilio: TwilioStub;
let elsewhere: Server;
let service: TestService;
let lines: string[];
let owner: Account;
let ask: Ask;
let api: CallAnalysis;
const leaked: (string | undefined)[] = [];

beforeAll(async () => {
  provider = await startScriptedProvider();
  twilio = await startTwilioStub(recordedCall);
  elsewhere = createServer((request, response) => {
    leaked.push(request.headers.authorization);
    response.end(recordedCall());
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  service = await startTestService({ ...providerSettings(provider), WORKER_SWEEP_SECONDS: '1' }, (line) =>
    lines.push(line),
  );
});
beforeEach(async () => {
  lines = [];
  twilio.asked = [];
  twilio.serve = null;
  owner = await service.openAccount();
  ask = askAs(service, owner);
  api = checkedClient(service.baseUrl, owner.liveKey);
});
afterAll(async () => {
  await service?.stop();
  twilio?.close();
  elsewhere?.close();
  await provider?.close();
});

let sids = 0x100;
const nextSid = () => SID('RE', ++sids);

const makeSource = async (changes: object = {}): Promise<string> => {
  const { accountSid: account_sid, authToken: auth_token, apiBase: api_base } = twilio;
  const json = { name: 'Twilio', kind: 'twilio', account_sid, auth_token, api_base, agent: 'child', ...changes };
  const made = await ask('/sources', { json });
  await expect(made).toAnswer(201);
  return made.body.id;
};

const callbackUrl = (sourceId: string, query = '?agent_id=agent-7') =>
  `${service.baseUrl}/intake/twilio/${sourceId}${query}`;
const send = (to: string, form: Readonly<Record<string, string>>, more: object = {}) =>
  sendCallback({ to, form, authToken: twilio.authToken, ...more });

const itemsOf = async (sourceId: string) => (await ask(`/sources/${sourceId}/items`)).body.items;
const settled = (sourceId: string) =>
  until(async () => {
    const [item] = await itemsOf(sourceId);
    return item && item.status !== 'waiting' ? item : null;
  }, 'the callback to be settled');
const calls = async () => (await ask('/analysis')).body.total;

describe('a source of kind twilio', () => {
  it('shows its fields, and never its token', async () => {
    const id = await makeSource({ defaults: { agent_id: 'a' } });
    const shown = await ask(`/sources/${id}`);
    expect(shown.body).toMatchObject({
      kind: 'twilio',
      account_sid: twilio.accountSid,
      agent: 'child',
      api_base: twilio.apiBase,
      bucket: null,
      naming: null,
      status: 'active',
    });
    expect(shown.text).not.toContain(twilio.authToken);
    const { rows } = await service.db.query('SELECT source::text AS row FROM source WHERE id = $1', [id]);
    expect(rows[0].row).not.toContain(twilio.authToken);
    expect(lines.join()).not.toContain(twilio.authToken);
  });

  it('names each fault', async () => {
    const refused = await ask('/sources', { json: { name: 'T', kind: 'twilio', account_sid: 'a:b', bucket: 'calls' } });
    await expect(refused).toAnswer(422);
    expect(refused.body.detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc.join('.'), msg])).toEqual([
      ['body.account_sid', "String should match pattern '^[\\w-]+$'"],
      ['body.agent', 'Field required'],
      ['body.bucket', 'Value error, a source of kind twilio has no bucket'],
      ['body.auth_token', 'Field required'],
    ]);
  });

  it('keeps its token where account and address stay', async () => {
    const id = await makeSource();
    const { accountSid: account_sid, apiBase: api_base } = twilio;
    const put = (changes: object) =>
      ask(`/sources/${id}`, {
        method: 'PUT',
        json: { name: 'T', kind: 'twilio', account_sid, api_base, agent: 'parent', ...changes },
      });
    await expect(await put({})).toAnswer(200);
    await expect(await send(callbackUrl(id), twilio.form(nextSid()))).toAnswer(201);
    await expect(await put({ api_base: 'http://127.0.0.1:9' })).toAnswer(422);
  });
});

describe('a completed recording', () => {
  it('is answered at once, fetched with the credentials of the source, and judged with the right roles', async () => {
    for (const [agent, channel] of [
      ['child', 1],
      ['parent', 0],
    ] as const) {
      const id = await makeSource({ agent });
      const sid = nextSid();
      const answer = await send(callbackUrl(id), twilio.form(sid));
      await expect(answer).toAnswer(201);
      expect(await answer.json()).toMatchObject({
        status: 'waiting',
        external_id: sid,
        analysis_id: null,
        error: null,
      });
      const item = await settled(id);
      expect(item).toMatchObject({ status: 'taken', external_id: sid });
      const done = await finalAnalysis(api, item.analysis_id);
      expect(done).toBeInStatus('completed');
      expect(done.call).toMatchObject({ agent_id: 'agent-7', contact_id: SID('CA', 7), external_id: sid });
      const { rows } = await service.db.query('SELECT agent_channel FROM analysis WHERE id = $1', [item.analysis_id]);
      expect(rows[0].agent_channel).toBe(channel);
      expect(twilio.asked.at(-1)?.path).toBe(
        `/2010-04-01/Accounts/${twilio.accountSid}/Recordings/${sid}.wav?RequestedChannels=2`,
      );
    }
    expect(lines.join()).not.toContain(twilio.authToken);
  });

  it('is one call, however often it is announced', async () => {
    const id = await makeSource({ defaults: { agent_id: 'a' } });
    const form = twilio.form(nextSid());
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(callbackUrl(id, ''), form)));
    const made = answers.filter((answer) => answer.status === 201);
    expect(made, 'answers that tell of a new callback').toHaveLength(1);
    await expect(answers.filter((answer) => !made.includes(answer))).toAnswerEach(200);
    const item = await settled(id);
    const again = await send(callbackUrl(id, ''), form);
    await expect(again).toAnswer(200);
    expect(await again.json()).toMatchObject({ status: 'taken', analysis_id: item.analysis_id });
    const other = await makeSource({ defaults: { agent_id: 'b' } });
    await expect(await send(callbackUrl(other, ''), form)).toAnswer(201);
    expect(await settled(other)).toMatchObject({ status: 'existing', analysis_id: item.analysis_id });
    expect(await calls()).toBe(1);
    expect((await ask(`/sources/${id}`)).body.counts).toEqual({ seen: 1, taken: 1, existing: 0, refused: 0 });
  });

  it('stays refused once its call was deleted, whatever source announces it', async () => {
    const id = await makeSource({ defaults: { agent_id: 'a' } });
    const form = twilio.form(nextSid());
    await send(callbackUrl(id, ''), form);
    const { analysis_id } = await settled(id);
    await finalAnalysis(api, analysis_id);
    await expect(await ask(`/analysis/${analysis_id}`, { method: 'DELETE' })).toAnswer(200);
    const refused = { status: 'refused', analysis_id: null, error: { loc: [], msg: 'The call was deleted' } };
    const again = await send(callbackUrl(id, ''), form);
    await expect(again).toAnswer(200);
    expect(await again.json()).toMatchObject(refused);
    const other = await makeSource({ defaults: { agent_id: 'a' } });
    await expect(await send(callbackUrl(other, ''), form)).toAnswer(201);
    expect((await itemsOf(other))[0]).toMatchObject(refused);
    expect(await calls()).toBe(0);
  });

  it('is refused with the field that nothing gives', async () => {
    const id = await makeSource();
    await expect(await send(callbackUrl(id, ''), twilio.form(nextSid()))).toAnswer(201);
    expect(await settled(id)).toMatchObject({ status: 'refused', error: { loc: ['agent_id'], msg: 'Field required' } });
  });

  it('waits while its source is paused', async () => {
    const id = await makeSource();
    await ask(`/sources/${id}/pause`, { method: 'POST' });
    await expect(await send(callbackUrl(id), twilio.form(nextSid()))).toAnswer(201);
    expect(await itemsOf(id)).toMatchObject([{ status: 'waiting' }]);
    await ask(`/sources/${id}/resume`, { method: 'POST' });
    expect(await settled(id)).toMatchObject({ status: 'taken' });
  });

  it('is fetched with the channels it has where their number is not told and two are refused', async () => {
    const id = await makeSource();
    twilio.serve = ({ url }, response) =>
      url?.includes('RequestedChannels') ? response.writeHead(400).end() : response.end(recordedCall());
    const sid = nextSid();
    const { RecordingChannels: _, ...form } = twilio.form(sid);
    await send(callbackUrl(id), form);
    const { analysis_id } = await settled(id);
    expect(await finalAnalysis(api, analysis_id)).toBeInStatus('completed');
    const asked = twilio.asked.filter(({ path }) => path.includes(sid));
    expect(asked.map(({ path }) => new URL(path, twilio.apiBase).search)).toEqual(['?RequestedChannels=2', '']);
  });

  it('is fetched again where Twilio is in trouble', async () => {
    const id = await makeSource();
    let tries = 0;
    twilio.serve = (_request, response) => {
      tries++;
      if (tries > 1) twilio.serve = null;
      response.writeHead(404).end();
    };
    await send(callbackUrl(id), twilio.form(nextSid()));
    const { analysis_id } = await settled(id);
    const waits =
      'UPDATE analysis SET run_after = now() WHERE id = $1 AND lease_until IS NULL AND run_after > now() AND fence > 0';
    await until(async () => {
      await service.db.query(waits, [analysis_id]);
      const { rows } = await service.db.query('SELECT status FROM analysis WHERE id = $1', [analysis_id]);
      return rows[0].status === 'completed';
    }, 'the call to complete');
    expect(twilio.asked.length).toBeGreaterThan(2);
  });
});

describe('the credentials of a source', () => {
  const other = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/call.wav`;

  it('go to no other host, neither by the form nor by a redirect', async () => {
    const id = await makeSource();
    await send(callbackUrl(id), twilio.form(nextSid(), { RecordingUrl: other() }));
    const first = await settled(id);
    expect(await finalAnalysis(api, first.analysis_id)).toBeInStatus('completed');
    twilio.serve = (_request, response) => response.writeHead(302, { location: other() }).end();
    await send(callbackUrl(id), twilio.form(nextSid()));
    const second = await until(async () => {
      const [item] = await itemsOf(id);
      return item.external_id !== first.external_id && item.status === 'taken' ? item : null;
    }, 'the second callback');
    expect(await finalAnalysis(api, second.analysis_id)).toBeInStatus('completed');
    expect(twilio.asked.at(-1)?.authorization).toMatch(/^Basic /);
    expect(leaked).toEqual([undefined, undefined]);
  });

  it('go with no call that was submitted otherwise', async () => {
    const id = await makeSource();
    const sid = nextSid();
    const { id: analysisId } = await api.analyses.create({
      agent_id: 'a',
      contact_id: 'c',
      external_id: sid,
      url: `${twilio.apiBase}/theirs.wav?RequestedChannels=2`,
    });
    await send(callbackUrl(id), twilio.form(sid));
    expect(await settled(id)).toMatchObject({ status: 'existing', analysis_id: analysisId });
    expect(await finalAnalysis(api, analysisId)).toBeInStatus('failed');
    expect(twilio.asked.map(({ authorization }) => authorization)).not.toContainEqual(expect.any(String));
  });
});

describe('a recording that is not completed', () => {
  it.each(['in-progress', 'absent', 'failed'])('is not kept where it is %s', async (RecordingStatus) => {
    const id = await makeSource();
    const answer = await send(callbackUrl(id), twilio.form(nextSid(), { RecordingStatus }));
    await expect(answer).toAnswer(204);
    expect(await itemsOf(id)).toEqual([]);
  });
});

describe('a callback that is not of Twilio', () => {
  const SENTENCE = { detail: 'The signature is not valid' };

  it('is refused in every altered form, and an unknown source as they are', async () => {
    const id = await makeSource({ defaults: { agent_id: 'a' } });
    const other = await makeSource({ defaults: { agent_id: 'b' }, auth_token: 'another-token-of-another-source' });
    const to = callbackUrl(id);
    const known = twilio.form(nextSid());
    const signatureOf = (form: Record<string, string>) => signed(to, form, twilio.authToken);
    const alterations: readonly ((form: Record<string, string>) => Promise<Response>)[] = [
      (form) => send(to, form, { signature: null }),
      (form) => send(to, form, { signature: '' }),
      (form) => send(to, form, { signature: Buffer.alloc(20, sids).toString('base64') }),
      (form) => send(to, form, { authToken: `${twilio.authToken}0` }),
      // Signed for another address: another source, another query, another host, no query.
      (form) => send(callbackUrl(other), form),
      (form) => send(callbackUrl(id, '?agent_id=agent-8'), form, { signedUrl: to }),
      (form) => send(to, form, { signedUrl: callbackUrl(id, '') }),
      (form) => send(to, form, { signedUrl: to.replace('127.0.0.1', 'calls.example') }),
      (form) => send(to, form, { signedUrl: to.replace('http:', 'https:') }),
      // A field more, less, and changed, beneath the signature of the known one.
      (form) => send(to, { ...form, Extra: '1' }, { signature: signatureOf(form) }),
      ({ ErrorCode: _, ...less }) => send(to, less, { signature: signatureOf(twilio.form(less.RecordingSid ?? '')) }),
      (form) => send(to, { ...form, RecordingUrl: `${form.RecordingUrl}x` }, { signature: signatureOf(form) }),
      (form) => send(to, { ...form, RecordingSid: SID('RE', 1) }, { signature: signatureOf(form) }),
      (form) => send(to, { ...form, RecordingStatus: 'Completed' }, { signature: signatureOf(form) }),
      // Another recording and another address, of the same text beneath the signature.
      ({ RecordingSid, RecordingSource, ...form }) =>
        send(
          to,
          { ...form, RecordingSid: `${RecordingSid}RecordingSource${RecordingSource}` },
          {
            signature: signatureOf({
              ...form,
              RecordingSid: String(RecordingSid),
              RecordingSource: String(RecordingSource),
            }),
          },
        ),
      ({ AccountSid, ...form }) =>
        send(`${to}AccountSid${AccountSid}`, form, {
          signature: signatureOf({ ...form, AccountSid: String(AccountSid) }),
        }),
      // A sub-account that knows the token.
      (form) => send(to, { ...form, AccountSid: SID('AC', 2) }),
      (form) => send(callbackUrl('7c9e6679-7425-40de-944b-e07fc1f90ae7'), form),
      (form) => send(callbackUrl('unknown'), form),
      (form) => send(callbackUrl(`${id}0`), form),
    ];
    const outcomes = new Map<string, number>();
    const rounds = casesOf(50, 5);
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(alterations.map((alter) => alter(twilio.form(nextSid()))));
      for (const answer of answers) {
        const outcome = `${answer.status} ${await answer.text()}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }
    expect([...outcomes]).toEqual([[`403 ${JSON.stringify(SENTENCE)}`, rounds * alterations.length]]);
    expect([...(await itemsOf(id)), ...(await itemsOf(other))], 'callbacks that were kept').toEqual([]);
    await expect(await send(to, known)).toAnswer(201);
    for (let times = 0; times < 20; times++) await expect(await send(to, known)).toAnswer(200);
    await settled(id);
    expect(await calls(), 'calls, of one callback that is good and was replayed').toBe(1);
  });

  it('is refused for a deleted source, and for one of another kind', async () => {
    const id = await makeSource();
    await ask(`/sources/${id}`, { method: 'DELETE' });
    const answer = await send(callbackUrl(id), twilio.form(nextSid()));
    await expect(answer).toAnswer(403);
    expect(await answer.json()).toEqual(SENTENCE);
  });

  it('is taken with the port of its scheme, and without any', async () => {
    const id = await makeSource();
    const to = callbackUrl(id);
    await expect(await send(to, twilio.form(nextSid()), { signedUrl: to.replace(/:\d+/, '') })).toAnswer(201);
  });

  it('costs a bounded form', async () => {
    const id = await makeSource();
    const large = twilio.form(nextSid(), { Extra: 'x'.repeat(70_000) });
    const answer = await send(callbackUrl(id), large);
    await expect(answer).toAnswer(400);
    expect(await answer.json()).toEqual({ detail: 'Request body is too large' });
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, '']));
    await expect(await send(callbackUrl(id), many)).toAnswer(403);
    const json = await fetch(callbackUrl(id), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await expect(json).toAnswer(403);
    expect(await itemsOf(id)).toEqual([]);
  });
});

describe('without minutes', () => {
  it('the callback is answered all the same, waits, and is taken up when there are some', async () => {
    const start = await service.takeDown();
    Object.assign(service.env, { FREE_INCLUDED_MINUTES: '0' });
    await start();
    const id = await makeSource();
    await expect(await send(callbackUrl(id), twilio.form(nextSid()))).toAnswer(201);
    const waiting = await until(async () => {
      const [item] = await itemsOf(id);
      return item.error ? item : null;
    }, 'the refusal for want of minutes');
    expect(waiting).toMatchObject({ status: 'waiting', error: { msg: expect.stringContaining('minutes') } });
    const again = await service.takeDown();
    Object.assign(service.env, { FREE_INCLUDED_MINUTES: '100' });
    await service.db.query('UPDATE source_item SET run_after = now() WHERE source_id = $1', [id]);
    await again();
    expect(await settled(id)).toMatchObject({ status: 'taken', error: null });
  });
});
