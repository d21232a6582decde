// POST /analysis/from-url: the JSON form of POST /analysis at an address of its own.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, uploadOf } from '../support/apps/running-service.js';
import { recordedCall } from '../support/builders/scripted-call.js';
import { contractFetch } from '../support/clients/responses.js';
import { answerTo } from '../support/matchers/answers.js';

const SUBMISSIONS = 500;

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api', RATE_LIMIT_SUBMISSION: String(SUBMISSIONS) });
  account = await service.openAccount();
});
afterAll(() => service?.stop());

const BY_URL = { audio_url: 'https://example.com/call.wav', agent_id: 'agent-7', contact_id: 'cust-42' };

async function submit(body: string | FormData, headers: Record<string, string> = {}, path = '/analysis/from-url') {
  const response = await contractFetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': account.liveKey,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
  });
  const answer = { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  return answerTo(`POST ${path}`, answer);
}

describe('a submission by URL', () => {
  it('is accepted as by POST /analysis, and names the members that the service does not know [settled 41]', async () => {
    const sent = JSON.stringify({ ...BY_URL, metadata: { campaign: 'spring' }, audioUrl: 'x' });
    const [own, general] = [await submit(sent), await submit(sent, {}, '/analysis')];
    await expect(own).toAnswer(201);
    expect(own.headers.get('x-ignored-fields')).toBe('audioUrl');
    expect(own.body).toMatchObject({ object: 'analysis', status: 'processing', metadata: { campaign: 'spring' } });
    const { id: _, created: __, ...alike } = general.body;
    expect(own.body).toMatchObject(alike);
  });

  it('is one analysis for one Idempotency-Key, and another one than that of POST /analysis [settled 41]', async () => {
    const key = { 'idempotency-key': 'from-url-1' };
    const sent = JSON.stringify(BY_URL);
    const [first, again] = [await submit(sent, key), await submit(sent, key)];
    await expect(again).toAnswer(201, first.body);
    expect(again.headers.get('idempotent-replayed'), 'the header idempotent-replayed').toEqual('true');
    const elsewhere = await submit(sent, key, '/analysis');
    await expect(elsewhere).toAnswer(201);
    expect(elsewhere.headers.get('idempotent-replayed'), 'the header idempotent-replayed').toEqual(null);
    expect(elsewhere.body.id).not.toBe(first.body.id);
    const reused = await submit(JSON.stringify({ ...BY_URL, agent_id: 'agent-8' }), key);
    await expect(reused).toAnswer(422);
    expect(reused.body.detail[0].loc).toEqual(['header', 'idempotency-key']);
  });

  it('is refused with every failing field at once', async () => {
    const faulty = { audio_url: 'ftp://example.com/a.wav', webhook_url: 'https://example.com:22/', contact_id: '' };
    const answer = await submit(JSON.stringify(faulty));
    await expect(answer).toAnswer(422);
    const faults = answer.body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc.join('.')]);
    expect(faults.sort()).toEqual([
      ['missing', 'body.agent_id'],
      ['string_too_short', 'body.contact_id'],
      ['url_parsing', 'body.audio_url'],
      ['value_error', 'body.webhook_url'],
    ]);
  });

  it('takes no form [settled 41]', async () => {
    expect(await submit(uploadOf(recordedCall()))).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            type: 'content_type',
            loc: ['header', 'content-type'],
            msg: 'The Content-Type should be application/json',
          },
        ],
      },
    });
  });

  it('is refused with a scorecard that the account does not have', async () => {
    const sent = JSON.stringify({ ...BY_URL, scorecards: [randomUUID()] });
    for (const path of ['/analysis/from-url', '/analysis'])
      expect(await submit(sent, {}, path)).toMatchObject({ status: 404, body: { detail: 'Scorecard not found' } });
  });

  it('counts in the budget of submissions, which has the smaller limit here [settled 41]', async () => {
    const { headers } = await submit('{}');
    expect(headers.get('x-ratelimit-limit')).toBe(String(SUBMISSIONS));
  });

  it('needs minutes of the plan', async () => {
    await service.db.query('UPDATE usage_period SET included_hundredths = 0');
    const answer = await submit(JSON.stringify(BY_URL));
    await expect(answer).toAnswer(402, { detail: expect.stringMatching(/^Usage limit exceeded: /) });
  });
});
