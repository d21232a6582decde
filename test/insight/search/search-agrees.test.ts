// Random calls in many scripts, and random searches: what is found, how much of it, and where, against a matcher that goes
// through the calls word by word. It compares the names of words; how a word is spelt in a call and in a search is drawn by
// chance.
// Words of many languages. cspell:disable
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Hits } from '../../../src/insight/search/hits.js';
import type { SearchedSpeaker } from '../../../src/insight/search/search.requests.js';
import { Search } from '../../../src/insight/search/search.service.js';
import { type FreshDatabase, freshDatabase } from '../../support/apps/backing.js';
import { addAccount, openDataSource } from '../../support/builders/listing-data.js';
import { Random } from '../../support/builders/random.js';
import { addSaidCall, unpair } from '../../support/builders/said-calls.js';

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

/** By the name of the word its spellings. A name begins with another one where the word does. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  refund: ['refund', 'Refund', 'REFUND', 'ｒｅｆｕｎｄ'],
  refunds: ['refunds', 'REFUNDS'],
  ref: ['ref', 'Ref'],
  the: ['the', 'The', 'THE'],
  you: ['you', 'You'],
  und: ['und', 'UND'],
  strasse: ['Straße', 'STRASSE', 'straße', 'STRAẞE'],
  schon: ['schön', 'Schon', 'scho\u0308n', 'SCHÖN'],
  schonster: ['schönster', 'Schönster'],
  eleve: ['élève', 'ÉLÈVE', 'eleve'],
  lodz: ['Łódź', 'łódź', 'lodz'],
  logos: ['λόγος', 'ΛΌΓΟΣ', 'λογος'],
  isi: ['ısı', 'ISI', 'İsi', 'isi'],
  schet: ['счёт', 'СЧЕТ', 'счет'],
  kitab: ['كِتَاب', 'كتاب'],
  hanbul: ['환불', '환불'.normalize('NFD')],
  '500': ['500', '５００'],
};
/** Written without spaces. */
const CHARACTERS: Readonly<Record<string, readonly string[]>> = {
  退: ['退'],
  款: ['款'],
  手: ['手'],
  ガ: ['ガ', 'ｶﾞ', 'カ\u3099'],
  カ: ['カ', 'ｶ'],
  ー: ['ー', 'ｰ'],
  𠮷: ['𠮷'],
  ท: ['ท'],
};
const NAMES = [...Object.keys(WORDS), ...Object.keys(CHARACTERS)];
/** Those of the index. */
const FREQUENT = ['the', 'you', 'und'];
const SEPARATORS = [' ', ' ', ' ', ', ', '. ', '-', "'", ' 😀 ', '\n', '…'];
const SPEAKERS = ['agent', 'customer', 'speaker_0', 'speaker_1'];

const isCharacter = (name: string) => name in CHARACTERS;

interface Segment {
  readonly speaker: string;
  readonly names: readonly string[];
}
type Call = readonly Segment[];

/** Characters stand close to one another half of the time; a space between them makes no difference. */
function spell(names: readonly string[], random: Random, separators: readonly string[]): string {
  let text = '';
  for (const [at, name] of names.entries()) {
    const before = names[at - 1];
    const isClose = before !== undefined && isCharacter(before) && isCharacter(name);
    if (at > 0 && !isClose) text += random.of(separators);
    text += random.of(WORDS[name] ?? CHARACTERS[name] ?? []);
  }
  return text;
}

function drawCall(random: Random, length: number, names: readonly string[]): Call {
  return Array.from({ length: 1 + random.below(length) }, () => ({
    speaker: random.of(SPEAKERS),
    names: Array.from({ length: random.below(7) }, () => random.of(names)),
  }));
}

interface Term {
  readonly names: readonly string[];
  readonly isPrefix: boolean;
  readonly isUnwanted: boolean;
}

function drawTerm(random: Random, calls: readonly Call[]): Term {
  const length = random.of([1, 1, 1, 2, 2, 3, 4]);
  const said = random.of(calls).flatMap(({ names }) => names);
  const from = random.below(Math.max(1, said.length - length));
  const drawn = random.below(3) > 0 ? said.slice(from, from + length) : [];
  const names = drawn.length > 0 ? drawn : random.of([[random.of(NAMES)], [random.of(FREQUENT), random.of(FREQUENT)]]);
  return {
    names,
    isPrefix: random.below(4) === 0 && !isCharacter(names.at(-1) ?? ''),
    isUnwanted: random.below(4) === 0,
  };
}

