// Reads the responses of transcription servers, which differ in shape, units and tidiness, into transcripts of the port.
import { z } from 'zod';
import { coverOf } from '../../../ports/span-cover.js';
import { type HeardSegment, informs, type PieceTranscript, type SpeechPiece } from '../../../ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../../ports/transcript.js';
import { cleanText } from '../../clean-text.js';
import { UnusableResponseError } from '../../sdk/unusable-response.js';
import { keepSpoken } from '../../spoken-only.js';
import { refuseMoreThanHeard, refuseMoreTurns } from '../response-limits.js';
import { languageCode } from './openai-language.js';
import {
  type GivenSegment,
  type GivenWord,
  readTimedSegments,
  readTimedWords,
  secondsPerUnit,
  toRecordingSpan,
} from './timed-segments.js';

// These schemas hold only the fields that are read, and require only those that a transcript cannot do without, since the
// servers differ in all other fields.
const time = z.number().nullish().catch(null);
const probability = z.number().nullish().catch(null);
/**
 * Of a word only its spelling is needed: one without times does not cost the others theirs. whisper-timestamped calls it
 * `text`.
 */
const words = z
  .array(
    z
      .object({ word: z.string().nullish(), text: z.string().nullish(), start: time, end: time, probability })
      .nullable()
      .catch(null),
  )
  .nullish()
  .catch(null)
  .transform((given): GivenWord[] | null => given?.flatMap((each) => toGivenWord(each)) ?? null);
const usage = z
  .object({ type: z.literal('duration'), seconds: z.number().nonnegative() })
  .nullish()
  .catch(null);
const duration = z.coerce.number().nonnegative().nullish().catch(null);

