import { expect, it } from 'vitest';
import { measuredSpeech } from '../../src/judgement/measured-speech.js';
import { computeTalkMetrics } from '../../src/judgement/talk-metrics.js';
import type { Role, Segment } from '../../src/ports/transcript.js';

const segment = (speaker: Role, startMs: number, endMs: number, text = 'some words'): Segment => ({
  id: startMs,
  speaker,
  channel: speaker === 'agent' ? 0 : 1,
  startMs,
  endMs,
  text,
  confidence: null,
  words: null,
});
const track = (channel: number, ...times: (readonly [number, number])[]) => ({
  channel,
  speech: times.map(([startMs, endMs]) => ({ startMs, endMs, levelDb: -20 })),
});

it('counts the speech that has words of its own: no cough, and no voice of the other party', () => {
  const tracks = [track(0, [0, 4000], [5000, 8000], [9000, 12_000]), track(1, [5000, 8000], [12_500, 13_000])];
  const segments = [segment('agent', 100, 3900), segment('customer', 5100, 7900), segment('agent', 9100, 11_800)];
  const speech = measuredSpeech(tracks, { segments });
  expect(speech.speechByRole?.agent.map(({ startMs }) => startMs)).toEqual([0, 9000]);
  expect(speech.speechByRole?.customer.map(({ startMs }) => startMs)).toEqual([5000]);
  const metrics = computeTalkMetrics({ segments, durationMs: 14_000, ...speech });
  expect(metrics).toMatchObject({
    agent_talk_seconds: 7,
    customer_talk_seconds: 3,
    overtalk_seconds: 0,
    interruptions: 0,
  });
});

it('counts all spans of a segment, and none of a segment without a word', () => {
  const tracks = [track(0, [0, 1000], [1400, 3000], [6000, 7000]), track(1, [3500, 5000])];
  const segments = [segment('agent', 0, 3000), segment('customer', 3500, 5000), segment('agent', 6000, 7000, ' … ')];
  const speech = measuredSpeech(tracks, { segments });
  expect(speech.speechByRole?.agent.map(({ startMs }) => startMs)).toEqual([0, 1400]);
});

it('leaves the times to the segments where words have times, and in mono', () => {
  const tracks = [track(0, [0, 1000]), track(1, [2000, 3000])];
  const [one, other] = [segment('agent', 0, 1000), segment('customer', 2000, 3000)];
  expect(measuredSpeech(tracks, { segments: [{ ...one, words: [] }, other] })).toEqual({});
  expect(measuredSpeech(tracks, { segments: [{ ...one, channel: null }, other] })).toEqual({});
});
