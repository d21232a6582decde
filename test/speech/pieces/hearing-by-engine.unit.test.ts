import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/ports/transcript.js';
import { hearParties } from '../../../src/speech/pieces/hearing.js';
import { hearPartiesByEngine } from '../../../src/speech/pieces/hearing-by-engine.js';
import { type AttributedPiece, type HeardBy, partsByEngine } from '../../../src/speech/pieces/pieces-by-engine.js';
import { heardPiece, planPiece } from '../../support/audio/heard-pieces.js';

const hearing = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };

function heardBy(engine: string, more: Partial<HeardBy> = {}): HeardBy {
  return { engine, grade: 'production', hearing, diarizes: false, carriesSpeakers: false, ...more };
}

const attributed = (by: HeardBy, [startMs, endMs]: readonly [number, number], channel: number): AttributedPiece => ({
  ...heardPiece(planPiece(startMs, endMs, channel), []),
  heardBy: by,
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
    [0, 1].map((channel) => attributed(by, [fromMs, fromMs + 15_000], channel));
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

  it('is that of the whole call for one engine, with what lies in none of its pieces', () => {
    const firstHalf = partsByEngine(pieces(heardBy('first'), 0));
    expect(hearPartiesByEngine(transcript, tracks, firstHalf)).toEqual(hearParties(transcript, tracks, hearing));
  });

  it('is nothing that silence in the part of one engine says', () => {
    const agentOnly = { ...transcript, segments: transcript.segments.filter(({ id }) => id !== 3) };
    const quiet = tracks.map(({ channel, speech }) => ({
      channel,
      speech: channel === 1 ? speech.slice(0, 2) : speech,
    }));
    const { customer } = hearPartiesByEngine(agentOnly, quiet, parts);
    expect(customer, 'A customer who is silent in the second part counts as not heard').toMatchObject({
      score: expect.closeTo(0.965, 9),
      reasons: [],
      assessable: true,
    });
  });

  it('is no speech where no engine heard any', () => {
    const { agent } = hearPartiesByEngine({ ...transcript, segments: [] }, [], parts);
    expect(agent).toEqual({ score: null, basis: [], assessable: false, reasons: ['no_speech'] });
  });

  it('rests on all that the parts rest on, and is not known where one part is not', () => {
    const unrated = transcript.segments.map((each) => (each.id === 2 ? { ...each, words: null } : each));
    const measured = tracks.map((track) => ({
      ...track,
      signal: { noiseDb: -70, quietDb: -70, brightShare: 0.05, clippedShare: 0 },
    }));
    const bySignal = hearPartiesByEngine({ ...transcript, segments: unrated }, measured, parts).agent;
    expect(bySignal).toMatchObject({ basis: ['engine', 'signal'], score: expect.closeTo(0.975, 9), assessable: true });
    const unknown = hearPartiesByEngine({ ...transcript, segments: unrated }, tracks, parts).agent;
    expect(unknown).toMatchObject({ basis: ['engine'], score: null, assessable: false, reasons: ['not_known'] });
  });

  it('is bad where one part is, though another is not known', () => {
    const unrated = transcript.segments.map((each) => (each.id === 0 ? { ...each, words: null } : each));
    const { agent } = hearPartiesByEngine({ ...transcript, segments: unrated }, tracks, parts);
    expect(agent, 'the agent, heard badly in the second part').toMatchObject({
      score: expect.closeTo(0.495, 3),
      assessable: false,
      reasons: ['not_known', 'low_confidence'],
    });
  });

  it('names each reason once, and each part can spoil the whole', () => {
    const strict = { hearing: { ...hearing, minScore: 0.999 } };
    const both = partsByEngine([...pieces(heardBy('first', strict), 0), ...pieces(heardBy('second', strict), 20_000)]);
    const { agent } = hearPartiesByEngine(transcript, tracks, both);
    expect(agent).toMatchObject({ assessable: false, reasons: ['low_confidence'] });
  });

  it.each([
    ['over the seam belongs to the engine that heard more of it', 16_000, 24_000, 'second'],
    ['over the seam belongs to the other engine, where that heard more', 11_500, 18_000, 'first'],
    ['at the very end of a part belongs to it', 13_000, 17_000, 'first'],
    ['at the very start of a part belongs to it', 18_000, 22_000, 'second'],
  ])('counts an utterance by its middle: one %s', (_what, startMs, endMs, expected) => {
    const utterance = { ...transcript.segments[1]!, startMs, endMs };
    const engines = ['first', 'second'].map((name) =>
      heardBy(name, { hearing: { ...hearing, minScore: name === expected ? 0.999 : 0.1 } }),
    );
    const [first, second] = engines.map((by, at) => pieces(by, at * 20_000));
    const { customer } = hearPartiesByEngine(
      { ...transcript, segments: [utterance] },
      [{ channel: 1, speech: [{ startMs, endMs, levelDb: -20 }] }],
      partsByEngine([...first!, ...second!]),
    );
    expect(customer.reasons, `The utterance is not held to the limits of the ${expected} engine`).toEqual([
      'low_confidence',
    ]);
  });

  it('does not count what an engine heard at that time on the other channel', () => {
    const byChannel = [heardBy('left'), heardBy('right', { hearing: { ...hearing, minScore: 0.999 } })].map(
      (by, channel) => attributed(by, [0, 40_000], channel),
    );
    const { agent, customer } = hearPartiesByEngine(transcript, tracks, partsByEngine(byChannel));
    expect(agent.reasons, 'The agent is held to the limits of the other channel').not.toContain('low_confidence');
    expect(customer.reasons).toContain('low_confidence');
  });

  it('cannot be told without an engine', () => {
    expect(() => hearPartiesByEngine(transcript, tracks, [])).toThrow('without an engine');
  });
});
