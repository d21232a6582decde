// Reads the answers of transcription servers, which differ in shape, units and tidiness, into transcripts of the port.
import { z } from 'zod';
import { type HeardSegment, informs, type PieceTranscript, type SpeechPiece } from '../../ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../ports/transcript.js';
import { cleanText } from '../clean-text.js';
import { UnusableAnswerError } from './openai-error.js';
import { languageCode } from './openai-language.js';

// These schemas hold only the fields that are read, and require only those that a transcript cannot do without, since the
// servers differ in all other fields.
const word = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  // JSON has a minus zero, which a checkpoint does not keep.
  probability: z
    .number()
    .transform((given) => given + 0)
    .nullish()
    .catch(null),
});
const words = z.array(word).nullish().catch(null);
const usage = z
  .object({ type: z.literal('duration'), seconds: z.number().nonnegative() })
  .nullish()
  .catch(null);
const duration = z.coerce.number().nonnegative().nullish().catch(null);

const plainAnswer = z.object({
  text: z.string(),
  languages: z
    .array(z.object({ code: z.string() }))
    .nullish()
    .catch(null),
  logprobs: z
    .array(z.object({ logprob: z.number() }))
    .nullish()
    .catch(null),
  usage,
});

const verboseAnswer = z
  .object({
    text: z.string().nullish(),
    language: z.string().nullish().catch(null),
    duration,
    segments: z
      .array(
        z.object({
          start: z.number(),
          end: z.number(),
          text: z.string(),
          speaker: z.union([z.string(), z.number()]).nullish().catch(null),
          no_speech_prob: z.number().nullish().catch(null),
          avg_logprob: z.number().nullish().catch(null),
          words,
        }),
      )
      .nullish(),
    words,
    usage,
  })
  .refine(({ text, segments }) => text != null || segments != null);

const diarizedAnswer = z.object({
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.string() })),
  duration,
  usage,
});

// Whisper's own rule: a segment above the first limit and below the second holds no speech.
const NO_SPEECH_PROBABILITY = 0.6;
const NO_SPEECH_LOGPROB = -1;
/** A segment may lie this far outside the measured speech and still counts as heard. */
const SPEECH_TOLERANCE_MS = 1000;

type TimedWord = z.infer<typeof word>;

/**
 * Reads text without times into one segment that spans the speech of the piece; no segment when the text is empty. Its
 * confidence comes from the log probabilities of the tokens, where the answer has them.
 */
export function readPlainAnswer(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { text, languages, logprobs, usage: used } = parse(plainAnswer, answer);
  return {
    segments: wholePiece(text, piece, meanProbability(logprobs ?? [])),
    language: languageCode(languages?.[0]?.code),
    spotted: [],
    providerSeconds: used?.seconds ?? null,
  };
}

/**
 * Reads segments with times and, where the server gives them, words and speakers. Times may be seconds, milliseconds or
 * nanoseconds (LocalAI). An answer that holds only text becomes one segment, as in {@link readPlainAnswer}.
 */
export function readVerboseAnswer(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { text, language, duration: length, segments, words: allWords, usage: used } = parse(verboseAnswer, answer);
  const shared = { language: languageCode(language), spotted: [], providerSeconds: used?.seconds ?? length ?? null };
  if (segments == null || segments.length === 0) {
    return { ...shared, segments: wholePiece(text ?? '', piece, null) };
  }
  const scale = secondsPerUnit(segments, piece);
  const heard = segments
    .filter(
      ({ no_speech_prob, avg_logprob }) =>
        !((no_speech_prob ?? 0) > NO_SPEECH_PROBABILITY && (avg_logprob ?? 0) < NO_SPEECH_LOGPROB),
    )
    .map((segment, index, all): HeardSegment => {
      const given = segment.words ?? wordsOfSegment(index, all, allWords ?? []);
      const heardWords = given.map((each) => toWord(each, scale, piece)).filter((each) => each.text !== '');
      return {
        speaker: toLabel(segment.speaker),
        ...toRecordingTimes(segment, scale, piece),
        text: cleanText(segment.text).trim(),
        confidence: segment.avg_logprob == null ? null : Math.exp(segment.avg_logprob),
        words: heardWords.length === 0 ? null : heardWords,
      };
    });
  return { ...shared, segments: withMeanConfidence(keepSpoken(heard, piece)) };
}

/**
 * Gives each segment the mean probability of its words, else its own. Probabilities that tell nothing about the piece, those of
 * the words or those of the segments, become null throughout.
 */
function withMeanConfidence(segments: readonly HeardSegment[]): HeardSegment[] {
  const ofWords = informs(segments.flatMap(({ words }) => words ?? []).map(({ confidence }) => confidence));
  const words = (segment: HeardSegment) =>
    ofWords ? segment.words : (segment.words?.map((each) => ({ ...each, confidence: null })) ?? null);
  const own = informs(segments.map(({ confidence }) => confidence));
  return segments.map((segment) => {
    const heardWords = words(segment);
    const confidence = meanConfidence(heardWords ?? []) ?? (own ? segment.confidence : null);
    return { ...segment, words: heardWords, confidence };
  });
}

function meanProbability(tokens: readonly { readonly logprob: number }[]): number | null {
  if (!informs(tokens.map(({ logprob }) => Math.exp(logprob)))) return null;
  const mean = Math.exp(tokens.reduce((sum, { logprob }) => sum + logprob, 0) / tokens.length);
  // Probabilities a rounding error below 1 have a mean of 1, which says nothing.
  return informs([mean]) ? mean : null;
}

/**
 * Reads segments with the provider's own speaker labels. An answer without a list of segments is unusable: the diarization
 * failed.
 */
