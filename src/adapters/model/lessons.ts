// What the refusal of a server teaches: the parameter that it names is replaced or left out.
import type { Learnt } from '../../platform/operations/engine-learning.js';

/** Ways by which the schema reaches the model, from the best to the last. */
export const FORMATS = ['schema', 'tool', 'object', 'words'] as const;
export type Format = (typeof FORMATS)[number];

export function formatOf({ format }: Learnt): Format {
  return FORMATS.find((each) => each === format) ?? 'schema';
}

/** Whether the schema must stand in the instructions, since nothing enforces it. */
export function needsWords(learnt: Learnt): boolean {
  const format = formatOf(learnt);
  return format === 'object' || format === 'words' || learnt.schema === 'in_words';
}

export function isRefused(learnt: Learnt, parameter: string): boolean {
  return learnt[parameter] === 'refused';
}

/** @param ways those of the protocol */
export function nextFormat(learnt: Learnt, ways: readonly Format[]): Learnt | null {
  const next = ways[ways.indexOf(formatOf(learnt)) + 1];
  return next === undefined ? null : { format: next };
}

/** An answer within fewer tokens is not worth a request. */
const MIN_ROOM_TOKENS = 1_000;
/** Languages and names take more tokens a character than the transcript by which the density was learnt. */
const SPARE_DENSITY = 1.05;

/** Limit on the answer to a question of this length: what the model writes at most, and what its window has room for. */
export function limitOf({ max_output: cap, window, density }: Learnt, wanted: number, characters: number): number {
  const limit = typeof cap === 'number' ? Math.min(wanted, cap) : wanted;
  if (typeof window !== 'number' || typeof density !== 'number') return limit;
  const room = window - Math.ceil(density * SPARE_DENSITY * characters);
  return Math.min(limit, Math.max(room, MIN_ROOM_TOKENS));
}

/** vLLM, OpenAI, Anthropic: the window of the model, and the tokens of this input. */
const ROOMS = [
  /maximum context length is (?<window>\d+) tokens and your request has (?<input>\d+) input tokens/,
  /maximum context length is (?<window>\d+) tokens\. However, you requested \d+ tokens \((?<input>\d+) in the messages/,
  /exceed context limit: (?<input>\d+) \+ \d+ > (?<window>\d+)/,
];
/** OpenAI, Volcengine, Anthropic, Groq: the most that a model writes. */
const CAPS = [
  /supports at most (\d+) completion tokens/,
  /expected a value <= (\d+)/,
  /> (\d+), which is the maximum allowed number of output tokens/,
  /must be less than or equal to `?(\d+)`?/,
];

/**
 * A refusal of the limit itself, which says how much may be written: the model writes no more, or its window has no more room
 * beside this input. The room differs from question to question, so that the window is learnt and not the room.
 * @param characters length of the input
 */
export function smallerLimit(message: string, limit: number, characters: number): Learnt | null {
  for (const pattern of ROOMS) {
    const { window, input } = pattern.exec(message)?.groups ?? {};
    if (window === undefined || input === undefined) continue;
    const room = Number(window) - Number(input);
    return isSmaller(room, limit) ? { window: Number(window), density: Number(input) / Math.max(1, characters) } : null;
  }
  for (const pattern of CAPS) {
    const cap = Number(pattern.exec(message)?.[1]);
    if (isSmaller(cap, limit)) return { max_output: cap };
  }
  return null;
}

const isSmaller = (tokens: number, limit: number) => tokens >= MIN_ROOM_TOKENS && tokens < limit;
