// Lists and single analyses through the API of a running service.
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiKeySecret } from '../../src/accounts/api-keys/api-key-secret.js';
import { GET_ANALYSES, GET_SUMMARIES } from '../../src/calls/analysis-reader.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import {
  addAnalyses,
  addPayloads,
  countersAndRecount,
  type ListedPage,
  type NewAnalysis,
} from '../support/builders/listing-data.js';

type Filters = readonly Readonly<Record<string, string>>[];

let service: TestService;
let dataSource: DataSource;

beforeAll(async () => {
  // Without a worker, so that the rows which the tests insert stay as they are.
  service = await startTestService({ PROCESS: 'api' });
  const url = service.env.DATABASE_URL;
  if (!url) throw new Error('The service has a database');
  dataSource = await new DataSource(dataSourceOptions(url, 4)).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await service.stop();
});

async function accountWith(analyses: readonly NewAnalysis[]): Promise<Account & { id: string; ids: string[] }> {
  const account = await service.openAccount();
  const { rows } = await service.db.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [account.email]);
  const id = rows[0]?.id ?? '';
  return { ...account, id, ids: await addAnalyses(dataSource, id, analyses) };
}

function ask(account: Account, query: Readonly<Record<string, string>>): Promise<Response> {
  const search = new URLSearchParams(query);
  return fetch(`${service.baseUrl}/analysis/?${search}`, { headers: { 'x-api-key': account.liveKey } });
}

