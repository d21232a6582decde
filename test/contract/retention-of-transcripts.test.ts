// A call whose transcript retention has ended: what was said in it is in no column, and what was found of it stays.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService, until } from '../support/apps/running-service.js';
import { endOfExport, exportFile, readJsonl, startExport } from '../support/builders/exported-calls.js';
import { columnsWith } from '../support/builders/planted-words.js';
import { accountIdOf, BY_PHRASES, formWith, publishForm } from '../support/builders/published-form.js';
import { storeTrial } from '../support/builders/tried-calls.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { contractFetch } from '../support/clients/responses.js';

/** Words of the call, in the case of the transcript and in that of the search, and words that persons wrote about it. */
const SAID = ['Northwind Energy', 'northwind', 'planted_note', 'planted_edit', 'planted_dispute', 'planted_rating'];
const GONE = { detail: 'The transcript is no longer stored' };

let service: TestService;
let ask: Ask;
let accountId: string;
let testKey: string;
let call: Planted;

interface Planted {
  readonly id: string;
  readonly card: string;
  readonly evaluationId: string;
  readonly sessionId: string;
  readonly exportId: string;
  /** As it was before. */
  readonly evaluation: Evaluation;
  readonly analysis: Analysis;
}

interface Evaluation {
  readonly score: number;
  readonly outcome: string;
  readonly answers: readonly { readonly question: string; readonly answer: string; readonly citations: unknown[] }[];
}

interface Analysis {
  readonly call: object;
  readonly results: {
    readonly summary: string;
    readonly compliance: { readonly score: number };
    readonly quality: { readonly overall_score: number; readonly greeting: { readonly present: boolean } };
  };
}

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', RETENTION_EVERY_SECONDS: '3600' });
  const account = await service.openAccount();
  ask = askAs(service, account);
  accountId = await accountIdOf(service.db, account.email);
  testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
  call = await plant();
  for (const words of SAID) expect(await columnsWith(service.db, words), `columns with ${words}`).not.toEqual([]);
  await ask('/settings/retention', { method: 'PUT', json: { transcripts_days: 0, confirm: true } });
  await until(async () => (await read(call.id)).transcript === null, 'the end of the transcript', 30_000);
});
afterAll(() => service?.stop());

const read = async (id: string) => (await ask(`/analysis/${id}`)).body;
const isCompleted = (path: string) => until(async () => (await ask(path)).body.status === 'completed', path);

