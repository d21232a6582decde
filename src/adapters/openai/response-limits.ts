// Refuses what a transcription server cannot have heard, before the response is read: reading takes a hundred times as long as
// counting.
import { heardLimitsOf, isWordTooLong } from '../../ports/heard-limits.js';
import type { SpeechPiece } from '../../ports/speech-to-text.js';
import type { SpeechSpan } from '../../ports/transcript.js';
import { UnusableResponseError } from '../sdk/unusable-response.js';

/**
 * Bytes of a response for a second of sound. With times of segments, words and tokens, whisper's have 600 and those with a time
 * for each character 2,000.
 */
const MAX_BYTES_PER_SECOND = 6_000;
const SPARE_BYTES = 256 * 1024;
/** A turn of a diarization lasts a third of a second or longer, and two may overlap. */
const MAX_TURNS_PER_SECOND = 6;
const SPARE_TURNS = 100;
/** Conferences have a dozen. */
const MAX_VOICES = 64;
const TOO_MUCH = 'The transcription holds more than can be said in the time.';

export function maxResponseBytes({ startMs, endMs }: SpeechSpan): number {
  return SPARE_BYTES + Math.ceil((MAX_BYTES_PER_SECOND * Math.max(0, endMs - startMs)) / 1000);
}

/** @param answer the JSON of a transcription, of any shape */
export function refuseMoreThanHeard(answer: unknown, piece: SpeechPiece): void {
  const most = heardLimitsOf(piece);
  const body = membersOf(answer);
  const segments = listOf(body.segments);
  const lists = [listOf(body.words), ...segments.map((segment) => listOf(membersOf(segment).words))];
  const isTooMuch =
    segments.length > most.words ||
    Math.max(listOf(body.logprobs).length, listOf(body.languages).length) > most.words ||
    sum(lists, ({ length }) => length) > 2 * most.words ||
    lengthOf(body.text) > most.characters ||
    sum(segments, (segment) => lengthOf(membersOf(segment).text)) > most.characters ||
    lists.some((words) => words.some((word) => isSpelledTooLong(membersOf(word))));
  if (isTooMuch) throw new UnusableResponseError(TOO_MUCH);
}

/** @param answer the JSON of a diarization, of any shape */
export function refuseMoreTurns(answer: unknown, { startMs, endMs }: SpeechPiece): void {
  const most = SPARE_TURNS + (MAX_TURNS_PER_SECOND * (endMs - startMs)) / 1000;
  const turns = listOf(membersOf(answer).segments);
  const voices = () => new Set(turns.map((turn) => membersOf(turn).speaker)).size;
  if (turns.length > most || voices() > MAX_VOICES)
    throw new UnusableResponseError('There are more turns than fit into the time.');
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return Object(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function isSpelledTooLong({ word, text }: Members): boolean {
  return [word, text].some((spelling) => typeof spelling === 'string' && isWordTooLong(spelling));
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
