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

export function limitOf(learnt: Learnt, wanted: number): number {
  return typeof learnt.max_output === 'number' ? Math.min(wanted, learnt.max_output) : wanted;
}

/** An answer within fewer tokens is not worth a request. */
const MIN_ROOM_TOKENS = 1_000;
/** vLLM, Anthropic: the window, and the tokens of the input. */
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
 * A refusal of the limit itself, which says how much may be written: the model writes no more, or the transcript leaves no more
 * room in its window.
 */
export function smallerLimit(message: string, limit: number): Learnt | null {
  for (const pattern of ROOMS) {
    const { window, input } = pattern.exec(message)?.groups ?? {};
    if (window !== undefined && input !== undefined) return capAt(Number(window) - Number(input), limit);
  }
  for (const pattern of CAPS) {
    const cap = pattern.exec(message)?.[1];
    if (cap !== undefined) return capAt(Number(cap), limit);
  }
  return null;
}

function capAt(tokens: number, limit: number): Learnt | null {
  return tokens >= MIN_ROOM_TOKENS && tokens < limit ? { max_output: tokens } : null;
}
