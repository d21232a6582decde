// What the filters of the list take, refuse and mean over HTTP, and in the filter of a job.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOfJob } from '../../../src/calls/listing/completed-calls.js';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import { storeCall } from '../../support/builders/evaluated-calls.js';
import { type CallFacts, writeFacts } from '../../support/builders/listing-data.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';

const FACTS: CallFacts = {
  direction: 'inbound',
  spoken_language: 'de',
  flagged: true,
  violations: ['pin_requested'],
  compliance_score: 60,
  quality_score: 100,
  duration_ms: 59_400,
  call_started_at: new Date('2026-11-01T10:00:00Z'),
  custom_metadata: { team: 'sales', seat: 2, vip: true, 'a][b': 'x', 'λόγος & key': 'ü=1' },
};

const NOTHING: CallFacts = {
  direction: null,
  spoken_language: null,
  flagged: null,
  violations: null,
  compliance_score: null,
  quality_score: null,
  duration_ms: null,
  call_started_at: null,
  custom_metadata: {},
};

let service: TestService;
let account: Account;
let ask: Ask;
let marked: string;
let plain: string;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  ask = askAs(service, account);
  const accountId = await accountIdOf(service.db, account.email);
  const stored = { query: (text: string, values?: unknown[]) => service.db.query(text, values) } as Pick<
    DataSource,
    'query'
  >;
  [marked, plain] = [await storeCall(service.db, accountId), await storeCall(service.db, accountId)];
  const custom_metadata = { ...FACTS.custom_metadata, ['__proto__']: 'polluted' };
  await writeFacts(stored, [
    { ...FACTS, custom_metadata, id: marked },
    { ...NOTHING, id: plain },
  ]);
});
afterAll(() => service?.stop());

async function list(query: string): Promise<readonly string[]> {
  // Not held to the document: the results of these calls are abridged.
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const response = await fetch(`${service.baseUrl}/analysis?${query}`, { headers });
  const text = await response.text();
  await expect(response, text).toAnswer(200);
  const { data, total }: { data: { id: string }[]; total: number } = JSON.parse(text);
  expect(total).toBe(data.length);
  return data.map(({ id }) => id);
}

describe('a filter of the list', () => {
  it.each([
    'direction=inbound',
    'language=de',
    'flagged=true',
    'flagged=1',
    'violation=pin_requested',
    'compliance_score_min=60&compliance_score_max=60',
    'quality_score_min=9&quality_score_max=100',
    'duration_min=59.4&duration_max=59.4',
    'duration_min=0&duration_max=1000000000',
    'call_after=2026-11-01T10:00:00Z&call_before=2026-11-01T10:00:00.001Z',
    'call_after=1793527199&call_before=1793527200',
    'metadata[team]=sales',
    `${encodeURIComponent('metadata[team]')}=sales&metadata[seat]=2`,
    'metadata[vip]=true',
    'metadata[a][b]=x',
    `${encodeURIComponent('metadata[λόγος & key]')}=${encodeURIComponent('ü=1')}`,
    'metadata[__proto__]=polluted',
  ])('finds the one call that passes: %s', async (query) => {
    expect(await list(query)).toEqual([marked]);
  });

  it.each([
    'direction=outbound',
    'language=en',
    'violation=pin',
    'compliance_score_max=59',
    'quality_score_max=99',
    'duration_max=59.399',
    'call_before=2026-11-01T10:00:00Z',
    // Unix seconds are compared with whole seconds: after it.
    'call_after=1793527200',
    'metadata[team]=Sales',
    'metadata[team]=',
    'metadata[seat]=2.0',
    'metadata[toString]=sales',
    'metadata[constructor]=sales',
    'metadata[team]=sales&metadata[seat]=3',
    `scorecard_id=${randomUUID()}&outcome=passed&score_min=0&score_max=100`,
  ])('finds none: %s', async (query) => {
    expect(await list(query)).toEqual([]);
  });

  it('leaves out calls of which nothing is known, also where the filter is false', async () => {
    expect(await list('flagged=false')).toEqual([]);
    expect(await list('reviewed=false')).toEqual(expect.arrayContaining([marked, plain]));
    expect(await list(''), 'calls without a filter').toHaveLength(2);
  });

  it.each([
    ['direction=sideways', 'enum', ['direction']],
    ['language=DE', 'string_pattern_mismatch', ['language']],
    ['language=deu', 'string_pattern_mismatch', ['language']],
    ['flagged=perhaps', 'bool_parsing', ['flagged']],
    ['violation=', 'string_too_short', ['violation']],
    [`violation=${'x'.repeat(501)}`, 'string_too_long', ['violation']],
    ['compliance_score_min=-1', 'greater_than_equal', ['compliance_score_min']],
    ['compliance_score_max=101', 'less_than_equal', ['compliance_score_max']],
    ['compliance_score_min=NaN', 'int_parsing', ['compliance_score_min']],
    ['compliance_score_min=1e2', 'int_parsing', ['compliance_score_min']],
    ['compliance_score_min=99999999999999999999', 'less_than_equal', ['compliance_score_min']],
    ['compliance_score_min=1&compliance_score_min=2', 'int_parsing', ['compliance_score_min']],
    ['compliance_score_min=61&compliance_score_max=60', 'value_error', ['compliance_score_max']],
    ['quality_score_min=10&quality_score_max=9', 'value_error', ['quality_score_max']],
    ['duration_min=NaN', 'float_parsing', ['duration_min']],
    ['duration_min=Infinity', 'float_parsing', ['duration_min']],
    ['duration_min=-1', 'greater_than_equal', ['duration_min']],
    ['duration_max=1000000001', 'less_than_equal', ['duration_max']],
    ['duration_min=0.0001', 'value_error', ['duration_min']],
    ['duration_min=2&duration_max=1', 'value_error', ['duration_max']],
    ['call_after=yesterday', 'datetime_parsing', ['call_after']],
    ['call_before=2026-11-01T10:00:00', 'timezone_aware', ['call_before']],
    ['scorecard_id=1', 'uuid_parsing', ['scorecard_id']],
    ['outcome=passed', 'value_error', ['outcome']],
    ['score_min=1', 'value_error', ['score_min']],
    [`scorecard_id=${randomUUID()}&outcome=none`, 'enum', ['outcome']],
    [`scorecard_id=${randomUUID()}&score_min=2&score_max=1`, 'value_error', ['score_max']],
    ['metadata=sales', 'dict_type', ['metadata']],
    ['metadata=sales&metadata[team]=sales', 'dict_type', ['metadata']],
    ['metadata[]=x', 'value_error', ['metadata', '']],
    ['metadata[a]=1&metadata[b]=2&metadata[c]=3', 'value_error', ['metadata']],
    ['metadata[a]=1&metadata[a]=2', 'value_error', ['metadata', 'a']],
    [`metadata[${'k'.repeat(41)}]=1`, 'value_error', ['metadata', 'k'.repeat(41)]],
    [`metadata[a]=${'v'.repeat(501)}`, 'value_error', ['metadata', 'a']],
    ['metadata[a]=%00', 'value_error', ['metadata', 'a']],
    ['metadata[a=1', 'extra_forbidden', ['metadata[a']],
    ['metadata.team=sales', 'extra_forbidden', ['metadata.team']],
    ['Metadata[team]=sales', 'extra_forbidden', ['Metadata[team]']],
    ['sentiment=good', 'extra_forbidden', ['sentiment']],
  ])('is refused with 422 where it is none: %s', async (query, type, path) => {
    const answer = await ask(`/analysis?${query}`);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toContainEqual(expect.objectContaining({ type, loc: ['query', ...path] }));
  });

  it('says in a sentence which bounds cross, and what a score is of', async () => {
    const { body } = await ask('/analysis?duration_min=2&duration_max=1&score_min=1');
    expect(body.detail.map(({ msg }: { msg: string }) => msg)).toEqual([
      'Value error, duration_min must not be greater than duration_max',
      'Value error, score_min says nothing without scorecard_id',
    ]);
    for (const name of ['created', 'call'])
      expect(
        (await ask(`/analysis?${name}_after=2026-11-02T00:00:00Z&${name}_before=1793491200`)).body.detail,
      ).toMatchObject([
        {
          type: 'value_error',
          loc: ['query', `${name}_before`],
          msg: `Value error, ${name}_after must not be later than ${name}_before`,
        },
      ]);
  });

  it('takes as many parameters as a request line can hold, and answers', async () => {
    const many = Array.from({ length: 900 }, (_, at) => `metadata[${at}]=1`).join('&');
    const answer = await ask(`/analysis?${many}`);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail, 'errors that the answer names').toHaveLength(1);
  });
});

