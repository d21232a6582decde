// Fits the weights of the cues that tell the agent from the customer to the dialogues that may be seen, and writes them
// to role-cues.json of the English rules. To be run after rules or cues have changed:
//   npm run build && node bench/quality/fit-role-cues.mjs
//
// Logistic regression on the difference between the two speakers' cues. It learns from whole calls, from their first and
// last turns, from calls in which one party says nothing that tells, and from misheard words. German has too few dialogues: it
// takes the weights of the rules from English.
import { readFileSync, writeFileSync } from 'node:fs';
import { cuesIn } from '../../dist/src/adapters/rules/assign-roles.js';
import { loadRuleBook } from '../../dist/src/adapters/rules/rule-book.js';
import { turnsOf } from '../../dist/src/phrases/spoken-words.js';

const FOLDER = new URL('../../src/adapters/rules/', import.meta.url);
const SEEN = new URL('dialogues/seen.jsonl', import.meta.url);
const ROUNDS = 200;
const RATE = 0.1;
/** Pulls the weights of rare cues towards 0. */
const PENALTY = 0.02;
const MAX_TURNS_PER_CUE = 3;
const TURNS_AT_EACH_END = 2;
const TURNS_OF_PART = 6;
const MURMURS = ['mhm', 'yes', 'okay', 'right', 'uh huh', 'one four two', 'alright', 'hm'];
const MISHEARD_SHARES = [0, 0.1, 0.25];

let seed = 5;
/** A fixed sequence, so that two runs give the same weights. */
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return seed / 4294967296;
}

function misheard(text, share, vocabulary) {
  return text
    .split(' ')
    .flatMap((word) =>
      random() >= share ? [word] : random() < 0.3 ? [] : [vocabulary[Math.floor(random() * vocabulary.length)]],
    )
    .join(' ');
}

function cuesOf(book, dialogue, share, vocabulary) {
  const segments = dialogue.turns.map(([who, text], id) => ({
    id,
    speaker: who,
    text: misheard(text, share, vocabulary),
  }));
  const turns = turnsOf(segments, book);
  const difference = {};
  for (const [who, sign] of [
    ['a', 1],
    ['c', -1],
  ]) {
    const own = turns.filter(({ speaker }) => speaker === who);
    const counts = {};
    for (const [index, turn] of own.entries()) {
      const place = { opening: index < TURNS_AT_EACH_END, closing: index >= own.length - TURNS_AT_EACH_END };
      for (const cue of cuesIn(book, turn, place)) counts[cue] = (counts[cue] ?? 0) + 1;
    }
    for (const [cue, count] of Object.entries(counts)) {
      difference[cue] = (difference[cue] ?? 0) + sign * Math.min(MAX_TURNS_PER_CUE, count);
    }
  }
  return difference;
}

function learn(examples, weights) {
  const squares = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const example of examples) {
      const lead = Object.entries(example).reduce((sum, [cue, value]) => sum + (weights[cue] ?? 0) * value, 0);
      const error = 1 / (1 + Math.exp(-lead)) - 1;
      for (const [cue, value] of Object.entries(example)) {
        if (!(cue in weights)) continue;
        const slope = error * value + PENALTY * weights[cue];
        squares[cue] = (squares[cue] ?? 1e-6) + slope * slope;
        weights[cue] -= (RATE * slope) / Math.sqrt(squares[cue]);
      }
    }
  }
  return weights;
}

const rounded = (value) => Math.round(100 * value) / 100;

function write(language, change) {
  const file = new URL(`${language}/role-cues.json`, FOLDER);
  const cues = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify(change(cues), null, 2)}\n`);
}

const book = loadRuleBook('en');
const dialogues = readFileSync(SEEN, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const vocabulary = dialogues.flatMap(({ turns }) => turns.flatMap(([, text]) => text.toLowerCase().split(' ')));
const parts = dialogues.flatMap((dialogue) => [
  { ...dialogue, turns: dialogue.turns.slice(0, TURNS_OF_PART) },
  { ...dialogue, turns: dialogue.turns.slice(-TURNS_OF_PART) },
]);
/** One party says nothing that tells. */
const alone = ['a', 'c'].flatMap((kept) =>
  dialogues.map((dialogue) => ({
    ...dialogue,
    turns: dialogue.turns.map(([who, text], at) => [who, who === kept ? text : MURMURS[at % MURMURS.length]]),
  })),
);
const examples = [
  ...MISHEARD_SHARES.flatMap((share) => dialogues.map((dialogue) => cuesOf(book, dialogue, share, vocabulary))),
  ...alone.map((dialogue) => cuesOf(book, dialogue, 0, vocabulary)),
  ...parts.map((part) => cuesOf(book, part, 0, vocabulary)),
];
// A cue that no dialogue has keeps the weight that a person gave it.
const heard = new Set(examples.flatMap((example) => Object.keys(example)));
const given = Object.entries(book.roleCues.weights);
const weights = learn(examples, Object.fromEntries(given.map(([cue, weight]) => [cue, heard.has(cue) ? 0 : weight])));
const fitted = (names, prefix = '') =>
  Object.fromEntries(Object.keys(names).map((name) => [name, rounded(weights[`${prefix}${name}`] ?? 0)]));

write('en', ({ minLead, patterns, rules, words }) => ({
  minLead,
  patterns: fitted(patterns),
  rules: fitted(rules, 'rule '),
  words: fitted(words),
}));
write('de', (cues) => ({ ...cues, rules: fitted(cues.rules, 'rule ') }));
