// The talk metrics of a corrected transcript. The recording is not measured again, so what was measured from its sound is kept
// as far as it still tells of the same party. Pure.
import type { CallMetricsResponse } from '../../../../calls/results/analysis.response.js';
import type { TranscriptSegmentResponse } from '../../../../calls/results/analysis-transcript.response.js';
import { computeTalkMetrics } from '../../../../judgement/talk-metrics.js';
import type { Segment } from '../../../../ports/transcript.js';
import { countWords } from '../../../../speech/words/words.js';
import { type Role, swapped } from './transcript-changes.js';

type Turn = Pick<TranscriptSegmentResponse, 'speaker' | 'text'>;

export interface MetricsInput {
  readonly stored: CallMetricsResponse;
  readonly before: readonly Turn[];
  readonly after: readonly Segment[];
  readonly durationMs: number;
}

/**
 * Pauses of the recording stay, as far as there is silence.
 * - No turn moved: talk times, silence, overtalk and interruptions stay; words per minute are counted again.
 * - Agent and customer changed places: so do their figures.
 * - Other turns moved: all is counted by the times of the turns, which include the pauses within a turn.
 */
export function correctedMetrics({ stored, before, after, durationMs }: MetricsInput): CallMetricsResponse {
  const allTurns = (isAfter: (was: string, is: string) => boolean) =>
    after.every(({ speaker }, at) => isAfter(before[at]?.speaker ?? '', speaker));
  if (allTurns((was, is) => was === is)) return withWords(stored, after);
  if (allTurns((was, is) => swapped(was) === is)) return withWords(exchanged(stored), after);
  const leakageSuspected = stored.leakage_suspected === true;
  const counted = computeTalkMetrics({ segments: after, durationMs, leakageSuspected });
  const { paused_seconds: paused } = stored;
  return paused === undefined ? counted : { ...counted, paused_seconds: Math.min(paused, counted.silence_seconds) };
}

function exchanged(stored: CallMetricsResponse): CallMetricsResponse {
  const { agent_talk_seconds: agent, customer_talk_seconds: customer } = stored;
  const talk = agent + customer;
  return {
    ...stored,
    agent_talk_seconds: customer,
    customer_talk_seconds: agent,
    talk_ratio: talk > 0 ? Math.round((100 * customer) / talk) / 100 : 0,
  };
}

function withWords(metrics: CallMetricsResponse, turns: readonly Turn[]): CallMetricsResponse {
  const perMinute = (role: Role, seconds: number) => {
    if (seconds === 0) return 0;
    const words = turns.reduce((sum, { speaker, text }) => sum + (speaker === role ? countWords(text) : 0), 0);
    return Math.round((words * 60) / seconds);
  };
  return {
    ...metrics,
    agent_words_per_minute: perMinute('agent', metrics.agent_talk_seconds),
    customer_words_per_minute: perMinute('customer', metrics.customer_talk_seconds),
  };
}
