// cspell:ignore Cheviot Ottoline ausgesucht damals farbe hatten sonnenblume welche werden
// What was learnt of requests is what the exchanges teach, and finds data after requests in words that no one described. Those
// of the `unseen` files were written by somebody who knew neither rules nor exchanges, and nothing is learnt from them.
import { describe, expect, it } from 'vitest';
import { KNOWN_LANGUAGES } from '../../../../src/phrases/known-languages.js';
import { REDACTION_TYPES, type RedactionType, TYPE_ROWS } from '../../../../src/ports/redaction.js';
import { findSensitive } from '../../../../src/speech/redaction/find-sensitive.js';
import { itLearns } from '../../../support/learning/it-learns.js';
import { callOf, marked, WANTED } from '../searched-call.js';
import { allExamples, learn, linesOf, turnsOf } from './learn.js';

const SHOWN = process.env.SHOW_REDACTION !== undefined;

describe.each(KNOWN_LANGUAGES)('requests in %s', (language) => {
  itLearns('are learnt from the exchanges', `speech/redaction/asks/learnt/${language}.json`, () => {
    const { examples, learntFrom } = allExamples(language);
    return { learntFrom, ...learn(language, examples) };
  });
});

const typesOf = (preset: 'pci' | 'pii') => REDACTION_TYPES.filter((type) => preset === 'pii' || TYPE_ROWS[type].isPci);

/** True where something of the answer is masked. */
function masksAnswer(language: string, line: readonly string[], types: readonly RedactionType[]): boolean {
  const turns = turnsOf(line).map(({ party, text }) => `${party}: ${text}`);
  const { spans } = findSensitive(callOf(language, ...turns), { ...WANTED, types });
  return spans.some(({ segmentId }) => segmentId === turns.length - 1);
}

/** Answers of each kind that are masked, and all. `none` has nothing to mask. */
function measured(preset: 'pci' | 'pii'): Map<string, { masked: number; of: number }> {
  const kinds = new Map<string, { masked: number; of: number }>();
  const lines = KNOWN_LANGUAGES.flatMap((language) =>
    linesOf(language, 'unseen').map((line) => [language, line] as const),
  );
  for (const [language, line] of lines) {
    const [kind = ''] = line;
    const share = kinds.get(kind) ?? { masked: 0, of: 0 };
    kinds.set(kind, share);
    share.of += 1;
    if (masksAnswer(language, line, typesOf(preset))) share.masked += 1;
  }
  return kinds;
}

/** Percent of the unseen answers below which no change may go, and above which for `none`. */
const FLOORS = {
  pci: { card_number: 90, card_security_code: 92, card_expiry: 100, one_time_code: 93, pin: 95, password: 92 },
  pii: { pin: 95, password: 94, security_answer: 93, person_name: 95, postal_address: 95 },
} as const;
const MAX_FALSE = 12;

it.each(['pci', 'pii'] as const)('masks answers to unseen requests with %s', (preset) => {
  const kinds = measured(preset);
  const percent = (kind: string) => {
    const { masked, of } = kinds.get(kind) ?? { masked: 0, of: 1 };
    return (100 * masked) / of;
  };
  if (SHOWN) console.log(preset, [...kinds].map(([kind, { masked, of }]) => `${kind} ${masked}/${of}`).join(', '));
  for (const [kind, floor] of Object.entries(FLOORS[preset])) expect(percent(kind), kind).toBeGreaterThanOrEqual(floor);
  expect(percent('none'), 'answers without data').toBeLessThanOrEqual(MAX_FALSE);
});

it.each([
  ['en', 'A: Which word did you pick with us when all this was set up?', 'C: [Marigold], I think.'],
  ['en', 'A: what do you press at the hole in the wall', "C: it's [four two one one]"],
  ['de', 'A: und welches wort hatten sie sich damals ausgesucht', 'C: [sonnenblume]'],
  ['en', 'A: And which colour would you like it in?', 'C: Marigold, I think.'],
  ['en', 'A: how many of them did you order', "C: it's four"],
  ['de', 'A: und welche farbe soll es werden', 'C: sonnenblume'],
])('in %s, after "%s": "%s"', (language, request, answer) => {
  const call = callOf(language, request, answer.replaceAll(/[[\]]/g, ''));
  expect(marked(call, findSensitive(call, WANTED).spans)).toEqual([request, answer]);
});

it.each([
  ['an offer that is taken up', ['C: Shall I give you the word I set?', 'A: Please.', "C: It's [Kingfisher]."]],
  ['a try after a refusal', ['A: And the word you set with us?', "C: God, I don't know. [Kingfisher]?"]],
  [
    'a name in a longer answer',
    ['A: Whose name is it under?', 'C: Well, my son bought it in my name, [Ottoline Brandreth].'],
  ],
  [
    'what is said once more',
    ['A: Which word did you set with us?', 'C: [Kingfisher].', 'A: [Kingfisher] it is, you are in.'],
  ],
  ['the street of a security question', ['A: It wants the road you learnt to ride a bike on.', 'C: [Cheviot Close].']],
])('masks %s', (what, turns) => {
  const call = callOf('en', ...turns.map((turn) => turn.replaceAll(/[[\]]/g, '')));
  const types = typesOf(what.includes('name') ? 'pii' : 'pci');
  expect(marked(call, findSensitive(call, { ...WANTED, types }).spans)).toEqual(turns);
});
