// Jobs that judge stored calls again, through the API of a running service with its worker.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkedPaths } from '../support/checked-paths.js';
import { accountIdOf, BY_PHRASES, formWith, publishForm } from '../support/published-form.js';
import { type Account, finalAnalysis, startTestService, type TestService, until } from '../support/running-service.js';
import { copyCall } from '../support/stored-calls.js';

interface Rescore {
  readonly id: string;
  readonly status: string;
  readonly counts: { total: number; completed: number; failed: number; skipped: number };
  readonly estimate: { calls: number; input_tokens: number | null; output_tokens: number | null; cost: unknown };
}

interface Answer {
  readonly status: number;
  readonly body: Rescore & { readonly detail: unknown; readonly items: readonly Rescore[]; readonly total: number };
  readonly replayed: string | null;
}

const NOTHING_ASKED = { input_tokens: null, output_tokens: null, cost: null };

describe('a rescoring job', () => {
  let service: TestService;
  let account: Account;
  let accountId: string;
  /** A completed call of the sandbox. */
  let played: string;

  beforeAll(async () => {
    service = await startTestService({
      EVALUATIONS_PER_MONTH: '40',
      WORKER_SWEEP_SECONDS: '1',
      ANALYSIS_ENGINE: 'rules',
    });
    ({ account, accountId, played } = await open());
  });
  afterAll(() => service?.stop());

  async function open() {
    const opened = await service.openAccount();
    const owner = checkedPaths(service.baseUrl, opened.accessToken);
    const { key } = await owner.post('/api-keys', { body: { name: 'Sandbox', mode: 'test' } });
    const sandbox = checkedPaths(service.baseUrl, key);
    const submitted = await sandbox.post('/analysis', {
      body: { agent_id: 'sandbox', contact_id: 'sandbox', scenario: 'good_call' },
    });
    await finalAnalysis(sandbox, submitted.id);
    return { account: opened, accountId: await accountIdOf(service.db, opened.email), played: submitted.id };
  }

  async function ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': account.liveKey, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const replayed = response.headers.get('idempotent-replayed');
    return { status: response.status, body: JSON.parse(await response.text()), replayed };
  }

  const card = () => publishForm(service.db, accountId, formWith(BY_PHRASES));
  const count = async (table: string, where = 'true', values: unknown[] = []): Promise<number> =>
    (await service.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`, values)).rows[0]
      ?.n ?? -1;
  const used = async () =>
    (
      await service.db.query<{ n: number }>(
        'SELECT coalesce(sum(evaluations), 0)::int AS n FROM evaluation_count WHERE account_id = $1',
        [accountId],
      )
    ).rows[0]?.n;
  const ended = (id: string) =>
    until(async () => {
      const { body } = await ask('GET', `/rescores/${id}`);
      return body.status !== 'processing' && body;
    }, `rescore ${id}`);

  it('tells in a dry run what it would take, and stores nothing', async () => {
    const scorecard_id = await card();
    await copyCall(service.db, played, 3, { agentId: 'dry' });
    const { status, body } = await ask('POST', '/rescores', {
      scorecard_id,
      dry_run: true,
      filter: { agent_id: 'dry' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'rescore',
      status: 'dry_run',
      livemode: true,
      scorecard: { id: scorecard_id, name: 'Retention line', revision: 1 },
      counts: { total: 3, completed: 0, failed: 0, skipped: 0 },
      estimate: { calls: 3, ...NOTHING_ASKED },
      completed_at: null,
    });
    expect((await ask('GET', `/rescores/${body.id}`)).status).toBe(404);
    expect([await count('rescore'), await count('evaluation'), await used()]).toEqual([0, 0, 0]);
  });

  it('judges each call once, skips what it has judged before, and costs no minutes', async () => {
    const scorecard_id = await card();
    const calls = await copyCall(service.db, played, 7, { agentId: 'judged' });
    const filter = { agent_id: 'judged' };
    const ledgerBefore = await count('ledger_entry');
    const usedBefore = (await used()) ?? 0;
    const started = await ask('POST', '/rescores', { scorecard_id, filter });
    expect([started.status, started.body.status]).toEqual([201, 'processing']);
    expect(started.body.estimate).toEqual({ calls: 7, ...NOTHING_ASKED });
    expect(await ended(started.body.id)).toMatchObject({
      status: 'completed',
      counts: { total: 7, completed: 7, failed: 0, skipped: 0 },
      completed_at: expect.any(Number),
    });
    const { rows } = await service.db.query<{ analysis_id: string }>(
      "SELECT analysis_id FROM evaluation WHERE rescore_id = $1 AND status = 'completed' AND score = 100",
      [started.body.id],
    );
    expect(rows.map(({ analysis_id }) => analysis_id).sort()).toEqual([...calls].sort());
    expect([await used(), await count('ledger_entry')]).toEqual([usedBefore + 7, ledgerBefore]);

    await copyCall(service.db, played, 2, { agentId: 'judged' });
    const dry = await ask('POST', '/rescores', { scorecard_id, filter, dry_run: true });
    expect([dry.body.counts.total, dry.body.estimate.calls]).toEqual([9, 2]);
    const again = await ask('POST', '/rescores', { scorecard_id, filter });
    expect((await ended(again.body.id)).counts).toEqual({ total: 9, completed: 2, failed: 0, skipped: 7 });
    expect(await used()).toBe(usedBefore + 9);
  });
});
