// What is left of a person after an erasure: every column of every table is searched for words that were planted in all that a
// client can send, and so are the files of the service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { heard, storeCard } from '../support/builders/evaluated-calls.js';
import { filesOf, tablesOf } from '../support/builders/left-words.js';
import { storeTrial } from '../support/builders/tried-calls.js';
import { type Ask, type AskOptions, askAs } from '../support/clients/interface-client.js';

/** A word of the scenario's script. */
const SPOKEN = 'Northwind Energy';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1' });
});
afterAll(() => service?.stop());

const tablesWith = (words: string) => tablesOf(service.db, words);
const filesWith = (words: string) => filesOf(service.dataDir, words);

interface Planted {
  readonly account: Account;
  readonly ask: Ask;
  readonly credential: string;
  readonly analysisId: string;
  readonly cardId: string;
}

/** An account in every text of which, and in every text of whose call, the mark stands. */
async function plant(mark: string): Promise<Planted> {
  const account = await service.openAccount(`${mark}@example.com`);
  const ask = askAs(service, account);
  const metadata = { [`${mark}-key`]: `${mark} value` };
  const send = async (path: string, json: object, options: AskOptions = {}) => {
    const answer = await ask(path, { json, ...options });
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body;
  };
  await send('/users/me', { metadata, phone_number: '+4930123456' }, { method: 'PUT' });
  const { key: credential } = await send('/api-keys', { name: `${mark} key`, mode: 'test', metadata });
  const contact = `${mark}-contact`;
  const call = {
    agent_id: `${mark}-agent`,
    contact_id: contact,
    scenario: 'good_call',
    metadata,
    webhook_url: `https://example.com/${mark}`,
  };
  const { id: analysisId } = await send('/analysis', call, { credential });
  await until(async () => (await ask(`/analysis/${analysisId}`)).body.status === 'completed', 'the analysis');
  const { rows } = await service.db.query('SELECT account_id AS id FROM analysis WHERE id = $1', [analysisId]);
  const cardId = await storeCard(service.db, rows[0].id, [heard(`${mark}_question`)], { livemode: false });
  await send(
    `/scorecards/${cardId}`,
    { name: mark, description: mark, metadata, applies_to: { agent_id: [mark] } },
    {
      method: 'PUT',
      credential,
    },
  );
  const person = { reviewer_id: `${mark}-reviewer`, note: `${mark}-note` };
  await send(
    `/analysis/${analysisId}/review-links`,
    { reviewer_id: person.reviewer_id, may: ['read'] },
    { credential },
  );
  await send(`/analysis/${analysisId}/reviews`, person, { credential });
  const change = { ...person, base_version: 1, segments: [{ id: 0, text: `${mark}_words` }] };
  const { id: correctionId } = await send(`/analysis/${analysisId}/corrections`, change, { credential });
  const correction = `/analysis/${analysisId}/corrections/${correctionId}`;
  await until(async () => (await ask(correction)).body.status === 'completed', 'the correction');
  const rescore = { scorecard_id: cardId, filter: { contact_id: contact, search: contact } };
  const { id: jobId } = await send(
    '/rescores',
    { ...rescore, webhook_url: `https://example.com/${mark}`, webhook_events: ['rescore.completed'] },
    { credential },
  );
  await until(async () => (await ask(`/rescores/${jobId}`)).body.status === 'completed', 'the job');
  const canceled = await send('/rescores', rescore, { credential });
  await ask(`/rescores/${canceled.id}/cancel`, { method: 'POST', credential });
  await storeTrial(service.db, rows[0].id, { livemode: false, name: `${mark}-trial`, analysisId });
  return { account, ask, credential, analysisId, cardId };
}

describe('after an erasure', () => {
  it('of an account no table and no file holds anything of it', async () => {
    const { account, ask } = await plant('planted_account');
    expect(await tablesWith('planted_account'), 'tables with the mark before the erasure').toEqual(
      expect.arrayContaining([
        'account',
        'analysis',
        'analysis_payload',
        'api_key',
        'correction',
        'engine_trial',
        'evaluation',
        'rescore',
        'review',
        'review_link',
        'scorecard',
      ]),
    );
    await ask('/users/me', { method: 'DELETE', json: { current_password: account.password } });
    expect(await tablesWith('planted_account')).toEqual([]);
    expect(await tablesWith(SPOKEN)).toEqual([]);
    expect(await filesWith('planted_account')).toEqual([]);
  });

  it('of a call no table names its contact, not even the filter of a job that searched for it', async () => {
    const { ask, credential, analysisId } = await plant('planted_call');
    await ask(`/analysis/${analysisId}`, { method: 'DELETE', credential });
    expect(await tablesWith('planted_call-contact')).toEqual([]);
    // The statistics forget the agent of their last call with the next fold.
    await until(async () => (await tablesWith('planted_call-agent')).length === 0, 'the fold of the statistics');
    expect(await tablesWith('planted_call-reviewer')).toEqual([]);
    // The id of a deleted call stays in the audit log, and in the books, which a call of the sandbox is not in.
    expect(await tablesWith(analysisId)).toEqual(['audit_entry']);
  });

  it('of an address no table keeps it once another is in its place', async () => {
    const { account, ask } = await plant('planted_address');
    const json = { email: 'other@example.com', current_password: account.password };
    await ask('/users/me', { method: 'PUT', json });
    expect(await tablesWith('other@example.com'), 'tables with an address that is to be verified').toEqual([
      'account',
      'account_token',
      'member',
    ]);
    await ask('/users/me', { method: 'DELETE', json: { current_password: account.password } });
    expect([...(await tablesWith('planted_address')), ...(await tablesWith('other@example.com'))]).toEqual([]);
  });
});