describe('the filter of a job', () => {
  it.each([
    [{ flagged: true, language: 'de' }, 1],
    [{ metadata: { seat: 2, vip: true } }, 1],
    [{ metadata: { seat: '2' }, reviewed: false }, 1],
    [{ metadata: {} }, 2],
    [{ call_after: 1_793_527_199, call_before: 1_793_527_200 }, 1],
    [{ compliance_score_min: 61 }, 0],
    [{ scorecard_id: randomUUID() }, 0],
  ])('counts the calls that pass: %j', async (filter, total) => {
    const answer = await ask('/redactions', { json: { preset: 'pci', dry_run: true, filter } });
    await expect(answer).toAnswer(200);
    expect(answer.body.counts).toMatchObject({ total });
  });

  it.each([
    [{ metadata: { a: null } }, 'value_error', ['metadata', 'a']],
    [{ metadata: { a: { b: 1 } } }, 'value_error', ['metadata', 'a']],
    [{ metadata: 'a' }, 'dict_type', ['metadata']],
    [{ 'metadata[team]': 'sales' }, 'extra_forbidden', ['metadata[team]']],
    [{ score_min: 1 }, 'value_error', ['score_min']],
    [{ duration_min: 2, duration_max: 1 }, 'value_error', ['duration_max']],
    [{ duration_min: 1e300 }, 'less_than_equal', ['duration_min']],
    [{ team: 'sales' }, 'extra_forbidden', ['team']],
  ])('is refused with 422 where it is none: %j', async (filter, type, path) => {
    const answer = await ask('/redactions', { json: { preset: 'pci', dry_run: true, filter } });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail).toContainEqual(expect.objectContaining({ type, loc: ['body', 'filter', ...path] }));
  });

  it('is read from the text that the job keeps, and from that of an earlier release', () => {
    const at = '2026-11-01T10:00:00.000Z';
    const text = `{"created_after":"${at}","call_before":"${at}","metadata":{"created_after":"${at}"}}`;
    const { filter } = callsOfJob(randomUUID(), text, new Date());
    expect(filter).toMatchObject({
      createdAfter: new Date(at),
      callBefore: new Date(at),
      metadata: { created_after: at },
    });
    expect(callsOfJob(randomUUID(), '{"agent_id":"a"}', new Date()).filter).toMatchObject({
      agentId: 'a',
      flagged: null,
    });
  });
});
