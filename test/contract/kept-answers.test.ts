// What a repeated POST answers once that which the first one made or told of is deleted: nothing of it, and no second effect.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, openPool, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { heard, storeCard } from '../support/builders/evaluated-calls.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';

const GONE = {
  detail:
    'The first request with this Idempotency-Key was carried out. What it answered with was deleted or is no longer kept.',
};

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let testKey: string;

beforeAll(async () => {
  service = await startTestService();
  account = await service.openAccount();
  ask = askAs(service, account);
  testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  accountId = rows[0].id;
});
afterAll(() => service?.stop());

/** A POST that can be repeated. */
function keyed(path: string, json: object | null, credential: string | null = testKey) {
  const headers = {
    ...(credential && { authorization: `Bearer ${credential}` }),
    ...(json && { 'content-type': 'application/json' }),
    'idempotency-key': randomUUID(),
  };
  const body = json && JSON.stringify(json);
  return async () => {
    const response = await contractFetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body });
    return { response, text: await response.clone().text() };
  };
}

type Keyed = ReturnType<typeof keyed>;

/** Sends each twice. @returns the answers to the second time */
async function sendTwice(requests: Readonly<Record<string, Keyed>>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, send] of Object.entries(requests)) {
    const first = await send();
    expect(first.response.ok, `${name}: ${first.text}`).toBe(true);
    const again = await send();
    expect(again.response.headers.get('idempotent-replayed'), name).toBe('true');
    texts[name] = again.text;
  }
  return texts;
}

async function expectGone(requests: Readonly<Record<string, Keyed>>): Promise<void> {
  for (const [name, send] of Object.entries(requests)) await expect((await send()).response, name).toAnswer(404, GONE);
}

const scenario = { agent_id: 'agent-7', contact_id: 'planted-contact', scenario: 'good_call' };

async function final(id: string): Promise<void> {
  await until(async () => (await ask(`/analysis/${id}`)).body.status !== 'processing', 'the analysis');
}

/** A POST of each kind whose answer tells of the analysis. */
async function requestsAbout(id: string): Promise<Record<string, Keyed>> {
  const card = await storeCard(service.db, accountId, [heard('spoken')], { livemode: false });
  const hook = { webhook_url: 'https://example.com/planted' };
  return {
    webhook: keyed(`/analysis/${id}/webhook`, { ...hook, webhook_events: ['analysis.completed'] }),
    sample: keyed('/webhooks/test', { ...hook, analysis_id: id }),
    link: keyed(`/analysis/${id}/report-link`, {}),
    evaluation: keyed(`/analysis/${id}/evaluations`, { scorecard_id: card }),
    trial: keyed(`/scorecards/${card}/revisions/1/try`, { analysis_ids: [id] }),
  };
}

describe('a repeated POST after the deletion of its analysis', () => {
  it('tells nothing of the call, and makes and bills no other', async () => {
    const create = keyed('/analysis', scenario);
    const fromUrl = keyed('/analysis/from-url', { ...scenario, audio_url: 'https://example.com/a.wav' });
    const [{ id }, { id: other }] = [JSON.parse((await create()).text), JSON.parse((await fromUrl()).text)];
    await Promise.all([final(id), final(other)]);
    const requests = { create, ...(await requestsAbout(id)) };
    const texts = await sendTwice(requests);
    expect(texts.webhook, 'the answer holds the transcript').toContain('planted-contact');
    expect(texts.sample, 'the sample holds the transcript').toContain('planted-contact');
    const count = async () =>
      (await service.db.query('SELECT (SELECT count(*) FROM analysis) + (SELECT count(*) FROM ledger_entry) AS n'))
        .rows[0].n;
    const before = Number(await count());

    await expect(await ask(`/analysis/${id}`, { method: 'DELETE', credential: testKey })).toAnswer(200);
    await expectGone(requests);
    expect(Number(await count()), 'analyses and ledger entries').toBe(before - 1);
    const kept = await fromUrl();
    expect(kept.response.headers.get('idempotent-replayed'), 'the answer about another call').toBe('true');
    await ask(`/analysis/${other}`, { method: 'DELETE', credential: testKey });
    await expectGone({ fromUrl });
  });

  it('is the same for a retry, and for the same key with another body 422', async () => {
    const { id } = JSON.parse((await keyed('/analysis', { ...scenario, scenario: 'fails_provider' })()).text);
    await final(id);
    const retry = keyed(`/analysis/${id}/retry`, null);
    await expect((await retry()).response).toAnswer(200);
    await final(id);
    await ask(`/analysis/${id}`, { method: 'DELETE', credential: testKey });
    await expectGone({ retry });
  });

  it('is the same where the end of its retention has deleted it', async () => {
    const create = keyed('/analysis', scenario);
    const { id } = JSON.parse((await create()).text);
    await final(id);
    const requests = { create, ...(await requestsAbout(id)) };
    await sendTwice(requests);
    await service.db.query('DELETE FROM analysis WHERE id = $1', [id]);
    await expectGone(requests);
  });
});

describe('a repeated POST after other deletions', () => {
  it('tells nothing of a draft or an API key that is gone', async () => {
    const { accessToken, liveKey } = account;
    const card = (await ask('/scorecards', { json: { name: 'Card' }, credential: liveKey })).body.id;
    const form = (key: string) => ({
      sections: [
        {
          key: 'only',
          title: 'Only',
          weight: 1,
          questions: [
            {
              key,
              text: 'Planted question?',
              weight: 1,
              answers: [
                { key: 'yes', label: 'Yes', points: 1 },
                { key: 'no', label: 'No', points: 0 },
              ],
              judge: { kind: 'human' },
            },
          ],
        },
      ],
    });
    const path = `/scorecards/${card}/revisions`;
    const [draft, other] = [keyed(path, form('one'), liveKey), keyed(path, form('two'), liveKey)];
    const key = keyed('/api-keys', { name: 'Soon revoked' }, accessToken);
    const texts = await sendTwice({ draft, other, key });
    await ask(`${path}/1`, { method: 'DELETE' });
    await ask(`/api-keys/${JSON.parse(texts.key ?? '').id}`, { method: 'DELETE' });
    await expectGone({ draft, key });
    expect((await other()).text).toBe(texts.other);
  });

  it('tells nothing of an account that was erased, also where the request had no credentials', async () => {
    const credentials = { email: 'planted@example.com', password: 'correct horse battery' };
    const register = keyed('/auth/register', credentials, null);
    await sendTwice({ register });
    const db = openPool(service.env.DATABASE_URL ?? '');
    await db.query('UPDATE account SET email_verified_at = now() WHERE email = $1', [credentials.email]);
    await db.end();
    const logIn = await ask('/auth/login', { json: credentials, credential: null });
    const json = { current_password: credentials.password };
    await ask('/users/me', { method: 'DELETE', json, credential: logIn.body.access_token });
    await expectGone({ register });
  });
});
