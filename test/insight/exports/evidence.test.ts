// An archive of evidence: what is in it and what is not, who gets it, and that an auditor who has the archive alone rebuilds each
// published count.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import {
  CANARIES,
  type Files,
  fetchArchive,
  linesIn,
  makeEvidence,
  manifestOf,
  PERIOD,
  storeEvidence,
  unpack,
} from '../../support/builders/evidence-archives.js';
import type { ExportBody } from '../../support/builders/exported-calls.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { storeScoredCall } from '../../support/builders/scored-calls.js';
import { storeMember } from '../../support/builders/stored-members.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { contractFetch } from '../../support/clients/responses.js';
import { rebuiltCounts } from './rebuilt-counts.js';

const HMAC = expect.stringMatching(/^[0-9a-f]{64}$/);

interface Counts {
  readonly object: string;
  readonly month: string;
  readonly compliance_scores: { readonly n: number };
}

interface StatisticsRow {
  readonly key: { readonly month: string };
  readonly calls: number;
  readonly flagged: number;
  readonly reviewed: number;
  readonly violations: Readonly<Record<string, number>>;
  readonly compliance_score: { readonly n: number };
}

interface ListedExport {
  readonly id: string;
  readonly of: string;
}

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let callId: string;
let made: ExportBody;
let files: Files;

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules' });
  account = await service.openAccount();
  ask = askAs(service, account);
  accountId = await accountIdOf(service.db, account.email);
  callId = await storeEvidence(service.db, accountId, ask);
  made = await makeEvidence(ask);
  files = await unpack(await fetchArchive(made));
});
afterAll(() => service?.stop());

describe('the archive', () => {
  it('has a file of each kind, whose lines are objects of the API', () => {
    expect(manifestOf(files)).toMatchObject({
      object: 'evidence',
      account_id: accountId,
      livemode: true,
      from: Date.parse(PERIOD.from) / 1000,
      to: Date.parse(PERIOD.to) / 1000,
      audit: { anchor: null, previous: { sequence: 0, hash: '' } },
    });
    const lines = Object.fromEntries(manifestOf(files).files.map((file) => [file.name, file.lines]));
    expect(Object.values(lines).reduce((sum, n) => sum + n)).toBe(made.rows);
    const one = { 'evaluations.jsonl': 1, 'reviews.jsonl': 1, 'scorecards.jsonl': 1, 'revisions.jsonl': 1 };
    expect(lines).toMatchObject({ 'calls.jsonl': 4, ...one, 'holds.jsonl': 1, 'usage.jsonl': 1 });
    expect(linesIn(files, 'reviews.jsonl')[0]).toMatchObject({
      object: 'review',
      analysis_id: callId,
      reviewer_id: HMAC,
      findings: [{ finding: 'quality.greeting', answer: 'no' }],
    });
    expect(linesIn(files, 'engines.jsonl')).toContainEqual(
      expect.objectContaining({ object: 'engine_use', stage: 'analysis', engine: 'x', version: '1', uses: 4 }),
    );
    expect(linesIn(files, 'audit.jsonl').at(-1)).toMatchObject({
      action: 'export.created',
      subject: { type: 'export' },
    });
  });

  it('holds no words of a call, and no name', () => {
    const all = [...files.values()].map(String).join('\n').toLowerCase();
    expect(CANARIES.filter((canary) => all.includes(canary))).toEqual([]);
    expect(all).not.toContain('sent the refund');
    const names = new Set(linesIn(files, 'calls.jsonl').map(({ agent_id }) => agent_id));
    expect([...names], 'equal names').toEqual([HMAC]);
  });

  it('lets an auditor rebuild each published count', async () => {
    const counts = linesIn<Counts>(files, 'counts.jsonl');
    expect(counts, 'lines of counts').toHaveLength(5);
    expect(new Set(rebuiltCounts(files))).toEqual(new Set(counts));
    const query = new URLSearchParams({
      of: 'calls',
      group_by: 'month',
      created_after: PERIOD.from,
      created_before: PERIOD.to,
    });
    const { rows }: { rows: StatisticsRow[] } = (await ask(`/statistics?${query}`)).body;
    const published = rows.filter(({ calls }) => calls > 0);
    expect(published, 'months with calls').toHaveLength(3);
    for (const { key, calls, flagged, reviewed, violations, compliance_score } of published) {
      const counted = counts.find(({ object, month }) => object === 'call_counts' && month === key.month);
      expect(counted).toMatchObject({ n: calls, flagged, reviewed, violations });
      expect(counted?.compliance_scores.n).toBe(compliance_score.n);
    }
  });

  it('ends once one of its calls is deleted', async () => {
    const at = new Date('2025-06-01T00:00:00Z');
    const id = await storeScoredCall(service.db, accountId, { agent: 'a', at });
    const past = await makeEvidence(ask, { from: '2025-01-01T00:00:00Z', to: '2025-12-01T00:00:00Z' });
    await expect(await contractFetch(past.url ?? '')).toAnswer(200);
    await expect(await ask(`/analysis/${id}`, { method: 'DELETE' })).toAnswer(200);
    await expect(await ask(`/exports/${past.id}`)).toAnswer(404);
    await expect(await contractFetch(past.url ?? '')).toAnswer(404);
  });
});

