import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matchRules } from '../../../src/adapters/rules/match-rules.js';
import { loadRuleBook } from '../../../src/adapters/rules/rule-book.js';
import { turnsOf } from '../../../src/phrases/spoken-words.js';
import { FINDING_NAMES } from '../../../src/ports/findings.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { bareText } from '../../support/builders/rule-calls.js';

describe.each(['en', 'de'] as const)('the rules of %s', (language) => {
  const book = loadRuleBook(language);
  const other = { agent: 'customer', customer: 'agent' } as const;
  /** `a → b → c`: b is the other party's answer, and c the first party's. */
  const turnsIn = (speaker: 'agent' | 'customer', text: string) =>
    turnsOf(
      segmentsOf(text.split(' → ').map((part, index) => [index % 2 === 0 ? speaker : other[speaker], part])),
      book,
    );
  const fires = (id: string, speaker: 'agent' | 'customer', text: string) =>
    matchRules(book, turnsIn(speaker, text)).some(({ rule }) => rule.id === id);
  const bare = (text: string) => text.split(' → ').map(bareText).join(' → ');
  const examples = (side: 'for' | 'against') =>
    book.rules.flatMap((rule) => rule[side].map((text) => [rule.id, text, rule.speaker] as const));

  it.each(examples('for'))('%s fires on: %s', (id, text, speaker) => {
    expect(fires(id, speaker, text), 'it fires as written').toBe(true);
    expect(fires(id, speaker, bare(text)), 'it fires without capitals and punctuation').toBe(true);
    expect(fires(id, other[speaker], text), 'it fires when the other party says it').toBe(false);
  });

  it.each(examples('against'))('%s does not fire on: %s', (id, text, speaker) => {
    expect(fires(id, speaker, text), 'it fires as written').toBe(false);
    expect(fires(id, speaker, bare(text)), 'it fires without capitals and punctuation').toBe(false);
  });

  it('has examples for and against every rule, none on both sides', () => {
    const unproven = book.rules.flatMap((rule) => {
      const examples = rule.for.flatMap((text) => turnsIn(rule.speaker, text).map(({ words }) => words));
      const proven = [...rule.patterns, ...rule.answered, ...rule.hinted].some((pattern) =>
        examples.some((words) => pattern.find(words).length > 0),
      );
      const twins = rule.against.filter((text) => rule.for.includes(text));
      return proven && twins.length === 0 && rule.for.length > 0 && rule.against.length > 0 ? [] : [rule.id];
    });
    expect(unproven).toEqual([]);
  });

  it('gives the spotter only phrases with at least three words that are not stop words', () => {
    const stopWords = new Set(book.stopWords);
    const phrases = book.rules.flatMap(({ spot }) => spot);
    expect(phrases.length).toBeGreaterThan(3);
    expect(phrases.filter((p) => p.split(' ').filter((word) => !stopWords.has(word)).length < 3)).toEqual([]);
    expect(phrases.filter((phrase) => phrase !== bareText(phrase))).toEqual([]);
  });

  it.each(FINDING_NAMES)('has rules for %s', (name) => {
    const isOf = (rule: (typeof book.rules)[number]) =>
      rule.finding === name || (name === 'identity_verification' && rule.kind !== null);
    expect(book.rules.filter(isOf).length).toBeGreaterThan(0);
  });

  it('has a recommendation for everything that it can report against an agent', () => {
    const accusing = book.rules.filter(({ category }) => category === 'violation' || category === 'agent_conduct');
    expect(accusing.length).toBeGreaterThan(3);
    expect(accusing.filter(({ recommendation }) => recommendation === null)).toEqual([]);
    expect(book.rules.filter(({ expected, recommendation }) => expected && recommendation === null)).toEqual([]);
  });
});

