// Converts tokens of sherpa-onnx to words with times and confidence.
import type { HeardSegment } from '../../ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../ports/transcript.js';
import type { Decoded } from './sherpa-process.js';

/** Length of a token whose end the model does not give: about one syllable. */
const TOKEN_MS = 200;
/** Rounding may put the logarithm of a certain token this far above 0. */
const MAX_LOG_PROBABILITY = 0.001;

/** Segment of one cut; empty when no words were recognised. */
export function segmentOf(decoded: Decoded, cut: SpeechSpan | undefined): HeardSegment[] {
  const plain = decoded.text.trim();
  if (cut === undefined || plain === '') return [];
  const words = wordsOf(decoded, cut);
  const first = words?.[0];
  const last = words?.at(-1);
  if (words === null || first === undefined || last === undefined) {
    return [{ speaker: null, ...cut, text: plain, confidence: null, words: null }];
  }
  const text = words.map((word) => word.text).join(' ');
  const confidence = mean(words.flatMap((word) => (word.confidence === null ? [] : [word.confidence])));
  return [{ speaker: null, startMs: first.startMs, endMs: last.endMs, text, confidence, words }];
}

interface DraftWord {
  text: string;
  readonly startMs: number;
  endMs: number;
  readonly logProbabilities: (number | null)[];
}

/** Converts tokens to words: a word begins with a token that starts with a blank. Null without token times. */
function wordsOf(decoded: Decoded, cut: SpeechSpan): Word[] | null {
  const { tokens, durations, ys_log_probs: logProbabilities } = decoded;
  const timestamps = decoded.timestamps.filter((time) => time !== null);
  if (tokens.length === 0 || timestamps.length !== tokens.length) return null;
  const words: DraftWord[] = [];
  for (const [index, token] of tokens.entries()) {
    const spelling = token.replace(/^[\u2581\s]+/, '');
    const startMs = within(cut, cut.startMs + (timestamps[index] ?? 0) * 1000);
    const nextMs = within(cut, cut.startMs + (timestamps[index + 1] ?? Number.POSITIVE_INFINITY) * 1000);
    const duration = durations.length === tokens.length ? durations[index] : null;
    const lengthMs = duration == null ? TOKEN_MS : duration * 1000;
    const endMs = Math.max(startMs, Math.min(nextMs, within(cut, startMs + lengthMs)));
    const logProbability = logProbabilities.length === tokens.length ? (logProbabilities[index] ?? null) : null;
    const running = words.at(-1);
    if (running === undefined || spelling !== token) {
      words.push({ text: spelling, startMs, endMs, logProbabilities: [logProbability] });
    } else {
      running.text += spelling;
      running.endMs = endMs;
      running.logProbabilities.push(logProbability);
    }
  }
  return words
    .filter((word) => word.text !== '')
    .map(({ logProbabilities: given, ...word }) => ({ ...word, confidence: confidenceOf(given) }));
}

/** The geometric mean of the tokens' probabilities; null when one of them is unknown or invalid. */
function confidenceOf(logProbabilities: readonly (number | null)[]): number | null {
  const known = logProbabilities.flatMap((value) => (value !== null && value <= MAX_LOG_PROBABILITY ? [value] : []));
  if (known.length < logProbabilities.length) return null;
  const logarithm = mean(known);
  return logarithm === null ? null : rounded(Math.min(1, Math.exp(logarithm)));
}

const within = (cut: SpeechSpan, timeMs: number): number =>
  Math.round(Math.min(cut.endMs, Math.max(cut.startMs, timeMs)));

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}