async function list(account: Account, query: Readonly<Record<string, string>> = {}): Promise<ListedPage> {
  const response = await ask(account, query);
  await expect(response).toAnswer(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return JSON.parse(await response.text());
}

const contacts = (page: ListedPage) => page.data.map(({ call }) => call.contact_id).sort();

describe('GET /analysis/', () => {
  it('gives every analysis on exactly one page when all were made at the same instant [endpoints 27]', async () => {
    const account = await accountWith(
      Array.from({ length: 57 }, (_, i) => ({ agentId: `a-${i % 3}`, contactId: `c-${i}` })),
    );
    const filters: Filters = [{}, { status_filter: 'processing' }, { search: 'C-' }];
    for (const filter of filters) {
      const seen: string[] = [];
      for (let offset = 0; offset < 60; offset += 10) {
        const page = await list(account, { ...filter, limit: '10', offset: String(offset) });
        expect(page.total, 'total of the list').toBe(57);
        expect(page.has_more, `the page from ${offset} says that more follow`).toBe(offset + 10 < 57);
        seen.push(...page.data.map(({ id }) => id));
      }
      expect(seen).toEqual([...account.ids].sort().reverse());
    }
  });

  it('is newest first, a hundred at a time, over any number of months [endpoints 25, limits 6]', async () => {
    const account = await accountWith(
      Array.from({ length: 130 }, (_, i) => ({
        agentId: 'a',
        contactId: 'c',
        createdAt: new Date(Date.UTC(2024, i % 26, 1 + (i % 28))),
      })),
    );
    const created = (page: { data: readonly object[] }) =>
      page.data.map((one) => ('created' in one ? Number(one.created) : Number.NaN));
    const first = await list(account);
    const second = await list(account, { offset: '100' });
    expect(first.data, 'analyses on the first page').toHaveLength(100);
    expect(second.data, 'analyses on the last page').toHaveLength(30);
    const all = [...created(first), ...created(second)];
    expect(all).toEqual([...all].sort((a, b) => b - a));
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size, 'different analyses on both pages').toBe(
      130,
    );
  });

  it('is narrowed to a time and to a mode: from created_after on, up to but without created_before [settled 12 13]', async () => {
    const account = await accountWith([
      { agentId: 'a', contactId: 'october', createdAt: new Date('2026-10-31T23:59:59.999Z') },
      { agentId: 'a', contactId: 'first', createdAt: new Date('2026-11-01T00:00:00Z'), livemode: false },
      { agentId: 'a', contactId: 'noon', createdAt: new Date('2026-11-20T12:00:00Z') },
      { agentId: 'b', contactId: 'december', createdAt: new Date('2026-12-01T00:00:00Z'), livemode: false },
    ]);
    const november = { created_after: '2026-11-01T00:00:00Z', created_before: '2026-12-01T00:00:00Z' };
    const cases: [Readonly<Record<string, string>>, string[]][] = [
      [{}, ['december', 'first', 'noon', 'october']],
      [november, ['first', 'noon']],
      [{ ...november, livemode: 'true' }, ['noon']],
      [{ ...november, livemode: 'false', view: 'summary' }, ['first']],
      [{ livemode: 'false' }, ['december', 'first']],
      [{ livemode: 'false', agent_id: 'a' }, ['first']],
      [{ livemode: 'true', search: 'o' }, ['noon', 'october']],
      [{ created_after: '2026-11-20T13:00:00+01:00' }, ['december', 'noon']],
      [{ created_before: '2026-11-20T13:00:00+01:00', status: 'processing' }, ['first', 'october']],
      [{ created_after: '9999-12-31T23:59:59Z' }, []],
      // 2026-11-01T00:00:00Z and 2026-10-31T23:59:59Z: Unix seconds leave out their own second after, and take it in before.
      [{ created_after: '1793491200' }, ['december', 'noon']],
      [{ created_after: '1793491199', created_before: '1793491200' }, ['first']],
      [{ created_after: '1793491198', created_before: '1793491199' }, ['october']],
      [{ created_after: '1793491199', created_before: '2026-12-01T00:00:00Z' }, ['first', 'noon']],
    ];
    for (const [query, expected] of cases) {
      const page = await list(account, query);
      expect([query, contacts(page), page.total]).toEqual([query, expected, expected.length]);
    }
  });

  it('is the same sent whole or in parts, wherever the parts are cut', async () => {
    const account = await accountWith(Array.from({ length: 90 }, (_, i) => ({ agentId: 'a', contactId: `c-${i}` })));
    const expected = [...account.ids].sort().reverse();
    const filters: Filters = [
      {},
      { status_filter: 'processing' },
      { agent_id: 'a' },
      { search: 'c-' },
      { livemode: 'true', created_after: '2026-11-20T10:00:00Z' },
      { view: 'summary' },
      { view: 'summary', search: 'c-' },
    ];
    for (const filter of filters) {
      for (const limit of [1, 19, 20, 21, 83, 84, 85, 90]) {
        const page = await list(account, { ...filter, limit: String(limit) });
        expect(page.data.map(({ id }) => id)).toEqual(expected.slice(0, limit));
        expect(page).toMatchObject({ object: 'list', has_more: limit < 90, total: 90 });
      }
    }
  });

  it('answers an offset behind the end with an empty page and the true total [fault 56]', async () => {
    const account = await accountWith([{ agentId: 'a', contactId: 'c' }]);
    const filters: Filters = [
      {},
      { agent_id: 'a' },
      { agent_id: 'a', contact_id: 'c' },
      { search: 'a' },
      { search: 'c', status_filter: 'processing' },
    ];
    for (const offset of ['1', '2', '1000000', '9007199254740993']) {
      for (const filter of filters) {
        expect(await list(account, { ...filter, offset })).toEqual({
          object: 'list',
          data: [],
          has_more: false,
          total: 1,
        });
      }
    }
    expect((await list(account, { limit: '1' })).has_more, 'the list has more').toBe(false);
  });

  it('takes %, _ and \\ in a search as themselves [fault 54]', async () => {
    const values = ['100%', '100', 'a_b', 'aXb', 'c\\d', 'cd', "o'x", 'o"x', '*', '[ab]'];
    const account = await accountWith(values.map((contactId) => ({ agentId: 'z', contactId })));
    for (const search of ['%', '_', '\\', '0%', 'a_b', 'c\\d', '\\d', '%%', '__', "'", '"', '*', '[', '\\%', '.']) {
      const page = await list(account, { search });
      expect({ search, found: contacts(page) }).toEqual({
        search,
        found: values.filter((one) => one.includes(search)).sort(),
      });
      expect(page.total, 'total of a list that fits one page').toBe(page.data.length);
    }
  });

  it('searches without regard to case, in every script that has one [endpoints 24]', async () => {
    const account = await accountWith(
      ['MÜLLER-Straße', 'Жанна', 'ΟΔΥΣΣΕΥΣ', 'Élan', '日本語', '😀-7', 'plain'].map((contactId) => ({
        agentId: 'Ágnes',
        contactId,
      })),
    );
    const expected: readonly [string, string[]][] = [
      ['müller', ['MÜLLER-Straße']],
      ['жАННА', ['Жанна']],
      ['οδυσσεύς'.normalize('NFC').replace('ύ', 'υ'), ['ΟΔΥΣΣΕΥΣ']],
      ['σσεΥΣ', ['ΟΔΥΣΣΕΥΣ']],
      ['éL', ['Élan']],
      ['本', ['日本語']],
      ['😀', ['😀-7']],
      ['PLAIN', ['plain']],
    ];
    for (const [search, found] of expected)
      expect({ search, found: contacts(await list(account, { search })) }).toEqual({ search, found });
    expect((await list(account, { search: 'áGN' })).total, 'analyses whose agent is found in another case').toBe(7);
    expect(
      (await list(account, { search: 'áGN', contact_id: 'Élan' })).total,
      'analyses found by agent and contact',
    ).toBe(1);
    // Only the search folds case: the exact filters do not.
    expect((await list(account, { contact_id: 'élan' })).total, 'An exact filter folds case').toBe(0);
  });

  it('shows an account its own analyses only, whatever is asked [endpoints 20, fault 75]', async () => {
    const shared = { agentId: 'same-agent', contactId: 'same-contact' };
    const mine = await accountWith([shared, { ...shared, status: 'completed' }]);
    const theirs = await accountWith([shared, shared, shared]);
    const filters: Filters = [
      {},
      { status_filter: 'processing' },
      { agent_id: 'same-agent' },
      { contact_id: 'same-contact' },
      { search: 'SAME' },
    ];
    for (const filter of filters) {
      const page = await list(mine, filter);
      expect(page.total).toBe('status_filter' in filter ? 1 : 2);
      expect(
        page.data.filter(({ id }) => !mine.ids.includes(id) || theirs.ids.includes(id)),
        'analyses of the other account',
      ).toEqual([]);
    }
  });

  it('sends a thousand long analyses as one JSON text', async () => {
    const account = await accountWith(
      Array.from({ length: 1000 }, (_, i) => ({ agentId: 'a', contactId: `c-${i}`, status: 'completed' as const })),
    );
    await addPayloads(dataSource, 3_000);
    const page = await list(account, { limit: '1000' });
    expect(page.data.map(({ id }) => id)).toEqual([...account.ids].sort().reverse());
    expect(
      page.data.filter(({ transcript }) => transcript?.text !== 'é"'.repeat(3_000)).map(({ id }) => id),
      'analyses with another text',
    ).toEqual([]);
    expect(page).toMatchObject({ object: 'list', has_more: false, total: 1000 });
  });

  it('cuts the connection when it cannot go on, so that half a list never looks whole', async () => {
    const account = await accountWith(
      Array.from({ length: 300 }, (_, i) => ({ agentId: 'a', contactId: `c-${i}`, status: 'completed' as const })),
    );
    await addPayloads(dataSource, 30_000);
    const response = await ask(account, { limit: '300' });
    await expect(response).toAnswer(200);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done, 'the list ends before its first part').toBe(false);
    // The page is 36 MB. The service has read only what fits into the buffers, so its next query finds no table.
    await dataSource.query('ALTER TABLE analysis_payload RENAME TO analysis_payload_gone');
    try {
      const rest = (async () => {
        while (!(await reader?.read())?.done);
      })();
      await expect(rest).rejects.toThrow();
    } finally {
      await dataSource.query('ALTER TABLE analysis_payload_gone RENAME TO analysis_payload');
    }
    expect((await list(account, { limit: '1' })).total, 'total of the list, once the table is back').toBe(300);
  });

  it('leaves out what was deleted, and an erased account leaves no counts', async () => {
    const account = await accountWith([
      { agentId: 'Leaver', contactId: 'c-1' },
      { agentId: 'Leaver', contactId: 'c-2' },
    ]);
    const [first = ''] = account.ids;
    const headers = { authorization: `Bearer ${account.accessToken}`, 'content-type': 'application/json' };
    await expect(await fetch(`${service.baseUrl}/analysis/${first}`, { method: 'DELETE', headers })).toAnswer(200);
    expect((await list(account, { search: 'leaver' })).total, 'analyses found after one of two was deleted').toBe(1);
    expect((await list(account)).total, 'total of the list after one of two was deleted').toBe(1);

    const body = JSON.stringify({ current_password: account.password });
    await expect(await fetch(`${service.baseUrl}/users/me`, { method: 'DELETE', headers, body })).toAnswer(200);
    const { counters, recounted } = await countersAndRecount(dataSource);
    expect(counters).toEqual(recounted);
    expect(JSON.stringify(counters)).not.toContain(account.id);
    expect(JSON.stringify(counters)).toContain('account_id');
  });
});