/** A phrase is quoted, or hangs together by marks. */
function write({ names, isPrefix, isUnwanted }: Term, random: Random): string {
  const isQuoted = random.below(2) === 0;
  const text = `${spell(names, random, isQuoted ? [' ', ', '] : ['-', "'"])}${isPrefix ? '*' : ''}`;
  return `${isUnwanted ? '-' : ''}${isQuoted ? `"${text}"` : text}`;
}

/** Indexes of the segments in which the term begins. */
function placesOf(call: Call, { names, isPrefix }: Term, speaker: SearchedSpeaker | null): number[] {
  const said = call.flatMap((segment, at) => segment.names.map((name) => ({ name, at, speaker: segment.speaker })));
  const isSame = (at: number, name: string, index: number) => {
    const word = said[at];
    const isFit = isPrefix && index === names.length - 1 ? word?.name.startsWith(name) : word?.name === name;
    return isFit && (speaker === null || word?.speaker === speaker) && word?.speaker === said[at - index]?.speaker;
  };
  // No other party has a segment in between, not even one without words.
  const isUnbroken = (from: number, to: number) =>
    new Set(call.slice(said[from]?.at, (said[to]?.at ?? 0) + 1).map((segment) => segment.speaker)).size === 1;
  return said.flatMap(({ at }, from) =>
    names.every((name, index) => isSame(from + index, name, index)) && isUnbroken(from, from + names.length - 1)
      ? [at]
      : [],
  );
}

async function compare(seed: number, calls: readonly Call[], searches: number) {
  const random = new Random(seed);
  const accountId = await addAccount(dataSource);
  const stored: { readonly id: string; readonly call: Call }[] = [];
  for (const [at, call] of calls.entries()) {
    const segments = call.map(({ speaker, names }) => ({ speaker, text: spell(names, random, SEPARATORS) }));
    const createdAt = new Date(Date.parse('2026-09-20T10:00:00Z') + at * 86_400_000);
    stored.unshift({ id: await addSaidCall(dataSource, accountId, { segments, createdAt }), call });
  }
  let found = 0;
  for (let n = 0; n < searches; n++) {
    // The second half of the searches finds some calls of an earlier release, too.
    if (2 * n === searches)
      await unpair(
        dataSource,
        stored
          .slice(random.below(40))
          .slice(0, 5)
          .map(({ id }) => id),
      );
    const terms = Array.from({ length: 1 + random.below(3) }, () => drawTerm(random, calls));
    const wanted = terms.filter(({ isUnwanted }) => !isUnwanted);
    if (wanted.length === 0) continue;
    const speaker = random.of([null, null, 'agent', 'customer'] as const);
    const q = terms.map((term) => write(term, random)).join(' ');
    const isFound = ({ call }: { readonly call: Call }) =>
      terms.every((term) => placesOf(call, term, speaker).length > 0 === !term.isUnwanted);
    const expected = stored.filter(isFound);
    const page = await search.find({ accountId, sight: null, livemode: true }, { q, speaker, skip: 0, limit: 50 });
    expect([q, speaker, page.items.map(({ analysis_id: id }) => id)]).toEqual([
      q,
      speaker,
      expected.map(({ id }) => id).slice(0, 50),
    ]);
    expect(page.total).toBe(expected.length);
    for (const [at, { hits }] of page.items.entries()) {
      const places = new Set(wanted.flatMap((term) => placesOf(expected[at]?.call ?? [], term, speaker)));
      expect(
        hits.filter(({ segment_id: id }) => !places.has(id)),
        q,
      ).toEqual([]);
      expect(hits.length, q).toBe(Math.min(3, places.size));
    }
    found += expected.length;
  }
  return found;
}

it.each([1, 2, 3])('finds in short calls what a reader finds, and where (%i)', async (seed) => {
  const random = new Random(seed);
  const calls = Array.from({ length: 50 }, () => drawCall(random, 12, [...FREQUENT, ...FREQUENT, ...NAMES]));
  expect(await compare(seed, calls, 150)).toBeGreaterThan(200);
});

it('finds in calls that are cut into pieces what a reader finds', async () => {
  const random = new Random(4);
  // Some words come up more often than a piece can hold, so that pieces end everywhere.
  const calls = [
    ...Array.from({ length: 4 }, () => drawCall(random, 1500, ['the', 'the', 'the', 'the', '退', ...NAMES])),
    ...Array.from({ length: 4 }, () => [
      { speaker: 'agent', names: Array.from({ length: 900 }, () => random.of(['the', '退'])) },
    ]),
  ];
  expect(await compare(4, calls, 80)).toBeGreaterThan(80);
  const [{ n }] = await dataSource.query('SELECT count(*)::int AS n FROM call_words_piece');
  expect(n).toBeGreaterThan(20);
});
