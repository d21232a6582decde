// What is found, and where, by what was said.
// Words of many languages. cspell:disable
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Hits } from '../../../src/insight/search/hits.js';
import type { SearchRequest } from '../../../src/insight/search/search.requests.js';
import { Search } from '../../../src/insight/search/search.service.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { addSaidCall, type SaidCall } from '../../support/builders/said-calls.js';

let database: FreshDatabase;
let dataSource: DataSource;
let search: Search;

beforeAll(async () => {
  database = await freshDatabase();
  dataSource = await openDataSource(database.url);
  search = new Search(dataSource, new Hits());
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

const find = (accountId: string, q: string, more: Partial<SearchRequest> = {}) =>
  search.find({ accountId, sight: null, livemode: true }, { q, skip: 0, limit: 20, ...more });

const agent = (text: string) => ({ speaker: 'agent', text });
const customer = (text: string) => ({ speaker: 'customer', text });

/** @returns the account, and the names of the calls that a search finds, newest first */
async function store(calls: Readonly<Record<string, SaidCall['segments'] | Omit<SaidCall, 'createdAt'>>>) {
  const accountId = await addAccount(dataSource);
  const names = new Map<string, string>();
  let at = Date.parse('2026-11-20T10:00:00Z');
  for (const [name, call] of Object.entries(calls)) {
    const said = 'segments' in call ? call : { segments: call };
    names.set(await addSaidCall(dataSource, accountId, { ...said, createdAt: new Date(at) }), name);
    at += 1000;
  }
  const found = async (q: string, more: Partial<SearchRequest> = {}) => {
    const { items, total } = await find(accountId, q, more);
    const shown = items.map(({ analysis_id: id }) => names.get(id) ?? id);
    expect(total).toBe(shown.length);
    return shown.join(' ');
  };
  return { accountId, found };
}

it('finds words, all of them, whatever their case and accents', async () => {
  const { found } = await store({
    de: [agent('Schöne Grüße aus der Königstraße.')],
    fr: [agent('L’élève a payé vingt-deux euros à l’hôtel.')],
    pl: [agent('Zażółć gęślą jaźń, Łódź.')],
    el: [agent('Καλημέρα, ο ΛΟΓΑΡΙΑΣΜΌΣ σας.')],
    tr: [agent('İSTANBUL ve ısı faturası')],
    ja: [agent('ｶﾞｽの領収書を送ってください')],
    zh: [agent('我要退款，谢谢。')],
    ko: [agent('환불을 요청합니다')],
    wide: [agent('Ｆｕｌｌ ｗｉｄｔｈ ５００')],
  });
  expect(await found('grusse KÖNIGSTRASSE')).toBe('de');
  expect(await found('eleve hotel')).toBe('fr');
  expect(await found('vingt-deux')).toBe('fr');
  expect(await found('ZAZOLC lodz')).toBe('pl');
  expect(await found('λογαριασμος')).toBe('el');
  expect(await found('istanbul isi')).toBe('tr');
  expect(await found('ガス')).toBe('ja');
  expect(await found('領収')).toBe('ja');
  expect(await found('退款')).toBe('zh');
  expect(await found('款')).toBe('zh');
  expect(await found('谢退')).toBe('');
  expect(await found('환불*')).toBe('ko');
  expect(await found('full 500')).toBe('wide');
  expect(await found('grusse eleve')).toBe('');
});

it('finds phrases of one speaker, across segments that follow one another', async () => {
  const { found } = await store({
    within: [agent('I can offer a full refund today.')],
    across: [agent('I can offer a full'), agent('refund, today.')],
    interrupted: [agent('a full'), customer('yes?'), agent('refund')],
    reversed: [agent('refund in full')],
    answered: [agent('in full'), customer('refund me')],
  });
  expect(await found('"full refund"')).toBe('across within');
  expect(await found('full refund')).toBe('answered reversed interrupted across within');
  expect(await found('full-refund')).toBe('across within');
  expect(await found('full -"full refund"')).toBe('answered reversed interrupted');
  expect(await found('"a full ref*"')).toBe('across within');
  expect(await found('"full refund')).toBe('across within');
});

it('leaves out what is not wanted, and takes words that begin so', async () => {
  const { found } = await store({
    refund: [agent('refund')],
    refunds: [agent('refunds and invoices')],
    invoice: [agent('an invoice')],
  });
  expect(await found('refund')).toBe('refund');
  expect(await found('refund*')).toBe('refunds refund');
  expect(await found('refund* -invoice*')).toBe('refund');
  expect(await found('inv* -refund* -"an apple"')).toBe('invoice');
  expect(await found('refund -refund')).toBe('');
});

it('narrows to the words of a party', async () => {
  const { found } = await store({
    agent: [agent('cancel the contract'), customer('no')],
    customer: [agent('no'), customer('cancel the contract')],
    unknown: [{ speaker: 'speaker_0', text: 'cancel the contract' }],
  });
  expect(await found('cancel')).toBe('unknown customer agent');
  expect(await found('cancel', { speaker: 'agent' })).toBe('agent');
  expect(await found('"cancel the"', { speaker: 'customer' })).toBe('customer');
  expect(await found('can*', { speaker: 'customer' })).toBe('customer');
  expect(await found('contract -no', { speaker: 'agent' })).toBe('agent');
});

it('narrows to an agent, a contact, a mode and a time', async () => {
  const { accountId, found } = await store({
    first: { segments: [agent('refund')], agentId: 'ada', contactId: 'x' },
    second: { segments: [agent('refund')], agentId: 'ada', contactId: 'y' },
    third: { segments: [agent('refund')], agentId: 'bob', contactId: 'x' },
    test: { segments: [agent('refund')], agentId: 'bob', livemode: false },
  });
  expect(await found('refund', { agent_id: 'ada' })).toBe('second first');
  expect(await found('refund', { contact_id: 'x' })).toBe('third first');
  expect(await found('refund', { livemode: false })).toBe('test');
  expect(await found('refund', { created_after: new Date('2026-11-20T10:00:01Z') })).toBe('third second');
  expect(await found('refund', { created_before: new Date('2026-11-20T10:00:01Z') })).toBe('first');
  const page = await find(accountId, 'refund', { skip: 1, limit: 1 });
  expect([page.total, page.items.length, page.items[0]?.agent_id]).toEqual([3, 1, 'ada']);
  expect(await find(await addAccount(dataSource), 'refund')).toEqual({ items: [], total: 0, skip: 0, limit: 20 });
});

it('shows up to three places, each term among them', async () => {
  const { accountId } = await store({
    long: [
      agent(`${'so '.repeat(50)}about the REFUND, as I said: ${'and '.repeat(50)}`),
      customer('refund'),
      agent('the refund again'),
      customer('refund? And'),
      customer('the invoice!'),
    ],
  });
  const [call] = (await find(accountId, 'refund "and the"')).items;
  expect(call?.hits.map(({ segment_id: id }) => id)).toEqual([0, 1, 3]);
  expect(call?.hits[0]?.snippet).toMatch(/^…so (so )+about the REFUND, as I said: (and )+and…$/);
  expect(call?.hits[2]).toEqual({
    segment_id: 3,
    speaker: 'customer',
    start: 3,
    end: 5,
    snippet: 'refund? And the invoice!',
  });
});

it('finds the places of a call of ten hours, whose transcript is read in a thread', async () => {
  const segments = Array.from({ length: 10_000 }, (_, n) =>
    (n % 2 ? customer : agent)(`this is turn ${n} of a long long call`),
  );
  const { accountId } = await store({ long: segments, short: [agent('turn 9998')] });
  const { items, total } = await find(accountId, '"turn 9998"');
  expect(total).toBe(2);
  expect(items.map(({ hits }) => hits)).toEqual([
    [{ segment_id: 0, speaker: 'agent', start: 0, end: 1, snippet: 'turn 9998' }],
    [
      {
        segment_id: 9998,
        speaker: 'agent',
        start: 9998,
        end: 9999,
        snippet: 'this is turn 9998 of a long long call',
      },
    ],
  ]);
});