const plainResponse = z.object({
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

const verboseResponse = z
  .object({
    text: z.string().nullish(),
    language: z.string().nullish().catch(null),
    duration,
    segments: z
      .array(
        z.object({
          start: time,
          end: time,
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

const diarizedResponse = z.object({
  segments: z.array(z.object({ start: time, end: time, text: z.string(), speaker: z.string(), words })),
  duration,
  usage,
});

// Whisper's own rule: a segment above the first limit and below the second holds no speech.
const NO_SPEECH_PROBABILITY = 0.6;
const NO_SPEECH_LOGPROB = -1;
/**
 * Reads text without times into one segment that spans the speech of the piece; no segment when the text is empty. Its
 * confidence comes from the log probabilities of the tokens, where the response has them.
 */
export function readPlainResponse(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { text, languages, logprobs, usage: used } = parse(plainResponse, answer, piece);
  return {
    segments: keepSpoken(wholePiece(text, piece, meanProbability(logprobs ?? []))),
    language: languageCode(languages?.[0]?.code),
    spotted: [],
    providerSeconds: used?.seconds ?? null,
  };
}

/**
 * Reads segments with times and, where the server gives them, words and speakers. Times may be seconds, milliseconds or
 * nanoseconds (LocalAI). Words with times stand in for segments that are missing or have none; a response that holds only text
 * becomes one segment, as in {@link readPlainResponse}.
 */
export function readVerboseResponse(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const {
    text,
    language,
    duration: length,
    segments,
    words: allWords,
    usage: used,
  } = parse(verboseResponse, answer, piece);
  const shared = { language: languageCode(language), spotted: [], providerSeconds: used?.seconds ?? length ?? null };
  const heard = (segments ?? []).map(
    (segment): GivenSegment => ({
      start: segment.start ?? null,
      end: segment.end ?? null,
      text: segment.text,
      speaker: toLabel(segment.speaker),
      confidence: segment.avg_logprob == null ? null : Math.exp(segment.avg_logprob),
      words: segment.words ?? null,
      isSilence:
        (segment.no_speech_prob ?? 0) > NO_SPEECH_PROBABILITY && (segment.avg_logprob ?? 0) < NO_SPEECH_LOGPROB,
    }),
  );
  if (allWords?.some(isTimed) && !heard.some(isTimed) && !heard.some((segment) => segment.words?.some(isTimed))) {
    const spelling = text ?? segments?.map((segment) => segment.text).join(' ') ?? '';
    return { ...shared, segments: withMeanConfidence(keepSpoken(readTimedWords(allWords, spelling, piece))) };
  }
  if (segments == null || segments.length === 0) {
    return { ...shared, segments: keepSpoken(wholePiece(text ?? '', piece, null)) };
  }
  requireTimes(heard);
  return { ...shared, segments: withMeanConfidence(keepSpoken(readTimedSegments(heard, allWords ?? [], piece))) };
}

/** True for a stretch of time, however short a word is. */
function isTimed({ start, end }: { readonly start: number | null; readonly end: number | null }): boolean {
  return start !== null && end !== null && end > start;
}

/** One segment without times is placed by its neighbours. Where none has any, no time of what was said is known. */
function requireTimes(segments: readonly GivenSegment[]): void {
  const knows = ({ start, end, words: own }: GivenSegment) =>
    (start !== null && end !== null) || own?.some((each) => each.start !== null && each.end !== null);
  if (segments.length > 0 && !segments.some(knows)) throw new UnusableResponseError(LACKS_FIELDS);
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
 * Reads segments with the provider's own speaker labels. A response without a list of segments is unusable: the diarization
 * failed.
 */
export function readDiarizedResponse(answer: unknown, piece: SpeechPiece): PieceTranscript {
  const { segments, duration: length, usage: used } = parse(diarizedResponse, answer, piece);
  const heard = segments.map(
    (segment): GivenSegment => ({
      start: segment.start ?? null,
      end: segment.end ?? null,
      text: segment.text,
      speaker: toLabel(segment.speaker),
      confidence: null,
      words: segment.words ?? null,
      isSilence: false,
    }),
  );
  requireTimes(heard);
  return {
    segments: withMeanConfidence(keepSpoken(readTimedSegments(heard, [], piece))),
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

/** Reads the response of a separate diarization, with the times of the recording. */
export function readSpeakerTurns(answer: unknown, piece: SpeechPiece): SpeakerTurn[] {
  refuseMoreTurns(answer, piece);
  const { segments } = parse(speakerTurns, answer, piece);
  const scale = secondsPerUnit(segments, piece);
  return segments.map((turn) => ({ speaker: toLabel(turn.speaker), ...toRecordingSpan(turn, scale, piece) }));
}

/** Gives each segment the speaker whose turns overlap it longest, and null where no turn overlaps it. */
export function assignSpeakers(transcript: PieceTranscript, turns: readonly SpeakerTurn[]): PieceTranscript {
  const ofSpeaker = new Map<string, SpeakerTurn[]>();
  for (const turn of turns) {
    if (turn.speaker === null) continue;
    const own = ofSpeaker.get(turn.speaker) ?? [];
    own.push(turn);
    ofSpeaker.set(turn.speaker, own);
  }
  const speakers = [...ofSpeaker].map(([speaker, own]) => ({ speaker, coveredUntil: coverOf(own) }));
  const segments = transcript.segments.map((segment) => {
    let longest: { readonly speaker: string | null; readonly ms: number } = { speaker: null, ms: 0 };
    for (const { speaker, coveredUntil } of speakers) {
      const ms = Math.round(coveredUntil(segment.endMs) - coveredUntil(segment.startMs));
      if (ms > longest.ms) longest = { speaker, ms };
    }
    return { ...segment, speaker: longest.speaker };
  });
  return { ...transcript, segments };
}

const LACKS_FIELDS = 'The transcription lacks required fields.';

function parse<T>(shape: z.ZodType<T>, answer: unknown, piece: SpeechPiece): T {
  refuseMoreThanHeard(answer, piece);
  const parsed = shape.safeParse(answer);
  if (!parsed.success) throw new UnusableResponseError(LACKS_FIELDS);
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

/** Null unless every word has a confidence. */
function meanConfidence(words: readonly Word[]): number | null {
  let sum = 0;
  for (const { confidence } of words) {
    if (confidence === null) return null;
    sum += confidence;
  }
  return words.length === 0 ? null : sum / words.length;
}

function toGivenWord(
  given: {
    readonly word?: string | null;
    readonly text?: string | null;
    readonly start?: number | null;
    readonly end?: number | null;
    readonly probability?: number | null;
  } | null,
): GivenWord[] {
  const spelling = given?.word ?? given?.text;
  if (given === null || spelling == null) return [];
  // JSON has a minus zero, which a checkpoint does not keep.
  const certainty = given.probability == null ? null : given.probability + 0;
  return [{ word: spelling, start: given.start ?? null, end: given.end ?? null, probability: certainty }];
}

function toLabel(speaker: string | number | null | undefined): string | null {
  const label = cleanText(String(speaker ?? '')).trim();
  return label === '' || label === '?' ? null : label;
}
