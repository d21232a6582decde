import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTalkMetrics } from '../../src/judgement/talk-metrics.js';
import type { Segment, Speaker } from '../../src/ports/transcript.js';

function segment(speaker: Speaker, startMs: number, endMs: number, text = ''): Segment {
  return { id: 0, speaker, channel: null, startMs, endMs, text, confidence: null, words: null };
}

const NOTHING = {
  agent_talk_seconds: 0,
  customer_talk_seconds: 0,
  silence_seconds: 0,
  overtalk_seconds: 0,
  interruptions: 0,
  agent_words_per_minute: 0,
  customer_words_per_minute: 0,
  talk_ratio: 0,
};

describe('golden calls', () => {
  it('turns with pauses: talk, silence and words a minute add up', () => {
    const segments = [
      segment('agent', 1000, 7000, 'thank you for calling how can I help you today'),
      segment('customer', 8000, 11_000, "it's my e-mail, it doesn't work"),
      segment('agent', 12_000, 15_000, 'let me check'),
    ];
    expect(computeTalkMetrics({ segments, durationMs: 20_000 })).toEqual({
      agent_talk_seconds: 9,
      customer_talk_seconds: 3,
      silence_seconds: 8,
      overtalk_seconds: 0,
      interruptions: 0,
      agent_words_per_minute: 87,
      customer_words_per_minute: 120,
      talk_ratio: 0.75,
    });
  });

  it('pauses of the recording are the part of the silence in which it was paused', () => {
    const segments = [segment('agent', 0, 5000), segment('customer', 15_000, 18_000)];
    const pauses = [
      { startMs: 4000, endMs: 9000 }, // the agent's turn reaches into it by a second
      { startMs: 17_500, endMs: 25_000 }, // and it ends behind the recording
    ];
    expect(computeTalkMetrics({ segments, durationMs: 20_000, pauses })).toMatchObject({
      silence_seconds: 12,
      paused_seconds: 6,
    });
    expect(computeTalkMetrics({ segments, durationMs: 20_000, pauses: [] })).toMatchObject({ paused_seconds: 0 });
    expect(computeTalkMetrics({ segments, durationMs: 20_000 }), 'not known').not.toHaveProperty('paused_seconds');
  });

  it('an interruption counts, a "mhm" and a start at the same moment do not', () => {
    const speechByRole = {
      agent: [
        { startMs: 0, endMs: 5000 },
        { startMs: 10_000, endMs: 20_000 },
        { startMs: 30_000, endMs: 33_000 },
      ],
      customer: [
        { startMs: 4600, endMs: 8000 }, // interrupts: overlaps by 0.4 s and outlasts the other turn
        { startMs: 12_000, endMs: 12_500 }, // backchannel ("mhm"): no interruption
        { startMs: 15_000, endMs: 17_000 }, // interrupts: lasts 2 s within the other turn
        { startMs: 19_800, endMs: 24_000 }, // overlaps by only 0.2 s: no interruption
        { startMs: 30_000, endMs: 31_000 }, // begins at the same moment: no interruption
      ],
    };
    expect(computeTalkMetrics({ segments: [], durationMs: 40_000, speechByRole })).toEqual({
      ...NOTHING,
      agent_talk_seconds: 18,
      customer_talk_seconds: 11.1,
      silence_seconds: 15,
      overtalk_seconds: 4.1,
      interruptions: 2,
      talk_ratio: 0.62,
    });
  });

  it('a pause of less than half a second does not end a turn', () => {
    const agent = [
      { startMs: 0, endMs: 2000 },
      { startMs: 2400, endMs: 5000 },
    ];
    const customer = [{ startMs: 2200, endMs: 4000 }];
    const { interruptions } = computeTalkMetrics({ segments: [], durationMs: 6000, speechByRole: { agent, customer } });
    expect(interruptions, 'interruptions').toBe(1);
  });

  it.each([
    ['of half a second does not end a turn', 500, 1],
    ['of more than half a second ends it', 501, 0],
  ])('a pause %s', (pause, pauseMs, count) => {
    // The customer begins in the pause. The agent goes on for too short a time to interrupt.
    const agent = [
      { startMs: 0, endMs: 2000 },
      { startMs: 2000 + pauseMs, endMs: 2100 + pauseMs },
    ];
    const customer = [{ startMs: 2100, endMs: 4000 }];
    const { interruptions } = computeTalkMetrics({ segments: [], durationMs: 6000, speechByRole: { agent, customer } });
    expect(interruptions, `Not so: a pause ${pause}`).toBe(count);
  });

  it('speech without length does not bridge a pause', () => {
    const agent = [
      { startMs: 0, endMs: 1000 },
      { startMs: 1400, endMs: 1400 },
      { startMs: 1800, endMs: 4000 },
    ];
    const customer = [{ startMs: 1050, endMs: 2060 }];
    const { interruptions } = computeTalkMetrics({ segments: [], durationMs: 6000, speechByRole: { agent, customer } });
    expect(interruptions, 'Two turns were taken for one').toBe(0);
  });

  it.each([
    ['overlaps by 0.3 s and outlasts it', 4700, 6000, 1],
    ['overlaps by less than 0.3 s', 4701, 6000, 0],
    ['is short and outlasts it', 4600, 5100, 1],
    ['is short and ends with it', 4600, 5000, 0],
    ['lasts 1 s within it', 2000, 3000, 1],
    ['lasts less than 1 s within it', 2000, 2999, 0],
    ['begins with it', 0, 6000, 0],
    ['begins when it ends', 5000, 7000, 0],
  ])('a turn interrupts another or not: it %s', (turn, startMs, endMs, count) => {
    const speechByRole = { agent: [{ startMs: 0, endMs: 5000 }], customer: [{ startMs, endMs }] };
    const { interruptions } = computeTalkMetrics({ segments: [], durationMs: 9000, speechByRole });
    expect(interruptions, `Wrongly counted: a turn that ${turn}`).toBe(count);
  });

  it('a speaker without a role may talk at the same time as the agent', () => {
    const segments = [segment('agent', 0, 4000, 'hello'), segment('speaker_0', 3000, 6000, 'hello')];
    const { overtalk_seconds, silence_seconds } = computeTalkMetrics({ segments, durationMs: 10_000 });
    expect({ overtalk_seconds, silence_seconds }, 'The agent counts twice, or the other not').toEqual({
      overtalk_seconds: 1,
      silence_seconds: 4,
    });
  });

  it('measured speech replaces the times of segments', () => {
    const segments = [segment('agent', 0, 10_000, 'one two three four'), segment('customer', 10_000, 12_000, 'five')];
    const speechByRole = { agent: [{ startMs: 0, endMs: 2000 }], customer: [{ startMs: 10_000, endMs: 12_000 }] };
    expect(computeTalkMetrics({ segments, durationMs: 12_000, speechByRole })).toMatchObject({
      agent_talk_seconds: 2,
      silence_seconds: 8,
      agent_words_per_minute: 120,
      talk_ratio: 0.5,
    });
  });

  it('speech of a speaker without a role is not silence', () => {
    const segments = [segment('speaker_0', 0, 4000, 'hello'), segment('speaker_1', 3000, 6000, 'hello')];
    expect(computeTalkMetrics({ segments, durationMs: 10_000 })).toEqual({
      ...NOTHING,
      silence_seconds: 4,
      overtalk_seconds: 1,
    });
  });

  it('without speech, or without a duration, metrics are 0', () => {
    expect(computeTalkMetrics({ segments: [], durationMs: 5000 })).toEqual({ ...NOTHING, silence_seconds: 5 });
    expect(computeTalkMetrics({ segments: [], durationMs: 0 })).toEqual(NOTHING);
    expect(computeTalkMetrics({ segments: [segment('agent', 3, 3, 'hm')], durationMs: 0 })).toEqual(NOTHING);
    expect(computeTalkMetrics({ segments: [segment('agent', Number.NaN, 3, 'hm')], durationMs: Number.NaN })).toEqual(
      NOTHING,
    );
  });
});

