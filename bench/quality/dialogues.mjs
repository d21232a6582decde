// The labelled dialogues as transcripts of the service, with as many wrong words as a test asks for.
import { existsSync, readFileSync } from 'node:fs';
import { seededRandom } from './random.mjs';
import { wordsOf } from './score.mjs';

const MS_PER_WORD = 350;
const GAP_MS = 400;
/** Of the wrong words: a recogniser mostly takes one word for another, and as often loses one as it invents one. */
const SUBSTITUTED = 0.8;
const DELETED = 0.1;
/** Half of the substitutes sound alike, as far as letters tell. */
const ALIKE = 0.5;
/** Share of the pairs of letters that a word must have in common with one that sounds alike. */
const MIN_COMMON_PAIRS = 0.4;

/** @param set `seen`, `unseen`, `hard-seen`, `hard-unseen` or `languages`; a hard set that is not there is empty */
export function loadDialogues(set) {
  const file = new URL(`dialogues/${set}.jsonl`, import.meta.url);
  if (set.startsWith('hard-') && !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The agent is on channel `agentChannel`. Each party was heard well, so that nothing excuses a wrong verdict. */
export function toTranscript({ turns }, language, agentChannel = 0) {
  let at = 500;
  const segments = turns
    .filter(([, text]) => text.trim() !== '')
    .map(([party, text], id) => {
      const startMs = at;
      const endMs = startMs + MS_PER_WORD * Math.max(1, wordsOf(text).length);
      at = endMs + GAP_MS;
      const speaker = party === 'a' ? 'agent' : 'customer';
      const channel = party === 'a' ? agentChannel : 1 - agentChannel;
      return { id, speaker, channel, startMs, endMs, text, confidence: null, words: null };
    });
  const heardWell = { score: 0.95, basis: ['engine'], assessable: true, reasons: [] };
  return {
    segments,
    language,
    diarization: { method: 'channel', roleConfidence: 1 },
    spotted: [],
    hearing: { agent: heardWell, customer: heardWell },
    durationMs: at,
  };
}

/** Gives a function `(dialogue, rate, seed)` that gives the dialogue with that share of its words wrong. */
export function createMishearing(dialogues) {
  const vocabulary = [...new Set(dialogues.flatMap(({ turns }) => turns.flatMap(([, text]) => wordsOf(text))))].sort();
  const known = vocabulary.map((word) => ({ word, pairs: pairsOf(word) }));
  const alike = new Map();
  const wordAlike = (word, random) => {
    if (!alike.has(word)) alike.set(word, mostAlike(word, known));
    return pick(alike.get(word), random) ?? pick(vocabulary, random);
  };
  return (dialogue, rate, seed) => {
    if (rate === 0) return dialogue;
    const random = seededRandom(hash(`${dialogue.id} ${rate} ${seed}`));
    const mishear = (token) => {
      if (random() >= rate) return [token];
      const kind = random();
      if (kind < SUBSTITUTED) {
        return [random() < ALIKE ? wordAlike(wordsOf(token)[0] ?? token, random) : pick(vocabulary, random)];
      }
      return kind < SUBSTITUTED + DELETED ? [] : [token, pick(vocabulary, random)];
    };
    const turns = dialogue.turns.map(([party, text]) => [party, text.split(/\s+/).flatMap(mishear).join(' ')]);
    return { ...dialogue, turns };
  };
}

/** Up to four words of about the same length that share the most pairs of letters with the word. */
function mostAlike(word, known) {
  const own = [...pairsOf(word)];
  return known
    .filter((other) => other.word !== word && Math.abs(other.word.length - word.length) <= 2)
    .map((other) => ({ word: other.word, common: own.filter((pair) => other.pairs.has(pair)).length }))
    .filter(({ common }) => common > MIN_COMMON_PAIRS * own.length)
    .sort((a, b) => b.common - a.common || (a.word < b.word ? -1 : 1))
    .slice(0, 4)
    .map((other) => other.word);
}

function pairsOf(word) {
  const framed = `^${word}$`;
  return new Set(Array.from({ length: framed.length - 1 }, (_, at) => framed.slice(at, at + 2)));
}

function pick(items, random) {
  return items[Math.floor(random() * items.length)];
}

/** FNV-1a, to seed the random numbers of each dialogue for itself: another dialogue more changes none of the others. */
function hash(text) {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 0x01000193);
  return value >>> 0;
}