describe('a request over several sentences or turns', () => {
  const book = loadRuleBook('en');
  /** The agent speaks first. */
  const requests = (...texts: string[]) => {
    const script = texts.map((text, index) => [index % 2 === 0 ? 'agent' : 'customer', text] as const);
    const matches = matchRules(book, turnsOf(segmentsOf(script), book));
    return [...new Set(matches.filter(({ rule }) => rule.category === 'violation').map(({ rule }) => rule.id))];
  };

  it.each([
    ['a code that came', 'one_time_code_requested', ['Has the code come through?', 'It has.', 'Go on, what is it?']],
    [
      'a code four turns before',
      'one_time_code_requested',
      ["I've texted a code.", 'OK.', 'Got it?', 'Yes.', 'Read it out.'],
    ],
    ['what the customer names', 'pin_requested', ['And the number for it?', 'What, my PIN?', 'Yes please.']],
    ['a card to pay with', 'full_card_number_requested', ['Paying by debit card?', 'I am.', 'Read it out for me.']],
  ])('is found: %s', (_what, id, texts) => {
    expect(requests(...texts)).toEqual([id]);
  });

  const small = Array.from({ length: 31 }, () => 'well').join(' ');
  it.each([
    ['no hint', ['Anything else?', 'A letter came.', 'Go on, what is it?']],
    ['a hint too many words before', ['Has the code come through?', small, 'Go on, what is it?']],
    [
      'a hint too many turns before',
      ['Has the code come?', 'Yes.', 'Fine.', 'So.', 'Right.', 'A letter.', 'What is it?'],
    ],
    ['a code of another kind', ['Has the tracking code come through?', 'It has.', 'Go on, what is it?']],
  ])('is not supposed for %s', (_what, texts) => {
    expect(requests(...texts)).toEqual([]);
  });
});

describe('the books together', () => {
  const [en, de] = [loadRuleBook('en'), loadRuleBook('de')];
  const about = ({
    id,
    speaker,
    category,
    finding,
    refutes,
    kind,
    within,
    expected,
    effort,
  }: (typeof en.rules)[number]) => {
    return { id, speaker, category, finding, refutes, kind, within, expected, effort };
  };

  it('have rules of the same meaning under the same id, so that results of two languages can be compared', () => {
    for (const rule of de.rules) {
      const twin = en.rules.find(({ id }) => id === rule.id);
      expect(twin && about(rule)).toEqual(twin && about(twin));
    }
    expect(de.rules.map(({ id }) => id).filter((id) => !en.rules.some((rule) => rule.id === id))).toEqual([]);
    expect(de.rules.length).toBeGreaterThan(en.rules.length * 0.8);
  });

  it.each([en, de])('of $language have a rule and advice for every finding', (book) => {
    const findings = [
      ...['identity_verification', 'privacy_protection', 'mandatory_disclosures', 'purpose_declaration'],
      ...['call_resolution', 'greeting', 'empathetic_language', 'professionalism'],
    ];
    expect(findings.filter((name) => !book.rules.some(({ finding }) => finding === name))).toEqual([]);
    expect(Object.keys(book.advice).sort()).toEqual([...findings].sort());
  });
});

describe('a faulty folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rules-'));
    await cp('src/adapters/rules/en', folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function replace(file: string, before: string, after: string): Promise<void> {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(before);
    await writeFile(path, text.replace(before, after));
  }
  const load = () => loadRuleBook('en', pathToFileURL(`${folder}/`));

  it('is a changed copy of a sound one', () => {
    expect(load().rules.length).toBeGreaterThan(30);
  });

  it('is refused with the name of each faulty file', async () => {
    await replace('agent-opening.json', '"welcome to"', '"Welcome to"');
    await replace('words.json', '"negations"', '"refusals"');
    await rm(join(folder, 'summary.json'));
    await writeFile(join(folder, 'agent-jokes.json'), '[]');
    expect(load).toThrow(/agent-opening\.json > 0 > patterns > 3: .*Welcome/);
    expect(load).toThrow(/words\.json > negations: /);
    expect(load).toThrow(/summary\.json: /);
    expect(load).toThrow(/agent-jokes/);
  });

  it('is refused when a file is no JSON', async () => {
    await replace('advice.json', '{', '');
    expect(load).toThrow(/advice\.json is not JSON/);
  });

  it.each([
    [
      'two rules of one id',
      'agent-closing.json',
      '"id": "closing"',
      '"id": "greeting"',
      'Two rules have the id greeting',
    ],
    ['a disclosure without its rule', 'book.json', '"recording_disclosure"', '"recording"', 'which does not exist'],
    [
      'patterns that need a hint without one',
      'agent-closing.json',
      '"id": "closing"',
      '"id": "closing", "hints": ["card"]',
      'The rule closing needs both "hinted" and "hints"',
    ],
    [
      'a fuzzy phrase of a violation',
      'agent-violations.json',
      '"refutes"',
      '"fuzzy": ["card number"], "refutes"',
      'The accusing rule pin_requested must not have fuzzy phrases',
    ],
  ])('is refused for %s', async (_what, file, before, after, fault) => {
    await replace(file, before, after);
    expect(load).toThrow(fault);
  });
});
