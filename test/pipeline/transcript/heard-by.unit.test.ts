import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPieces, leftToHear } from '../../../src/pipeline/transcript/cut-pieces.js';
import {
  type AttributedPiece,
  type HeardBy,
  haveSpeakers,
  lowestGrade,
  nameOf,
  partsByEngine,
} from '../../../src/pipeline/transcript/heard-by.js';
import { hearParties } from '../../../src/pipeline/transcript/hearing.js';
import { hearPartiesByEngine } from '../../../src/pipeline/transcript/hearing-by-engine.js';
import type { Segment } from '../../../src/ports/transcript.js';
import { heardPiece, heardSegment, planPiece } from '../../support/heard-pieces.js';

const hearing = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };

function heardBy(engine: string, more: Partial<HeardBy> = {}): HeardBy {
  return { engine, grade: 'production', hearing, diarizes: false, carriesSpeakers: false, ...more };
}

function attributed(
  by: HeardBy,
  [startMs, endMs]: readonly [number, number],
  speaker: string | null = null,
  channel: number | null = null,
): AttributedPiece {
  const heard = heardPiece(planPiece(startMs, endMs, channel), [heardSegment(startMs, endMs, 'words', { speaker })]);
  return { ...heard, heardBy: by };
}

describe('the engines that heard a call', () => {
  it('are named by their share of the speech, and the result has the grade of the weakest', () => {
    const local = heardBy('sherpa:best', { grade: 'local' });
    const parts = partsByEngine([
      attributed(local, [0, 2000]),
      attributed(heardBy('openai:gpt-transcribe'), [2000, 9000]),
      attributed(local, [9000, 11_000]),
    ]);
    expect(nameOf(parts)).toBe('openai:gpt-transcribe + sherpa:best');
    expect(parts.map(({ speechMs }) => speechMs)).toEqual([7000, 4000]);
    expect(lowestGrade([...parts.map(({ grade }) => grade), 'production'])).toBe('local');
    expect(lowestGrade(['local', 'demo'])).toBe('demo');
    expect(nameOf(partsByEngine([attributed(local, [0, 2000])]))).toBe('sherpa:best');
  });

  it('tell the speakers apart only where one engine heard all pieces in one way', () => {
    const diarizing = heardBy('openai:gpt-transcribe', { diarizes: true });
    const lost = heardBy('openai:gpt-transcribe');
    const first = attributed(diarizing, [0, 2000], 'A');
    expect(haveSpeakers([first, attributed(diarizing, [2000, 4000], 'B')])).toBe(true);
    expect(haveSpeakers([first, attributed(lost, [2000, 4000])])).toBe(false);
    expect(haveSpeakers([first, attributed(heardBy('other', { diarizes: true }), [2000, 4000], 'A')])).toBe(false);
    expect(haveSpeakers([attributed(lost, [0, 2000])])).toBe(false);
    // A server that labels its segments without being asked.
    expect(haveSpeakers([attributed(lost, [0, 2000], '0'), attributed(lost, [2000, 4000])])).toBe(true);
    // Where nothing was said, no label is missing.
    expect(haveSpeakers([first, { ...heardPiece(planPiece(2000, 4000), []), heardBy: lost }])).toBe(true);
  });
});

describe('how well the parties were heard by several engines', () => {
  const segment = (id: number, speaker: 'agent' | 'customer', startMs: number, confidence: number): Segment => ({
    id,
    speaker,
    channel: speaker === 'agent' ? 0 : 1,
    startMs,
    endMs: startMs + 4000,
    text: 'we will send the letter to your address by the end of this week',
    confidence: null,
    words: [
      { text: 'we', startMs, endMs: startMs + 100, confidence },
      { text: 'will', startMs, endMs: startMs + 200, confidence: confidence - 0.01 },
    ],
  });
  const tracks = [0, 1].map((channel) => ({
    channel,
    speech: [0, 10_000, 20_000, 30_000].map((startMs) => ({ startMs, endMs: startMs + 4000, levelDb: -20 })),
  }));
  const transcript = {
    // The second engine heard the agent badly; the first one heard both parties well.
    segments: [
      segment(0, 'agent', 0, 0.98),
      segment(1, 'customer', 10_000, 0.97),
      segment(2, 'agent', 20_000, 0.5),
      segment(3, 'customer', 30_000, 0.96),
    ],
    diarization: { method: 'channel', roleConfidence: 1 },
  } as const;
  const pieces = (by: HeardBy, fromMs: number) =>
    [0, 1].map((channel) => attributed(by, [fromMs, fromMs + 15_000], null, channel));
  const parts = partsByEngine([...pieces(heardBy('first'), 0), ...pieces(heardBy('second'), 20_000)]);

  it('is judged for each engine by its own part, where the mean of all would hide the part that was heard badly', () => {
    const lenient = hearParties(transcript, tracks, hearing);
    expect(lenient.agent.reasons).not.toContain('low_confidence');
    const { agent, customer } = hearPartiesByEngine(transcript, tracks, parts);
    expect(agent).toMatchObject({ assessable: false, score: expect.closeTo(0.495, 3) });
    expect(agent.reasons).toContain('low_confidence');
    expect(customer.reasons).not.toContain('low_confidence');
  });

  it('is held to the limits of the engine that heard it', () => {
    const strict = heardBy('second', { hearing: { ...hearing, minScore: 0.99 } });
    const strictParts = partsByEngine([...pieces(heardBy('first'), 0), ...pieces(strict, 20_000)]);
    expect(hearPartiesByEngine(transcript, tracks, strictParts).customer.reasons).toContain('low_confidence');
  });

  it('is the same as ever for one engine', () => {
    const whole = partsByEngine([...pieces(heardBy('first'), 0), ...pieces(heardBy('first'), 20_000)]);
    expect(hearPartiesByEngine(transcript, tracks, whole)).toEqual(hearParties(transcript, tracks, hearing));
  });
});

it('what is left to hear and what is heard are together all speech, and do not overlap', () => {
  const speech = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 500, max: 9000 })), {
      minLength: 1,
      maxLength: 30,
    })
    .map((steps) => {
      let at = 0;
      return steps.map(([gapMs, lengthMs]) => {
        const startMs = at + gapMs;
        at = startMs + lengthMs;
        return { startMs, endMs: at };
      });
    });
  const engine = (timesSegments: boolean, maxPieceMs: number) => ({
    ...{ maxPieceMs, timesSegments },
    ...{ diarizesMono: false, carriesSpeakers: false },
  });
  fc.assert(
    fc.property(
      speech,
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      fc.boolean(),
      (spans, kept, timed) => {
        const track = { channel: null, file: 'track.pcm', speech: spans };
        const heard = cutPieces([track], engine(timed, 30_000)).filter((_, at) => kept[at % 60]);
        const rest = cutPieces(leftToHear([track], heard), engine(!timed, 12_000));
        const all = [...heard, ...rest].sort((a, b) => a.startMs - b.startMs);
        expect(all.every(({ startMs }, at) => at === 0 || startMs >= (all[at - 1]?.endMs ?? 0))).toBe(true);
        const lengthOf = (parts: readonly { startMs: number; endMs: number }[]) =>
          parts.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
        expect(lengthOf(all.flatMap((piece) => piece.speech))).toBe(lengthOf(spans));
      },
    ),
    { numRuns: 300 },
  );
});
