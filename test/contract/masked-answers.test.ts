// What a repeated POST answers once the words of its call are masked: what the first one told of, as it is by then.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetAnswersAbout } from '../../src/platform/http/idempotency/idempotency-keys.js';
import { startTestService, type TestService, until } from '../support/apps/running-service.js';
import { accountIdOf, BY_PHRASES, formWith, publishForm } from '../support/builders/published-form.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';

/** Said at the beginning of the call, and what stands there afterwards. */
const [SAID, LABEL] = ['Thank you', '[PERSON_NAME_1]'];
const GONE = {
  detail:
    'The first request with this Idempotency-Key was carried out. What it answered with was deleted or is no longer kept.',
};

let service: TestService;
let ask: Ask;
let accountId: string;
let testKey: string;
let liveKey: string;

beforeAll(async () => {
  service = await startTestService();
  const account = await service.openAccount();
  ask = askAs(service, account);
  ({ liveKey } = account);
  accountId = await accountIdOf(service.db, account.email);
  testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
});
afterAll(() => service?.stop());

/** A POST that can be repeated. */
function keyed(path: string, json: object, credential = testKey) {
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  return async () => {
    const init = { method: 'POST', headers, body: JSON.stringify(json) };
    const response = await contractFetch(`${service.baseUrl}${path}`, init);
    return { response, text: await response.clone().text() };
  };
}

type Keyed = ReturnType<typeof keyed>;

const read = async (path: string) => (await ask(path, { credential: testKey })).body;

/** Sends each twice. @returns the answers, which are the same both times */
async function sendTwice(requests: Readonly<Record<string, Keyed>>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, send] of Object.entries(requests)) {
    const [first, again] = [await send(), await send()];
    expect(first.response.ok, `${name}: ${first.text}`).toBe(true);
    expect(again.response.headers.get('idempotent-replayed'), name).toBe('true');
    expect([again.response.status, again.text], name).toEqual([first.response.status, first.text]);
    texts[name] = first.text;
  }
  return texts;
}

/** The transaction that masks a call, in short: everything of it that holds the words, and then what is kept of answers. */
async function mask(analysisId: string): Promise<void> {
  const masked = (columns: readonly string[]) =>
    columns.map((column) => `${column} = regexp_replace(${column}, $2, $3, 'gi')`).join(', ');
  const values = [analysisId, SAID, LABEL];
  await service.db.query(
    `UPDATE analysis_payload SET ${masked(['transcript', 'words', 'results'])} WHERE analysis_id = $1`,
    values,
  );
  await service.db.query(`UPDATE review SET ${masked(['findings'])} WHERE analysis_id = $1`, values);
  await service.db.query(`UPDATE correction SET ${masked(['note'])} WHERE analysis_id = $1`, values);
  await service.db.query(
    `UPDATE evaluation_payload SET ${masked(['answers', 'judged'])}
     WHERE evaluation_id IN (SELECT id FROM evaluation WHERE analysis_id = $1)`,
    values,
  );
  const tx = { query: async (sql: string, given: unknown[]) => (await service.db.query(sql, given)).rows };
  await forgetAnswersAbout(tx as never, accountId, analysisId);
}

/** A completed call of the sandbox that waits for a reviewer, judged by a scorecard. @returns the request that made it, too */
async function completedCall() {
  const create = keyed('/analysis', {
    agent_id: 'agent-7',
    contact_id: 'contact',
    scenario: 'good_call',
    webhook_url: 'https://example.com/hook',
  });
  const { id } = JSON.parse((await create()).text);
  await until(async () => (await read(`/analysis/${id}`)).status === 'completed', 'the analysis');
  await service.db.query(
    `INSERT INTO review_task (analysis_id, account_id, livemode, created_at, agent_id, scorecards, doubts)
     VALUES ($1, $2, false, now(), 'agent-7', '{}', '{"call": {"reasons": ["flagged"], "worth": 0.1}}')
     ON CONFLICT DO NOTHING`,
    [id, accountId],
  );
  const card = await publishForm(service.db, accountId, formWith(BY_PHRASES));
  const json = { scorecard_id: card };
  const made = await ask(`/analysis/${id}/evaluations`, { json, credential: testKey });
  await until(async () => (await read(`/evaluations/${made.body.id}`)).status === 'completed', 'the evaluation');
  return { id, create, card, evaluationId: made.body.id as string };
}

