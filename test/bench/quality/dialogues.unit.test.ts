// Checks the labelled dialogues of `npm run bench -- --only quality`: their form, that no person could be harmed by them, and
// that the unseen half is unseen.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMishearing, loadDialogues, toTranscript } from '../../../bench/quality/dialogues.mjs';

const KINDS = [
  ...['name', 'date_of_birth', 'account_number', 'order_number', 'reference', 'address', 'postcode', 'phone', 'email'],
  ...['last_four', 'security_question', 'passcode', 'password', 'pin', 'vehicle_registration', 'policy_number'],
  ...['employee_id', 'other'],
];
const SECRETS = ['security_question', 'passcode', 'password', 'pin'];
const VIOLATIONS = [
  ...['pin_requested', 'password_requested', 'security_code_requested', 'full_card_number_requested'],
  ...['card_expiry_requested', 'guarantee', 'abusive_language'],
];
/** Shorter turns, like `hey there what can I do for you`, are common property. */
const MIN_COMPARED_WORDS = 9;

const sets = { seen: loadDialogues('seen'), unseen: loadDialogues('unseen'), languages: loadDialogues('languages') };
const hard = { seen: loadDialogues('hard-seen'), unseen: loadDialogues('hard-unseen') };
const all = [...Object.values(sets), ...Object.values(hard)].flat();
const textsOf = (dialogues: typeof all) => dialogues.flatMap(({ turns }) => turns.map(([, text]) => text));
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

describe('The labelled dialogues', () => {
  it('are as many as the README says, each with an id of its own', () => {
    const readme = readFileSync('bench/quality/dialogues/README.md', 'utf8');
    const told = [
      '\\n',
      ...['seen', 'hard-seen', 'unseen', 'hard-unseen'].map((set) => `\\| \`${set}.jsonl\` \\| `),
    ].map((before) => Number(new RegExp(`${before}(\\d+)`).exec(readme)?.[1]));
    const halves = [sets.seen, hard.seen, sets.unseen, hard.unseen];
    expect([all.length, ...halves.map(({ length }) => length)]).toEqual(told);
    expect(new Set(all.map(({ id }) => id)).size, 'different ids').toBe(all.length);
  });

  it('cover both regions, registers and forms in each half, and fifteen industries', () => {
    for (const half of [sets.seen, sets.unseen]) {
      for (const key of ['region', 'register', 'form'] as const) {
        expect([...new Set(half.map((dialogue) => dialogue[key]))], `kinds of ${key}`).toHaveLength(2);
      }
      expect(half.filter(({ form }) => form === 'spoken').length).toBeGreaterThan(half.length / 4);
    }
    expect(new Set([...sets.seen, ...sets.unseen].map(({ industry }) => industry)).size).toBeGreaterThan(15);
  });

  it('are said by an agent and a customer', () => {
    for (const { turns, labels } of all) {
      const { call_kind: kind = 'conversation' } = labels;
      if (kind === 'conversation') expect(new Set(turns.map(([party]) => party))).toEqual(new Set(['a', 'c']));
      expect(
        turns.filter(([, text]) => text.trim() === ''),
        'turns without text',
      ).toEqual([]);
    }
  });

  it('have labels that agree with each other', () => {
    const faults = all.filter(({ labels }) => {
      const kinds = new Set(labels.identity_kinds);
      const identified = kinds.size >= 2 || SECRETS.some((kind) => kinds.has(kind));
      return (
        labels.identity !== identified ||
        !labels.identity_kinds.every((kind) => KINDS.includes(kind)) ||
        !labels.violations.every((violation) => VIOLATIONS.includes(violation)) ||
        (labels.dismissive && labels.professionalism === true)
      );
    });
    expect(faults.map(({ id }) => id)).toEqual([]);
  });

  it('share no turn of nine words or more between the seen and the unseen half', () => {
    const keys = (dialogues: typeof all) =>
      textsOf(dialogues)
        .map((text) => wordsIn(text))
        .filter((words) => words.length >= MIN_COMPARED_WORDS)
        .map((words) => words.join(' '));
    const seen = new Set(keys([...sets.seen, ...sets.languages, ...hard.seen]));
    expect(keys([...sets.unseen, ...hard.unseen]).filter((key) => seen.has(key))).toEqual([]);
  });

  it('hold no address that is delivered and no number of a real card', () => {
    const texts = textsOf(all);
    const addresses = texts.flatMap((text) => [...text.matchAll(/[\w.]+@[\w.-]+\w/g)].map(String));
    expect(addresses.filter((address) => !/(@|\.)example(\.com|\.co\.uk)?$/.test(address))).toEqual([]);
    const cards = texts.flatMap((text) => [...text.matchAll(/\b(?:\d[ -]?){12,18}\d\b/g)].map(String));
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.filter((card) => hasCardChecksum(card.replace(/\D/g, '')))).toEqual([]);
  });
});

describe('Wrong words', () => {
  const mishear = createMishearing(sets.seen);
  const heardAt = (rate: number, seed = 0) =>
    sets.seen.slice(0, 40).map((dialogue) => ({ dialogue, heard: mishear(dialogue, rate, seed) }));

  it.each([0.08, 0.25])('make up the share %d of the words', (rate) => {
    let [kept, words] = [0, 0];
    for (const { dialogue, heard } of heardAt(rate)) {
      for (const [at, [, text]] of dialogue.turns.entries()) {
        const left = wordsIn(heard.turns[at]?.[1] ?? '');
        for (const word of wordsIn(text)) {
          words += 1;
          if (left.includes(word)) kept += 1;
        }
      }
    }
    // An insertion loses no word, and a wrong word may stand elsewhere in the turn.
    expect(1 - kept / words).toBeGreaterThan(0.7 * rate);
    expect(1 - kept / words).toBeLessThan(rate);
  });

  it('are the same for the same seed, others for another, and none at a rate of 0', () => {
    expect(heardAt(0.25)).toEqual(heardAt(0.25));
    expect(heardAt(0.25)).not.toEqual(heardAt(0.25, 1));
    for (const { dialogue, heard } of heardAt(0)) expect(heard).toBe(dialogue);
  });

  it('leave no turn without words in the transcript', () => {
    for (const { heard } of heardAt(0.25)) {
      expect(
        toTranscript(heard, 'en').segments.filter(({ text }) => text.trim() === ''),
        'segments without text',
      ).toEqual([]);
    }
  });
});

/** The checksum of Luhn, which every real card number has. */
function hasCardChecksum(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
