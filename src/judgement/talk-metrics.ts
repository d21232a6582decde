// Measures how agent and customer share the talking time. Uses times alone: the analyst cannot influence these numbers.
import type { CallMetricsResponse } from '../calls/results/analysis.response.js';
import type { Role, Segment, SpeechSpan } from '../ports/transcript.js';
import { totalMs } from '../speech/words/spans.js';
import { countWords } from '../speech/words/words.js';

/** Pauses of a party up to this length do not end its turn. */
const MAX_TURN_PAUSE_MS = 500;
/** Shorter overlap with the other party's turn is not an interruption. */
const MIN_INTERRUPTION_OVERLAP_MS = 300;
/** A shorter turn that ends within the other party's turn is a backchannel ("mhm"), not an interruption. */
const MIN_INTERRUPTING_TURN_MS = 1000;

export interface TalkInput {
  readonly segments: readonly Segment[];
  readonly durationMs: number;
  /**
   * Speech as measured on each party's own channel. When given, it replaces the times of the segments, which include
   * the pauses within an utterance.
   */
  readonly speechByRole?: Readonly<Record<Role, readonly SpeechSpan[]>>;
  /** Pauses of the recording, disjoint; undefined where they are not known. */
  readonly pauses?: readonly SpeechSpan[] | undefined;
  /** The voice of one party may still be in the other's channel. */
  readonly leakageSuspected?: boolean;
}

/**
 * - `agent_talk_seconds`, `customer_talk_seconds`: time in which the party talks, overlaps included.
 * - `overtalk_seconds`: time in which two or more speakers talk at once.
 * - `silence_seconds`: time in which no speaker talks. With agent and customer only,
 *   agent + customer - overtalk + silence = duration; speech of a speaker without a role is neither talk nor silence.
 * - `paused_seconds`: the part of the silence in which the recording was paused; left out where that is not known.
 * - `interruptions`: turns (speech with pauses up to 0.5 s) of either party that begin during a turn of the other
 *   party, overlap it by at least 0.3 s, and either outlast it or last at least 1 s.
 * - `agent_words_per_minute`, `customer_words_per_minute`: words per minute of the party's talk, whole numbers.
 * - `talk_ratio`: agent talk / (agent talk + customer talk), 0 to 1, two decimals.
 *
 * Times are clipped to the recording. Seconds have millisecond precision. A metric without a basis is 0.
 */
export function computeTalkMetrics(input: TalkInput): CallMetricsResponse {
  const { segments, durationMs, speechByRole, pauses } = input;
  const limitMs = Number.isFinite(durationMs) ? Math.max(0, Math.round(durationMs)) : 0;
  const spansOf = (role: Role) =>
    mergeSpans(speechByRole?.[role] ?? segments.filter(({ speaker }) => speaker === role), limitMs, 0);
  const agent = spansOf('agent');
  const customer = spansOf('customer');
  const withoutRole = new Map<string, Segment[]>();
  for (const segment of segments) {
    if (segment.speaker === 'agent' || segment.speaker === 'customer') continue;
    const own = withoutRole.get(segment.speaker) ?? [];
    own.push(segment);
    withoutRole.set(segment.speaker, own);
  }
  const speakers = [agent, customer, ...[...withoutRole.values()].map((own) => mergeSpans(own, limitMs, 0))];

  const talkMs = msWithTalkers(1, speakers);
  const agentMs = totalMs(agent);
  const customerMs = totalMs(customer);
  const agentTurns = mergeSpans(agent, limitMs, MAX_TURN_PAUSE_MS);
  const customerTurns = mergeSpans(customer, limitMs, MAX_TURN_PAUSE_MS);

  return {
    agent_talk_seconds: agentMs / 1000,
    customer_talk_seconds: customerMs / 1000,
    silence_seconds: (limitMs - talkMs) / 1000,
    overtalk_seconds: msWithTalkers(2, speakers) / 1000,
    interruptions: countInterruptions(agentTurns, customerTurns) + countInterruptions(customerTurns, agentTurns),
    agent_words_per_minute: wordsPerMinute(segments, 'agent', agentMs),
    customer_words_per_minute: wordsPerMinute(segments, 'customer', customerMs),
    talk_ratio: agentMs + customerMs > 0 ? Math.round((100 * agentMs) / (agentMs + customerMs)) / 100 : 0,
    ...(pauses && {
      paused_seconds: (msWithTalkers(1, [...speakers, mergeSpans(pauses, limitMs, 0)]) - talkMs) / 1000,
    }),
    ...(input.leakageSuspected ? { leakage_suspected: true } : {}),
  };
}

/** Ascending, disjoint, within the recording, in whole milliseconds. Gaps up to `maxPauseMs` are closed. */
function mergeSpans(spans: readonly SpeechSpan[], limitMs: number, maxPauseMs: number): SpeechSpan[] {
  const clip = (ms: number) => Math.min(limitMs, Math.max(0, Math.round(ms)));
  const ascending = spans
    .map(({ startMs, endMs }) => ({ startMs: clip(startMs), endMs: clip(endMs) }))
    // Also drops spans whose start or end is no number.
    .filter(({ startMs, endMs }) => startMs < endMs)
    .sort((a, b) => a.startMs - b.startMs);
  const merged: { startMs: number; endMs: number }[] = [];
  for (const span of ascending) {
    const last = merged.at(-1);
    if (last && span.startMs <= last.endMs + maxPauseMs) last.endMs = Math.max(last.endMs, span.endMs);
    else merged.push({ ...span });
  }
  return merged;
}

/** Milliseconds in which at least `minTalkers` speakers talk. The spans of each speaker must be disjoint. */
function msWithTalkers(minTalkers: number, speakers: readonly (readonly SpeechSpan[])[]): number {
  const changes = speakers
    .flat()
    .flatMap(({ startMs, endMs }) => [
      { atMs: startMs, by: 1 },
      { atMs: endMs, by: -1 },
    ])
    .sort((a, b) => a.atMs - b.atMs);
  let talkers = 0;
  let sinceMs = 0;
  let sumMs = 0;
  for (const { atMs, by } of changes) {
    if (talkers >= minTalkers) sumMs += atMs - sinceMs;
    talkers += by;
    sinceMs = atMs;
  }
  return sumMs;
}

/** Counts the turns that interrupt one of `otherTurns`. Both ascending and disjoint. */
function countInterruptions(turns: readonly SpeechSpan[], otherTurns: readonly SpeechSpan[]): number {
  let count = 0;
  let at = 0;
  for (const turn of turns) {
    while ((otherTurns[at]?.endMs ?? Number.POSITIVE_INFINITY) <= turn.startMs) at += 1;
    const other = otherTurns[at];
    if (!other) break;
    const beginsDuring = other.startMs < turn.startMs;
    const overlaps = Math.min(turn.endMs, other.endMs) - turn.startMs >= MIN_INTERRUPTION_OVERLAP_MS;
    const insists = turn.endMs > other.endMs || turn.endMs - turn.startMs >= MIN_INTERRUPTING_TURN_MS;
    if (beginsDuring && overlaps && insists) count += 1;
  }
  return count;
}

function wordsPerMinute(segments: readonly Segment[], role: Role, talkMs: number): number {
  if (talkMs === 0) return 0;
  const words = segments.reduce((sum, { speaker, text }) => sum + (speaker === role ? countWords(text) : 0), 0);
  return Math.round((words * 60_000) / talkMs);
}
