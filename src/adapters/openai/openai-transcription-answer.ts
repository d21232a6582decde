import { z } from 'zod';
import type { HeardSegment, PieceTranscript, SpeechPiece } from '../../ports/speech-to-text.js';
import type { Word } from '../../ports/transcript.js';
import { UnusableAnswerError } from './openai-error.js';
import { languageCode } from './openai-language.js';
import { cleanText } from './openai-text.js';

// Only what is read is described, and only what cannot be done without is demanded: servers differ in the rest.
const word = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  probability: z.number().nullish().catch(null),
});
const words = z.array(word).nullish().catch(null);
const usage = z
  .object({ type: z.literal('duration'), seconds: z.number() })
  .nullish()
  .catch(null);
const duration = z.coerce.number().nullish().catch(null);

const plainAnswer = z.object({
  text: z.string(),
  languages: z
    .array(z.object({ code: z.string() }))
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

/** Whisper's own rule for a stretch without speech. */
const NO_SPEECH_PROBABILITY = 0.6;
const NO_SPEECH_LOGPROB = -1;
/** How far outside the measured speech a segment may lie and still be believed. */
const SPEECH_TOLERANCE_MS = 1000;

type TimedWord = z.infer<typeof word>;

/** Text without times: one segment that spans the speech of the piece; none when nothing was recognised. */
export function readPlainAnswer(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { text, languages, usage: used } = parse(plainAnswer, answer);
  return {
    segments: wholePiece(text, piece),
    language: languageCode(languages?.[0]?.code),
    spotted: [],
    providerSeconds: used?.seconds ?? null,
  };
}

/**
 * Segments with times and, where given, words and speakers. Times may be seconds, milliseconds or nanoseconds (LocalAI):
 * the magnitude is told from the piece's length. An answer that holds only text is read as {@link readPlainAnswer} does.
 */
export function readVerboseAnswer(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { text, language, duration: length, segments, words: allWords, usage: used } = parse(verboseAnswer, answer);
  const shared = { language: languageCode(language), spotted: [], providerSeconds: used?.seconds ?? length ?? null };
  if (segments == null || (segments.length === 0 && (text ?? '').trim() !== '')) {
    return { ...shared, segments: wholePiece(text ?? '', piece) };
  }
  const scale = secondsPerUnit(segments, piece);
  const heard = segments
    .filter(
      ({ no_speech_prob, avg_logprob }) =>
        !((no_speech_prob ?? 0) > NO_SPEECH_PROBABILITY && (avg_logprob ?? 0) < NO_SPEECH_LOGPROB),
    )
    .map((segment, index, all): HeardSegment => {
      const own = segment.words ?? wordsOf(index, all, allWords ?? []);
      const spoken = own.map((each) => toWord(each, scale, piece)).filter(({ text: said }) => said !== '');
      return {
        speaker: toLabel(segment.speaker),
        ...absolute(segment, scale, piece),
        text: cleanText(segment.text).trim(),
        confidence: meanConfidence(spoken),
        words: spoken.length === 0 ? null : spoken,
      };
    });
  return { ...shared, segments: believable(heard, piece) };
}

/** Segments with the provider's own speaker labels. An answer without segments is a diarization that failed. */
export function readDiarizedAnswer(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { segments, duration: length, usage: used } = parse(diarizedAnswer, answer);
  const heard = segments.map(
    (segment): HeardSegment => ({
      speaker: toLabel(segment.speaker),
      ...absolute(segment, 1, piece),
      text: cleanText(segment.text).trim(),
      confidence: null,
      words: null,
    }),
  );
  return {
    segments: believable(heard, piece),
    language: null,
    spotted: [],
    providerSeconds: used?.seconds ?? length ?? null,
  };
}

const speakerTurns = z.object({
  segments: z.array(z.object({ start: z.number(), end: z.number(), speaker: z.union([z.string(), z.number()]) })),
});

/** Gives each segment the speaker of a separate diarization whose turns overlap it longest; null where none does. */
export function assignSpeakers(transcript: PieceTranscript, answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { segments: given } = parse(speakerTurns, answer);
  const scale = secondsPerUnit(given, piece);
  const turns = given.map((turn) => ({ speaker: toLabel(turn.speaker), ...absolute(turn, scale, piece) }));
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
  if (!parsed.success) throw new UnusableAnswerError('The transcription lacks what it must hold.');
  return parsed.data;
}

function wholePiece(text: string, piece: SpeechPiece): HeardSegment[] {
  const said = cleanText(text).trim();
  if (said === '') return [];
  return [
    {
      speaker: null,
      startMs: piece.speech[0]?.startMs ?? piece.startMs,
      endMs: piece.speech.at(-1)?.endMs ?? piece.endMs,
      text: said,
      confidence: null,
      words: null,
    },
  ];
}

/** Drops what has no words or lies where nobody spoke (models invent text there), and sorts. */
function believable(segments: readonly HeardSegment[], piece: SpeechPiece): HeardSegment[] {
  const spoken = ({ startMs, endMs }: HeardSegment) =>
    piece.speech.some(
      (span) => startMs < span.endMs + SPEECH_TOLERANCE_MS && endMs > span.startMs - SPEECH_TOLERANCE_MS,
    );
  return segments
    .filter((segment) => segment.text !== '' && spoken(segment))
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

/** Words stand beside the segments: each belongs to the last segment that begins before the word's middle. */
function wordsOf(
  index: number,
  segments: ReadonlyArray<{ readonly start: number }>,
  all: readonly TimedWord[],
): TimedWord[] {
  const from = index === 0 ? Number.NEGATIVE_INFINITY : (segments[index]?.start ?? 0);
  const to = segments[index + 1]?.start ?? Number.POSITIVE_INFINITY;
  return all.filter(({ start, end }) => (start + end) / 2 >= from && (start + end) / 2 < to);
}

function toWord(given: TimedWord, scale: number, piece: SpeechPiece): Word {
  return {
    text: cleanText(given.word).trim(),
    ...absolute(given, scale, piece),
    confidence: given.probability == null ? null : Math.min(1, Math.max(0, given.probability)),
  };
}

/** Mean over the words; null unless every word has one. */
function meanConfidence(spoken: readonly Word[]): number | null {
  let sum = 0;
  for (const { confidence } of spoken) {
    if (confidence === null) return null;
    sum += confidence;
  }
  return spoken.length === 0 ? null : sum / spoken.length;
}

function toLabel(speaker: string | number | null | undefined): string | null {
  const label = cleanText(String(speaker ?? '')).trim();
  return label === '' || label === '?' ? null : label;
}

function absolute(
  { start, end }: { readonly start: number; readonly end: number },
  scale: number,
  piece: SpeechPiece,
): { startMs: number; endMs: number } {
  const inPiece = (time: number) =>
    Math.min(piece.endMs, Math.max(piece.startMs, Math.round(piece.startMs + time * scale * 1000)));
  const startMs = inPiece(start);
  return { startMs, endMs: Math.max(startMs, inPiece(end)) };
}

/** By the median, since single segments are given absurd ends. The three ranges cannot overlap: speech takes over 1 ms. */
function secondsPerUnit(spans: ReadonlyArray<{ readonly end: number }>, piece: SpeechPiece): number {
  const ends = spans.map(({ end }) => end).sort((a, b) => a - b);
  const typical = ends[Math.floor(ends.length / 2)] ?? 0;
  const limit = ((piece.endMs - piece.startMs) / 1000) * 1.5 + 60;
  if (typical <= limit) return 1;
  return typical <= limit * 1000 ? 1e-3 : 1e-9;
}
