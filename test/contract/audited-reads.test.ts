// Reads of single calls in the audit log of an account that wants them there, and in no other's.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let account: Account;
let ask: Ask;
let call: string;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  account = await service.openAccount(`reads-${crypto.randomUUID()}@example.com`);
  ask = askAs(service, account);
  const key = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
  const json = { agent_id: 'agent-7', contact_id: 'cust-42', scenario: 'good_call' };
  call = (await ask('/analysis', { json, credential: key })).body.id;
  await until(async () => (await ask(`/analysis/${call}`)).body.status === 'completed', 'the analysis');
});

const wantReads = () => ask('/settings/retention', { method: 'PUT', json: { audit_reads: true } });
const reads = async (): Promise<{ actor: string; shown: string; subject: string }[]> => {
  const { body } = await ask('/audit?action=analysis.read');
  return body.items.map((entry: { actor: { kind: string }; details: { shown: string }; subject: { id: string } }) => ({
    actor: entry.actor.kind,
    shown: entry.details.shown,
    subject: entry.subject.id,
  }));
};

/** Someone without credentials opens a link to the report. */
async function openReportLink(): Promise<void> {
  const { body } = await ask(`/analysis/${call}/report-link`, { method: 'POST' });
  const { pathname, search } = new URL(body.url);
  const opened = await fetch(new URL(service.baseUrl).origin + pathname + search);
  expect(await opened.text()).toContain('<html');
}

/** The session of a reviewer without an account. */
async function linkSession(): Promise<string> {
  const { body: link } = await ask(`/analysis/${call}/review-links`, { json: { reviewer_id: 'mara', may: ['read'] } });
  const token = new URL(link.url).hash.slice('#review='.length);
  return (await ask('/review/session', { json: { token }, credential: null })).body.access_token;
}

async function readInEachWay(): Promise<void> {
  await ask(`/analysis/${call}`);
  await ask(`/analysis/${call}?view=summary`, { credential: account.liveKey });
  await ask(`/analysis/${call}/report`);
  await openReportLink();
  await ask(`/analysis/${call}`, { credential: await linkSession() });
  await ask('/analysis');
  await ask(`/analysis/${crypto.randomUUID()}`);
}

describe('reads of single calls', () => {
  it('are entered with who read what, and lists and calls that are not there are none', async () => {
    await wantReads();
    await readInEachWay();
    const of = (actor: string, shown: string) => ({ actor, shown, subject: call });
    expect(await reads()).toEqual([
      of('review_link', 'analysis'),
      of('review_link', 'report'),
      of('token', 'report'),
      of('api_key', 'analysis'),
      of('token', 'analysis'),
    ]);
  });

  it('are entered nowhere where the account has not asked for it', async () => {
    await readInEachWay();
    expect(await reads()).toEqual([]);
  });

  it('of an account are entered from the moment on at which it asks, and no longer than it asks', async () => {
    await ask(`/analysis/${call}`);
    await wantReads();
    await ask(`/analysis/${call}`);
    await ask('/settings/retention', { method: 'PUT', json: { audit_reads: false } });
    await ask(`/analysis/${call}`);
    expect(await reads(), 'entered reads').toHaveLength(1);
  });
});

it('review links are entered when they are made and revoked, with whom they are for as an HMAC', async () => {
  const { body: link } = await ask(`/analysis/${call}/review-links`, {
    json: { reviewer_id: 'mara', may: ['review'] },
  });
  await ask(`/analysis/${call}/review-links/${link.id}`, { method: 'DELETE' });
  const { body } = await ask(`/audit?subject=${link.id}`);
  const details = { analysis_id: call };
  expect(body.items).toMatchObject([
    { action: 'review_link.revoked', details },
    {
      action: 'review_link.created',
      details: {
        ...details,
        may: ['read', 'review'],
        livemode: false,
        reviewer_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ]);
});