describe('any speech', () => {
  const span = fc
    .tuple(fc.integer({ min: -500, max: 70_000 }), fc.integer({ min: -10, max: 9000 }))
    .map(([startMs, lengthMs]) => ({ startMs, endMs: startMs + lengthMs }));
  const spans = fc.array(span, { maxLength: 12 });
  const ms = (seconds: number) => Math.round(seconds * 1000);

  it('adds up to the duration for any overlap, and treats both parties alike', () => {
    fc.assert(
      fc.property(spans, spans, fc.integer({ min: 0, max: 60_000 }), (agent, customer, durationMs) => {
        const metrics = computeTalkMetrics({ segments: [], durationMs, speechByRole: { agent, customer } });
        expect(
          ms(metrics.agent_talk_seconds) +
            ms(metrics.customer_talk_seconds) -
            ms(metrics.overtalk_seconds) +
            ms(metrics.silence_seconds),
        ).toBe(durationMs);
        for (const value of Object.values(metrics)) {
          expect(Number.isFinite(value), `${value} is a finite number`).toBe(true);
          expect(value).toBeGreaterThanOrEqual(0);
        }
        expect(metrics.talk_ratio).toBeLessThanOrEqual(1);
        expect(metrics.overtalk_seconds).toBeLessThanOrEqual(
          Math.min(metrics.agent_talk_seconds, metrics.customer_talk_seconds),
        );

        const swapped = computeTalkMetrics({
          segments: [],
          durationMs,
          speechByRole: { agent: customer, customer: agent },
        });
        expect(swapped.agent_talk_seconds).toBe(metrics.customer_talk_seconds);
        expect(swapped.interruptions).toBe(metrics.interruptions);
        expect(swapped.silence_seconds).toBe(metrics.silence_seconds);
      }),
    );
  });

  it('does not depend on how the speech is cut or ordered', () => {
    fc.assert(
      fc.property(spans, spans, fc.integer({ min: 1, max: 999 }), (agent, customer, cut) => {
        const halves = agent.flatMap(({ startMs, endMs }) =>
          startMs + cut < endMs
            ? [
                { startMs: startMs + cut, endMs },
                { startMs, endMs: startMs + cut },
              ]
            : [{ startMs, endMs }],
        );
        const whole = computeTalkMetrics({ segments: [], durationMs: 60_000, speechByRole: { agent, customer } });
        const pieces = computeTalkMetrics({
          segments: [],
          durationMs: 60_000,
          speechByRole: { agent: halves, customer },
        });
        expect(pieces).toEqual(whole);
      }),
    );
  });
});