describe('the view summary', () => {
  const SUMMARY = '{"compliance":{"score":88}}';
  const RESULTS = '{"compliance":{"score":77,"violations":[{}]},"quality":{"overall_score":66}}';

  /** A call in progress, one of this release, and one that an earlier release completed. */
  async function threeCalls() {
    const account = await accountWith([
      { agentId: 'a', contactId: 'processing' },
      { agentId: 'a', contactId: 'ours', status: 'completed' },
      { agentId: 'a', contactId: 'earlier', status: 'completed' },
    ]);
    await addPayloads(dataSource, 10);
    const [, ours, earlier] = account.ids;
    // Results that are no JSON show that they are not parsed where there is a summary.
    await dataSource.query("UPDATE analysis_payload SET results = '{}', results_summary = $2 WHERE analysis_id = $1", [
      ours,
      SUMMARY,
    ]);
    await dataSource.query('UPDATE analysis_payload SET results = $2 WHERE analysis_id = $1', [earlier, RESULTS]);
    return account;
  }

  it('has scores without transcript and quotations, also of a call that an earlier release completed', async () => {
    const account = await threeCalls();
    const headers = { 'x-api-key': account.liveKey };
    const expected = [
      null,
      JSON.parse(SUMMARY),
      expect.objectContaining({ compliance: expect.objectContaining({ score: 77, violations_count: 1 }) }),
    ];
    const filters: Filters = [{}, { agent_id: 'a' }, { search: 'a' }];
    for (const filter of filters) {
      const page = await list(account, { ...filter, view: 'summary' });
      expect(page).toMatchObject({ object: 'list', view: 'summary', has_more: false, total: 3 });
      for (const [i, id] of account.ids.entries()) {
        const one = await fetch(`${service.baseUrl}/analysis/${id}?view=summary`, { headers });
        const listed = page.data.find((found) => found.id === id);
        expect(listed).toMatchObject({ view: 'summary', transcript: null, results: expected[i] });
        expect(await one.json()).toEqual({ ...listed, audio: expect.any(Object) });
      }
    }
  });

  it.each(['', '/00000000-0000-4000-8000-000000000000'])('is one of two: GET /analysis%s', async (path) => {
    const account = await service.openAccount();
    const response = await fetch(`${service.baseUrl}/analysis${path}?view=short`, {
      headers: { 'x-api-key': account.liveKey },
    });
    const msg = "Input should be 'full' or 'summary'";
    await expect(response).toAnswer(422, { detail: [{ type: 'enum', loc: ['query', 'view'], msg, input: 'short' }] });
  });

  it('reads each table once, however many analyses there are', async () => {
    const account = await threeCalls();
    const [plan] = await dataSource.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${GET_SUMMARIES.text}`, [
      account.ids,
      account.ids.map(() => account.id),
    ]);
    const scans = [...JSON.stringify(plan).matchAll(/"Node Type":"([^"]+)"[^{}]*?"Relation Name":"(\w+)"/g)];
    expect(scans.map(([, , table]) => table).sort()).toEqual(['analysis', 'analysis_payload', 'correction']);
  });
});

describe('GET /analysis/{id}', () => {
  it('answers concurrent requests of several accounts with their own analyses only', async () => {
    const calls = Array.from({ length: 20 }, (_, i) => ({ agentId: `agent-${i}`, contactId: 'c' }));
    const [one, other] = [await accountWith(calls), await accountWith(calls)];
    const neverIssued = newApiKeySecret(true);
    const asked = [one, other].flatMap((account) => {
      const foreign = account === one ? other.ids : one.ids;
      return [
        ...account.ids.map((id) => ({ key: account.liveKey, id, expected: [200, id] })),
        ...foreign.map((id) => ({ key: account.liveKey, id, expected: [404, undefined] })),
        { key: account.liveKey, id: randomUUID(), expected: [404, undefined] },
        { key: neverIssued, id: account.ids[0], expected: [401, undefined] },
      ];
    });
    const answers = await Promise.all(
      [...asked, ...asked].map(async ({ key, id }) => {
        const answer = await fetch(`${service.baseUrl}/analysis/${id}`, { headers: { 'x-api-key': key } });
        const body: unknown = await answer.json();
        return [answer.status, body instanceof Object && 'id' in body ? body.id : undefined];
      }),
    );
    expect(answers).toEqual([...asked, ...asked].map(({ expected }) => expected));
  });

  it('reads no payload while the call is processing', async () => {
    const account = await accountWith([
      { agentId: 'a', contactId: 'c' },
      { agentId: 'a', contactId: 'c', status: 'completed' },
    ]);
    await addPayloads(dataSource, 10);
    const read = (id: string | undefined) =>
      fetch(`${service.baseUrl}/analysis/${id}`, { headers: { 'x-api-key': account.liveKey } });
    const [processing, completed] = account.ids;
    const answer: unknown = await (await read(completed)).json();
    expect(answer).toMatchObject({ id: completed, status: 'completed', transcript: { text: 'é"'.repeat(10) } });

    const loops = async (id: string | undefined) => {
      const plan = await dataSource.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${GET_ANALYSES.text}`, [[id], [account.id]]);
      const node = /"Relation Name":"analysis_payload".*?"Actual Loops":(\d+)/.exec(JSON.stringify(plan));
      return Number(node?.[1]);
    };
    expect(await loops(completed), 'payloads read for a completed call').toBe(1);
    expect(await loops(processing), 'payloads read for a call that is worked on').toBe(0);
    expect(await (await read(processing)).json()).toMatchObject({
      id: processing,
      status: 'processing',
      transcript: null,
    });
  });
});
