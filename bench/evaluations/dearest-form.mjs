// The dearest form that is taken, and the longest call: everyday words begin each of a thousand patterns, and the rare word that
// ends them is out of reach.

const EVERYDAY =
  'the and you that it is to of in for on with this have be are not what can will we i my your so but all was me'.split(
    ' ',
  );
const QUESTIONS = 20;
const PATTERNS = 50;

/** Some 200 characters, as many as a pattern may have. */
function costlyPattern(order) {
  const first = EVERYDAY.slice(0, 16).join('|');
  const later = EVERYDAY.slice(order % 8, 14 + (order % 8)).join('|');
  return `${first} ~9 (${later})? ~9 (${later.slice(0, 30).replace(/\|[a-z]*$/, '')})? ~9 rare${order % 5}`;
}

/** A thousand patterns in all. */
export const COSTLY_QUESTIONS = Array.from({ length: QUESTIONS }, (_, at) => ({
  key: `costly_${at}`,
  text: 'Was it said?',
  guidance: null,
  speaker: null,
  weight: 1,
  within: null,
  answers: [
    { key: 'yes', label: 'Yes', points: 1, needs_quote: true, auto_fail: false },
    { key: 'no', label: 'No', points: 0, needs_quote: false, auto_fail: false },
  ],
  na: false,
  applies_if: null,
  judge: {
    kind: 'phrases',
    any: Array.from({ length: PATTERNS }, (__, order) => costlyPattern(at * PATTERNS + order)),
    none: [],
    answer: 'yes',
    otherwise: 'no',
  },
  automation: 'score',
}));

const SEGMENT_MS = 4_000;
const WORDS_A_SEGMENT = 10;

/** Ten hours of uninterrupted talk in everyday words, by default. */
export function longTranscript(hours = 10) {
  const segments = Array.from({ length: (hours * 3_600_000) / SEGMENT_MS }, (_, id) => {
    const startMs = id * SEGMENT_MS;
    const words = Array.from({ length: WORDS_A_SEGMENT }, (__, at) => ({
      text: at === 9 ? `rare${id % 5}` : EVERYDAY[(7 * id + 3 * at) % EVERYDAY.length],
      startMs: startMs + at * 390,
      endMs: startMs + at * 390 + 350,
      confidence: 0.9,
    }));
    return {
      id,
      speaker: id % 2 === 0 ? 'agent' : 'customer',
      channel: id % 2,
      startMs,
      endMs: startMs + SEGMENT_MS - 100,
      text: words.map(({ text }) => text).join(' '),
      confidence: 0.9,
      words,
    };
  });
  const hearing = { score: 0.95, basis: ['engine'], assessable: true, reasons: [] };
  return {
    segments,
    language: 'en',
    diarization: { method: 'channel', roleConfidence: 1 },
    spotted: [],
    hearing: { agent: hearing, customer: hearing },
  };
}