describe('who gets it', () => {
  it('is no key without the scope, no role below admin, and no other account', async () => {
    await expect(await ask('/evidence', { json: PERIOD, credential: account.liveKey })).toAnswer(403);
    const analyst = await storeMember(service, account, 'analyst');
    const admin = await storeMember(service, account, 'admin');
    await expect(await ask('/evidence', { json: PERIOD, credential: analyst.token })).toAnswer(403);
    const { id } = await makeEvidence(ask, PERIOD, admin.token);
    const bound = await storeMember(service, account, 'admin', { teams: ['t1'] });
    const ofBound = await makeEvidence(ask, PERIOD, bound.token);
    expect(ofBound.url, 'its maker gets it, as the audit log is shown to it').not.toBeNull();
    const missing = { detail: 'Export not found' };
    const stranger = askAs(service, await service.openAccount());
    await expect(await stranger(`/exports/${id}`)).toAnswer(404, missing);
    for (const credential of [account.liveKey, analyst.token, analyst.key]) {
      await expect(await ask(`/exports/${id}`, { credential })).toAnswer(404, missing);
      await expect(await ask(`/exports/${id}`, { credential, method: 'DELETE' })).toAnswer(404, missing);
      await expect(await ask(`/exports/${id}/cancel`, { credential, method: 'POST' })).toAnswer(404, missing);
      const { items }: { items: ListedExport[] } = (await ask('/exports?limit=100', { credential })).body;
      expect(items.filter(({ of }) => of === 'evidence')).toEqual([]);
    }
    const { items }: { items: ListedExport[] } = (await ask('/exports', { credential: admin.token })).body;
    expect(items.map((one) => one.id)).toContain(id);
  });

  it('by a test key is of test mode alone, and it sees none of live mode', async () => {
    const at = new Date('2026-04-01T00:00:00Z');
    await storeScoredCall(service.db, accountId, { agent: 'a', at, livemode: false });
    const json = { name: 'Test', mode: 'test', scopes: ['analysis:read', 'data:govern'] };
    const { key } = (await ask('/api-keys', { json })).body;
    const live = await makeEvidence(ask);
    await expect(await ask(`/exports/${live.id}`, { credential: key })).toAnswer(404);
    const ofTest = await unpack(await fetchArchive(await makeEvidence(ask, PERIOD, key)));
    expect(manifestOf(ofTest)).toMatchObject({ livemode: false });
    expect(linesIn(ofTest, 'calls.jsonl').map(({ livemode }) => livemode)).toEqual([false]);
    expect(linesIn(ofTest, 'audit.jsonl').filter(({ livemode }) => livemode)).toEqual([]);
  });

  it('is refused for a period that ends before it begins', async () => {
    const answer = await ask('/evidence', { json: { from: PERIOD.to, to: PERIOD.from } });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail[0]).toMatchObject({ loc: ['body', 'to'] });
  });
});