export function readDiarizedAnswer(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { segments, duration: length, usage: used } = parse(diarizedAnswer, answer);
  const heard = segments.map(
    (segment): HeardSegment => ({
      speaker: toLabel(segment.speaker),
      ...toRecordingTimes(segment, 1, piece),
      text: cleanText(segment.text).trim(),
      confidence: null,
      words: null,
    }),
  );
  return {
    segments: keepSpoken(heard, piece),
    language: null,
    spotted: [],
    providerSeconds: used?.seconds ?? length ?? null,
  };
}

const speakerTurns = z.object({
  segments: z.array(z.object({ start: z.number(), end: z.number(), speaker: z.union([z.string(), z.number()]) })),
});

/** A stretch in which one speaker talks; turns may overlap. */
export interface SpeakerTurn extends SpeechSpan {
  /** Null where the server does not know the speaker. */
  readonly speaker: string | null;
}

/** Reads the answer of a separate diarization, with the times of the recording. */
export function readSpeakerTurns(answer: unknown, piece: SpeechPiece): SpeakerTurn[] {
  const { segments } = parse(speakerTurns, answer);
  const scale = secondsPerUnit(segments, piece);
  return segments.map((turn) => ({ speaker: toLabel(turn.speaker), ...toRecordingTimes(turn, scale, piece) }));
}

/** Gives each segment the speaker whose turns overlap it longest, and null where no turn overlaps it. */
export function assignSpeakers(transcript: PieceTranscript, turns: readonly SpeakerTurn[]): PieceTranscript {
  const segments = transcript.segments.map((segment) => {
    const overlaps = new Map<string, number>();
    for (const turn of turns) {
      const overlap = Math.min(segment.endMs, turn.endMs) - Math.max(segment.startMs, turn.startMs);
      if (turn.speaker !== null && overlap > 0) {
        overlaps.set(turn.speaker, (overlaps.get(turn.speaker) ?? 0) + overlap);
      }
    }
    const [longest] = [...overlaps].sort(([, a], [, b]) => b - a);
    return { ...segment, speaker: longest?.[0] ?? null };
  });
  return { ...transcript, segments };
}

function parse<T>(shape: z.ZodType<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer);
  if (!parsed.success) throw new UnusableAnswerError('The transcription lacks required fields.');
  return parsed.data;
}

function wholePiece(text: string, piece: SpeechPiece, confidence: number | null): HeardSegment[] {
  const said = cleanText(text).trim();
  if (said === '') return [];
  return [
    {
      speaker: null,
      startMs: piece.speech[0]?.startMs ?? piece.startMs,
      endMs: piece.speech.at(-1)?.endMs ?? piece.endMs,
      text: said,
      confidence,
      words: null,
    },
  ];
}

/** Drops segments without text and segments outside the measured speech, where models invent text. Sorts the rest. */
function keepSpoken(segments: readonly HeardSegment[], piece: SpeechPiece): HeardSegment[] {
  const spoken = ({ startMs, endMs }: HeardSegment) =>
    piece.speech.some(
      (span) => startMs < span.endMs + SPEECH_TOLERANCE_MS && endMs > span.startMs - SPEECH_TOLERANCE_MS,
    );
  return segments
    .filter((segment) => segment.text !== '' && spoken(segment))
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

/** For answers with one list of all words: a word belongs to the last segment that begins before the word's middle. */
function wordsOfSegment(
  index: number,
  segments: ReadonlyArray<{ readonly start: number }>,
  all: readonly TimedWord[],
): TimedWord[] {
  const from = index === 0 ? Number.NEGATIVE_INFINITY : (segments[index]?.start ?? 0);
  const to = segments[index + 1]?.start ?? Number.POSITIVE_INFINITY;
  return all.filter(({ start, end }) => (start + end) / 2 >= from && (start + end) / 2 < to);
}

/** With the probability as given, which may be none. */
function toWord(given: TimedWord, scale: number, piece: SpeechPiece): Word {
  return {
    text: cleanText(given.word).trim(),
    ...toRecordingTimes(given, scale, piece),
    confidence: given.probability ?? null,
  };
}

/** Null unless every word has a confidence. */
function meanConfidence(words: readonly Word[]): number | null {
  let sum = 0;
  for (const { confidence } of words) {
    if (confidence === null) return null;
    sum += confidence;
  }
  return words.length === 0 ? null : sum / words.length;
}

function toLabel(speaker: string | number | null | undefined): string | null {
  const label = cleanText(String(speaker ?? '')).trim();
  return label === '' || label === '?' ? null : label;
}

function toRecordingTimes(
  { start, end }: { readonly start: number; readonly end: number },
  scale: number,
  piece: SpeechPiece,
): { startMs: number; endMs: number } {
  const inPiece = (time: number) =>
    Math.min(piece.endMs, Math.max(piece.startMs, Math.round(piece.startMs + time * scale * 1000)));
  const startMs = inPiece(start);
  return { startMs, endMs: Math.max(startMs, inPiece(end)) };
}

/**
 * Tells seconds, milliseconds and nanoseconds apart by comparing the ends of the segments with the length of the piece. The
 * median end is compared, since servers give single segments absurd ends. The three ranges cannot overlap, since speech takes
 * longer than 1 ms.
 */
function secondsPerUnit(spans: ReadonlyArray<{ readonly end: number }>, piece: SpeechPiece): number {
  const ends = spans.map(({ end }) => end).sort((a, b) => a - b);
  const typical = ends[Math.floor(ends.length / 2)] ?? 0;
  const limit = ((piece.endMs - piece.startMs) / 1000) * 1.5 + 60;
  if (typical <= limit) return 1;
  return typical <= limit * 1000 ? 1e-3 : 1e-9;
}
