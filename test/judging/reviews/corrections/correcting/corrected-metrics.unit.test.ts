// The talk metrics after a correction: what was measured from sound stays as far as it tells of the same party.
import { describe, expect, it } from 'vitest';
import { computeTalkMetrics } from '../../../../../src/judgement/talk-metrics.js';
import { correctedMetrics } from '../../../../../src/judging/reviews/corrections/correcting/corrected-metrics.js';
import type { Speaker } from '../../../../../src/ports/transcript.js';
import { segmentsOf } from '../../../../support/audio/segments.js';

const LINES: readonly (readonly [Speaker, string])[] = [
  ['agent', 'one two three four five six'],
  ['customer', 'one two'],
  ['agent', 'one two three'],
];
const DURATION_MS = 30_000;
const before = segmentsOf(LINES);
/** As measured on the channels: less than the segments say. */
const measured = computeTalkMetrics({
  segments: before,
  durationMs: DURATION_MS,
  speechByRole: { agent: [{ startMs: 0, endMs: 1_000 }], customer: [{ startMs: 7_000, endMs: 7_500 }] },
  leakageSuspected: true,
});
const correct = (after: readonly (readonly [Speaker, string])[], stored = measured) =>
  correctedMetrics({
    stored,
    before,
    after: before.map((segment, at) => ({
      ...segment,
      speaker: after[at]?.[0] ?? 'agent',
      text: after[at]?.[1] ?? '',
    })),
    durationMs: DURATION_MS,
  });
const swapped = LINES.map(([speaker, text]): [Speaker, string] => [speaker === 'agent' ? 'customer' : 'agent', text]);

describe('corrected metrics', () => {
  it('keep what was measured where words alone change, and count the words again', () => {
    const after = correct([['agent', 'one two three four five six seven eight nine'], ...LINES.slice(1)]);
    expect(after).toEqual({ ...measured, agent_words_per_minute: 720 });
    expect(measured.agent_words_per_minute).toBe(540);
  });

  it('change places with the roles', () => {
    expect(correct(swapped)).toEqual({
      ...measured,
      agent_talk_seconds: measured.customer_talk_seconds,
      customer_talk_seconds: measured.agent_talk_seconds,
      agent_words_per_minute: measured.customer_words_per_minute,
      customer_words_per_minute: measured.agent_words_per_minute,
      talk_ratio: 0.33,
    });
  });

  it('are counted by the times of the turns where other turns move', () => {
    const moved: readonly (readonly [Speaker, string])[] = [...LINES.slice(0, 2), ['customer', 'one two three']];
    const segments = before.map((segment, at) => ({ ...segment, speaker: moved[at]?.[0] ?? 'agent' }));
    expect(correct(moved)).toEqual(computeTalkMetrics({ segments, durationMs: DURATION_MS, leakageSuspected: true }));
  });

  it('keep the pauses of the recording, as far as there is silence', () => {
    const paused = { ...measured, paused_seconds: 0.5 };
    const moved: readonly (readonly [Speaker, string])[] = [...LINES.slice(0, 2), ['customer', 'one two three']];
    for (const lines of [LINES, swapped, moved]) expect(correct(lines, paused).paused_seconds).toBe(0.5);
    const { paused_seconds, silence_seconds } = correct(moved, { ...measured, paused_seconds: 1000 });
    expect(paused_seconds).toBe(silence_seconds);
    expect(correct(moved, measured)).not.toHaveProperty('paused_seconds');
  });

  it('are the same either way where nothing was measured on channels', () => {
    const counted = computeTalkMetrics({ segments: before, durationMs: DURATION_MS });
    const segments = before.map((segment, at) => ({ ...segment, speaker: swapped[at]?.[0] ?? 'agent' }));
    expect(correct(swapped, counted)).toEqual(computeTalkMetrics({ segments, durationMs: DURATION_MS }));
  });
});
