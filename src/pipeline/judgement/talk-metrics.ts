// How the talking was shared, from times alone: no analyst has a say in it.
import type { Segment, SpeechSpan } from '../../ports/transcript.js';
import { countWords } from '../transcript/words.js';
import type { CallMetrics } from './results.js';

/** Pause within which a party keeps the floor. */
const TURN_PAUSE_MS = 500;
/** Both must talk at once for so long before it counts as breaking in. */
const LEAST_CLASH_MS = 300;
/** A shorter turn that ends inside the other's is a "mhm", not an interruption. */
const LEAST_INTERRUPTING_TURN_MS = 1000;

export interface TalkInput {
  readonly segments: readonly Segment[];
  readonly durationMs: number;
  /**
   * Speech as measured on each party's own channel. Where given it replaces the segments' times, which hold the
   * pauses within an utterance.
   */
  readonly speechByRole?: { readonly agent: readonly SpeechSpan[]; readonly customer: readonly SpeechSpan[] };
}

/**
 * - `agent_talk_seconds`, `customer_talk_seconds`: time in which the party talks, overlaps included.
 * - `overtalk_seconds`: time in which two or more talk at once.
 * - `silence_seconds`: time in which nobody talks. With agent and customer only,
 *   agent + customer - overtalk + silence = duration; speech of a speaker without a role is neither talk nor silence.
 * - `interruptions`: turns (speech with pauses up to 0.5 s) that begin while the other party is in a turn, overlap it
 *   by 0.3 s or more, and outlast it or go on for 1 s; by either party.
 * - `agent_words_per_minute`, `customer_words_per_minute`: words per minute of the party's talk, whole numbers.
 * - `talk_ratio`: agent talk / (agent talk + customer talk), 0 to 1, two decimals.
 *
 * Times are clipped to the recording; seconds have millisecond precision; what has no basis is 0.
 */
export function talkMetrics({ segments, durationMs, speechByRole }: TalkInput): CallMetrics {
  const limitMs = Number.isFinite(durationMs) ? Math.max(0, Math.round(durationMs)) : 0;
  const spansOf = (role: 'agent' | 'customer') =>
    merge(speechByRole?.[role] ?? segments.filter(({ speaker }) => speaker === role), limitMs, 0);
  const agent = spansOf('agent');
  const customer = spansOf('customer');
  const unknown = [...new Set(segments.map(({ speaker }) => speaker))]
    .filter((speaker) => speaker !== 'agent' && speaker !== 'customer')
    .map((label) =>
      merge(
        segments.filter(({ speaker }) => speaker === label),
        limitMs,
        0,
      ),
    );
  const voices = [agent, customer, ...unknown];

  const agentMs = lengthOf(agent);
  const customerMs = lengthOf(customer);
  const agentTurns = merge(agent, limitMs, TURN_PAUSE_MS);
  const customerTurns = merge(customer, limitMs, TURN_PAUSE_MS);

  return {
    agent_talk_seconds: agentMs / 1000,
    customer_talk_seconds: customerMs / 1000,
    silence_seconds: (limitMs - timeWith(1, voices)) / 1000,
    overtalk_seconds: timeWith(2, voices) / 1000,
    interruptions: interruptions(agentTurns, customerTurns) + interruptions(customerTurns, agentTurns),
    agent_words_per_minute: wordsPerMinute(segments, 'agent', agentMs),
    customer_words_per_minute: wordsPerMinute(segments, 'customer', customerMs),
    talk_ratio: agentMs + customerMs > 0 ? Math.round((100 * agentMs) / (agentMs + customerMs)) / 100 : 0,
  };
}

/** Ascending, disjoint, inside the recording, whole milliseconds; gaps up to `pauseMs` are closed. */
function merge(spans: readonly SpeechSpan[], limitMs: number, pauseMs: number): SpeechSpan[] {
  const clip = (ms: number) => Math.min(limitMs, Math.max(0, Math.round(ms)));
  const ascending = spans
    .filter(({ startMs, endMs }) => Number.isFinite(startMs) && Number.isFinite(endMs))
    .map(({ startMs, endMs }) => ({ startMs: clip(startMs), endMs: clip(endMs) }))
    .filter(({ startMs, endMs }) => startMs < endMs)
    .sort((a, b) => a.startMs - b.startMs);
  const merged: { startMs: number; endMs: number }[] = [];
  for (const span of ascending) {
    const last = merged.at(-1);
    if (last && span.startMs <= last.endMs + pauseMs) last.endMs = Math.max(last.endMs, span.endMs);
    else merged.push({ ...span });
  }
  return merged;
}

/** Milliseconds in which at least `least` of the voices talk; each voice's spans must be disjoint. */
function timeWith(least: number, voices: readonly (readonly SpeechSpan[])[]): number {
  const changes = voices
    .flat()
    .flatMap(({ startMs, endMs }) => [
      { atMs: startMs, by: 1 },
      { atMs: endMs, by: -1 },
    ])
    .sort((a, b) => a.atMs - b.atMs);
  let talking = 0;
  let sinceMs = 0;
  let totalMs = 0;
  for (const { atMs, by } of changes) {
    if (talking >= least) totalMs += atMs - sinceMs;
    talking += by;
    sinceMs = atMs;
  }
  return totalMs;
}

function lengthOf(spans: readonly SpeechSpan[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

function interruptions(byTurns: readonly SpeechSpan[], ofTurns: readonly SpeechSpan[]): number {
  let count = 0;
  let at = 0;
  for (const turn of byTurns) {
    while ((ofTurns[at]?.endMs ?? Number.POSITIVE_INFINITY) <= turn.startMs) at += 1;
    const other = ofTurns[at];
    if (!other) break;
    const breaksIn = other.startMs < turn.startMs;
    const clashes = Math.min(turn.endMs, other.endMs) - turn.startMs >= LEAST_CLASH_MS;
    const insists = turn.endMs > other.endMs || turn.endMs - turn.startMs >= LEAST_INTERRUPTING_TURN_MS;
    if (breaksIn && clashes && insists) count += 1;
  }
  return count;
}

function wordsPerMinute(segments: readonly Segment[], role: 'agent' | 'customer', talkMs: number): number {
  if (talkMs === 0) return 0;
  const words = segments.reduce((sum, { speaker, text }) => sum + (speaker === role ? countWords(text) : 0), 0);
  return Math.round((words * 60_000) / talkMs);
}
