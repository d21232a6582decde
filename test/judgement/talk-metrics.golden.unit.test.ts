import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { computeTalkMetrics } from '../../src/judgement/talk-metrics.js';

const span = z.object({ startMs: z.number(), endMs: z.number() });
const shape = z.object({
  durationMs: z.number(),
  speechByRole: z.object({ agent: z.array(span), customer: z.array(span) }).optional(),
  segments: z.array(span.extend({ speaker: z.enum(['agent', 'customer', 'speaker_2']), text: z.string() })),
  metrics: z.record(z.string(), z.number()),
});
type Golden = z.infer<typeof shape>;

function golden(name: string): Golden {
  return shape.parse(JSON.parse(readFileSync(new URL(`./golden/${name}.json`, import.meta.url), 'utf8')));
}

const seconds = (ms: number) => ms / 1000;
const spokenIn = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

/**
 * The metrics by brute force: who talks in each millisecond. Shares no code with the service. Interruptions are checked
 * against the golden files only.
 */
function countMetrics({ durationMs, segments, speechByRole }: Golden) {
  const spansOf = (role: 'agent' | 'customer') =>
    speechByRole?.[role] ?? segments.filter(({ speaker }) => speaker === role);
  const within = (spans: readonly { startMs: number; endMs: number }[], at: number) =>
    spans.some(({ startMs, endMs }) => startMs <= at && at < endMs);
  const [agent, customer] = [spansOf('agent'), spansOf('customer')];
  const third = segments.filter(({ speaker }) => speaker === 'speaker_2');
  const ms = { agent: 0, customer: 0, over: 0, silence: 0 };
  for (let at = 0; at < durationMs; at += 1) {
    const voices = [within(agent, at), within(customer, at), within(third, at)];
    const talking = voices.filter(Boolean).length;
    if (voices[0]) ms.agent += 1;
    if (voices[1]) ms.customer += 1;
    if (talking > 1) ms.over += 1;
    if (talking === 0) ms.silence += 1;
  }
  const words = (role: string) =>
    segments.reduce((sum, { speaker, text }) => sum + (speaker === role ? spokenIn(text) : 0), 0);
  return {
    agent_talk_seconds: seconds(ms.agent),
    customer_talk_seconds: seconds(ms.customer),
    silence_seconds: seconds(ms.silence),
    overtalk_seconds: seconds(ms.over),
    agent_words_per_minute: Math.round(words('agent') / (ms.agent / 60_000)),
    customer_words_per_minute: Math.round(words('customer') / (ms.customer / 60_000)),
    talk_ratio: Math.round((100 * ms.agent) / (ms.agent + ms.customer)) / 100,
  };
}

describe.each(['stereo', 'mono'])('the golden %s call', (name) => {
  const call = golden(name);

  it('has the metrics that were computed by hand', () => {
    const segments = call.segments.map((segment, id) => {
      return { ...segment, id, channel: null, confidence: null, words: null };
    });
    const { durationMs, speechByRole } = call;
    expect(computeTalkMetrics({ segments, durationMs, ...(speechByRole && { speechByRole }) })).toEqual(call.metrics);
  });

  it('has the metrics of counting millisecond by millisecond', () => {
    const { interruptions: _, ...measured } = call.metrics;
    expect(countMetrics(call)).toEqual(measured);
  });
});