it('answers that show an object show it masked, others stay or are gone', async () => {
  const { id, create, card, evaluationId } = await completedCall();
  const hook = { webhook_url: 'https://example.com/other' };
  const { segments } = (await read(`/analysis/${id}`)).transcript;
  const said = segments.find(({ text }: { text: string }) => text.includes(SAID));
  const reviewer = { reviewer_id: 'mara' };
  const quotes = [{ segment_id: said.id, quote: SAID }];
  const finding = { finding: 'quality.greeting', answer: 'yes', quotes };
  const rendered = {
    create,
    evaluation: keyed(`/analysis/${id}/evaluations`, { scorecard_id: card }),
    review: keyed(`/analysis/${id}/reviews`, { ...reviewer, findings: [finding] }),
    webhook: keyed(`/analysis/${id}/webhook`, { ...hook, webhook_events: ['analysis.completed'] }),
    correction: keyed(`/analysis/${id}/corrections`, {
      ...reviewer,
      base_version: 1,
      note: `Said "${SAID}"`,
      segments: [{ id: 1, text: 'Nothing.' }],
    }),
  };
  const gone = {
    dryRun: keyed(`/analysis/${id}/reviews`, { ...reviewer, dry_run: true, findings: [finding] }),
    sample: keyed('/webhooks/test', { ...hook, analysis_id: id }),
    trial: keyed(`/scorecards/${card}/revisions/1/try`, { analysis_ids: [id] }),
  };
  const wordless = {
    claim: keyed('/review-queue/claim', { reviewer_id: 'ann' }),
    release: keyed(`/review-queue/${id}/release`, { reviewer_id: 'ann' }),
    dismiss: keyed(`/review-queue/${id}/dismiss`, { reviewer_id: 'ann' }),
    reportLink: keyed(`/analysis/${id}/report-link`, {}),
    reviewLink: keyed(`/analysis/${id}/review-links`, { reviewer_id: 'mara', may: ['read'] }),
  };
  const kept = await sendTwice(wordless);
  const lost = await sendTwice(gone);
  for (const [name, text] of Object.entries(lost)) expect(text, `${name} holds the words`).toMatch(/thank you/i);
  const texts = await sendTwice(rendered);
  expect(texts.review).toContain(SAID);
  expect(texts.webhook).toContain(SAID);
  expect(texts.evaluation).toMatch(/thank you/i);
  expect(texts.correction).toContain(SAID);
  const correction = `/analysis/${id}/corrections/${JSON.parse(texts.correction ?? '').id}`;
  await until(async () => (await read(correction)).status === 'completed', 'the correction');

  await mask(id);
  for (const [name, send] of Object.entries(rendered)) {
    const { response, text } = await send();
    expect(response.headers.get('idempotent-replayed'), name).toBe('true');
    expect(text, name).not.toMatch(/thank you/i);
  }
  const answer = async (send: Keyed) => JSON.parse((await send()).text);
  const withoutLink = ({ audio, ...rest }: { audio: object }) => ({ ...rest, audio: { ...audio, url: null } });
  const present = await read(`/analysis/${id}`);
  expect(JSON.stringify(present)).toContain(LABEL);
  expect(withoutLink(await answer(create))).toEqual(withoutLink(present));
  expect(withoutLink(await answer(rendered.webhook))).toEqual(withoutLink(present));
  expect(await answer(rendered.evaluation)).toEqual(await read(`/evaluations/${evaluationId}`));
  expect(await answer(rendered.review)).toEqual((await read(`/analysis/${id}/reviews`)).items[0]);
  expect(await answer(rendered.correction)).toEqual(await read(correction));
  expect((await create()).response.status, 'the status of the first answer').toBe(201);
  for (const [name, send] of Object.entries(gone)) await expect((await send()).response, name).toAnswer(404, GONE);
  for (const [name, send] of Object.entries(wordless)) expect((await send()).text, name).toBe(kept[name]);

  const other = keyed('/analysis/from-url', { agent_id: 'a', contact_id: 'c', audio_url: 'https://example.com/a.wav' });
  expect((await other()).response.ok, 'a call beside it').toBe(true);
  await ask(`/analysis/${id}`, { method: 'DELETE', credential: testKey });
  for (const [name, send] of Object.entries(rendered)) await expect((await send()).response, name).toAnswer(404, GONE);
  expect((await other()).response.headers.get('idempotent-replayed'), 'the answer about another call').toBe('true');
});

it('a notification that was sent again is answered as it was', async () => {
  const call = { agent_id: 'agent-7', contact_id: 'contact', scenario: 'good_call' };
  const made = await ask('/analysis', { json: call, credential: testKey });
  const { id } = made.body;
  await until(async () => (await read(`/analysis/${id}`)).status === 'completed', 'the analysis');
  await service.db.query('UPDATE analysis SET livemode = true WHERE id = $1', [id]);
  const hook = { webhook_url: 'https://example.com/hook' };
  await ask(`/analysis/${id}/webhook`, { json: hook, credential: liveKey });
  const [{ id: delivery }] = (await ask(`/analysis/${id}/deliveries`, { credential: liveKey })).body.items;
  const again = keyed(`/analysis/${id}/deliveries/${delivery}/redeliver`, {}, liveKey);
  const texts = await sendTwice({ again });
  await mask(id);
  expect((await again()).text).toBe(texts.again);
});