/** Sends a POST as a client that may repeat it, so that its answer is kept. */
async function send(path: string, json: object) {
  const headers = {
    authorization: `Bearer ${testKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const response = await contractFetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(json),
  });
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBeLessThan(300);
  return JSON.parse(text);
}

/** A call of the sandbox in every place that holds words of a call. */
async function plant(): Promise<Planted> {
  const { id } = await send('/analysis', { agent_id: 'agent-7', contact_id: 'cust-42', scenario: 'good_call' });
  await isCompleted(`/analysis/${id}`);
  const card = await publishForm(service.db, accountId, formWith(BY_PHRASES));
  const { segments } = (await read(id)).transcript;
  const said = segments.find(({ text }: { text: string }) => text.includes('Northwind Energy'));
  const edit = { id: segments.at(-1).id, text: 'planted_edit' };
  const change = { reviewer_id: 'mara', base_version: 1, note: 'planted_note', segments: [edit] };
  const correction = await send(`/analysis/${id}/corrections`, change);
  await isCompleted(`/analysis/${id}/corrections/${correction.id}`);
  const { id: evaluationId } = await send(`/analysis/${id}/evaluations`, { scorecard_id: card });
  await isCompleted(`/evaluations/${evaluationId}`);
  const quotes = [{ segment_id: said.id, quote: 'Northwind Energy' }];
  await send(`/analysis/${id}/reviews`, {
    reviewer_id: 'mara',
    note: 'planted_note',
    findings: [{ finding: 'quality.greeting', answer: 'yes', note: 'planted_note', quotes }],
  });
  await send(`/evaluations/${evaluationId}/disputes`, {
    raised_by: 'agent-7',
    answers: [{ question: 'thanks', claim: 'no', note: 'planted_dispute' }],
  });
  const session = { scorecard_id: card, analysis_ids: [id], reviewer_ids: ['mara', 'jo'] };
  const { id: sessionId } = await send('/calibrations', session);
  await ask(`/calibrations/${sessionId}/items/${id}/ratings/mara`, {
    method: 'PUT',
    json: { answers: [{ question: 'thanks', answer: 'yes', note: 'planted_rating', quotes }] },
    credential: testKey,
  });
  await storeTrial(service.db, accountId, { livemode: false, name: 'planted', analysisId: id });
  const exportId = await startExport(ask, { of: 'segments', format: 'jsonl', filter: { livemode: false } });
  expect((await endOfExport(ask, exportId)).rows).toBeGreaterThan(0);
  const evaluation = (await ask(`/evaluations/${evaluationId}`)).body;
  return { id, card, evaluationId, sessionId, exportId, evaluation, analysis: await read(id) };
}

describe('a call without its transcript', () => {
  it('has its words in no column', async () => {
    for (const words of [...SAID, call.analysis.results.summary])
      expect(await columnsWith(service.db, words), `columns with ${words}`).toEqual([]);
  });

  it('keeps its scores, verdicts and metrics, and the answers of its evaluations without quotations', async () => {
    const { metadata, call: facts, results } = await read(call.id);
    const { compliance, quality } = call.analysis.results;
    expect(Date.parse(metadata.transcript_deleted_at)).toBeGreaterThan(0);
    expect(metadata).toMatchObject({ retryable: false });
    expect(facts).toEqual(call.analysis.call);
    expect(results).toMatchObject({
      summary: '',
      compliance: { score: compliance.score },
      quality: { overall_score: quality.overall_score, greeting: { present: quality.greeting.present, citations: [] } },
    });
    const { score, outcome, answers } = call.evaluation;
    const after: Evaluation = (await ask(`/evaluations/${call.evaluationId}`)).body;
    expect(after).toMatchObject({ score, outcome });
    expect(after.answers.map(({ question, answer, citations }) => ({ question, answer, citations }))).toEqual(
      answers.map(({ question, answer }) => ({ question, answer, citations: [] })),
    );
    const { rows } = await service.db.query('SELECT spoken_language FROM analysis WHERE id = $1', [call.id]);
    expect(rows[0].spoken_language).toBe('en');
  });

  it('is not judged, corrected, reviewed, rated, tried or masked any more', async () => {
    const { id, card, sessionId } = call;
    const refused: Record<string, readonly [string, object]> = {
      evaluation: [`/analysis/${id}/evaluations`, { scorecard_id: card }],
      correction: [
        `/analysis/${id}/corrections`,
        { reviewer_id: 'mara', base_version: 2, segments: [{ id: 0, text: 'x' }] },
      ],
      review: [`/analysis/${id}/reviews`, { reviewer_id: 'mara' }],
      redaction: [`/analysis/${id}/redact`, { preset: 'pii' }],
      test: [`/scorecards/${card}/revisions/1/try`, { analysis_ids: [id] }],
      session: ['/calibrations', { scorecard_id: card, analysis_ids: [id], reviewer_ids: ['mara', 'jo'] }],
      trial: ['/engine-trials', { task: 'analysis', engines: ['analysis', 'analysis'], analysis_ids: [id] }],
    };
    for (const [name, [path, json]] of Object.entries(refused)) {
      const answer = await ask(path, { json, credential: testKey });
      if (name === 'trial' && answer.status === 422) continue;
      expect([answer.status, answer.body], name).toEqual([400, GONE]);
    }
    const rating = { answers: [{ question: 'thanks', answer: 'yes' }] };
    const rated = `/calibrations/${sessionId}/items/${id}/ratings/jo`;
    await expect(await ask(rated, { method: 'PUT', json: rating, credential: testKey })).toAnswer(400, GONE);
  });

  it('is none of the calls of a job or a sample', async () => {
    const rescore = await ask('/rescores', { json: { scorecard_id: call.card, dry_run: true }, credential: testKey });
    expect(rescore.body.counts.total).toBe(0);
    const sample = await ask('/samples', { json: { filter: { livemode: false }, count: 5 }, credential: testKey });
    expect(sample.body.population ?? 0).toBe(0);
  });

  it('stands in lists, reports, exports and sessions, and in no search', async () => {
    const list = (await ask('/analysis')).body;
    expect(list.data).toMatchObject([{ id: call.id, transcript: null }]);
    const report = await ask(`/analysis/${call.id}/report`);
    await expect(report).toAnswer(200);
    expect(report.text).toContain('The transcript is no longer stored.');
    expect(readJsonl(await exportFile(ask, { of: 'segments', format: 'jsonl', filter: { livemode: false } }))).toEqual(
      [],
    );
    expect(
      readJsonl(await exportFile(ask, { of: 'analyses', format: 'jsonl', filter: { livemode: false } })),
    ).toMatchObject([{ transcript: null }]);
    await expect(await ask(`/exports/${call.exportId}`)).toAnswer(404);
    const item = `/calibrations/${call.sessionId}/items/${call.id}?reviewer_id=mara`;
    expect((await ask(item)).body).toMatchObject({ transcript: null });
    expect((await ask('/search?q=northwind&livemode=false')).body.total).toBe(0);
    await expect(await ask(`/analysis/${call.id}/transcript?format=txt`)).toAnswer(404);
  });
});
