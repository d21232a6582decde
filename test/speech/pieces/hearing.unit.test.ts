import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HearingLimits } from '../../../src/ports/speech-to-text.js';
import type { Segment, Speaker, Transcript } from '../../../src/ports/transcript.js';
import { hearParties } from '../../../src/speech/pieces/hearing.js';

type Track = Parameters<typeof hearParties>[1][number];

const NEURAL: HearingLimits = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };
const DEMO: HearingLimits = { minScore: 0.65, minSnrDb: 30, needsWideBand: true };

const CLEAN = { noiseDb: -70, quietDb: -60, brightShare: 0.05, clippedShare: 0 };
const BY_CHANNEL = { method: 'channel', roleConfidence: 0.95 } as const;
const BY_VOICE = { method: 'model', roleConfidence: 0.9 } as const;
const BY_CONTENT = { method: 'content', roleConfidence: 0.7 } as const;

/** Ten turns of 2 s, 4 s apart, from the given second on. */
const turnsFrom = (second: number, levelDb = -25) =>
  Array.from({ length: 10 }, (_, at) => ({
    startMs: 1000 * (second + 4 * at),
    endMs: 1000 * (second + 4 * at + 2),
    levelDb,
  }));

interface Said {
  readonly channel?: number | null;
  readonly from?: number;
  readonly words?: number;
  readonly confidence?: (turn: number) => number | null;
  readonly turns?: number;
}

/** Segments of one speaker, one in each turn. */
function said(speaker: Speaker, { channel = 0, from = 0, words = 6, confidence = () => null, turns = 10 }: Said = {}) {
  return turnsFrom(from)
    .slice(0, turns)
    .map(
      ({ startMs, endMs }, turn): Segment => ({
        id: turn,
        speaker,
        channel,
        startMs: startMs + 150,
        endMs: endMs - 200,
        text: Array.from({ length: words }, () => 'word').join(' '),
        confidence: confidence(turn),
        words: null,
      }),
    );
}

function track(channel: number | null, from = 0, signal: Partial<typeof CLEAN> | null = {}): Track {
  const speech =
    channel === null ? [...turnsFrom(0), ...turnsFrom(2)].sort((a, b) => a.startMs - b.startMs) : turnsFrom(from);
  return signal === null ? { channel, speech } : { channel, speech, signal: { ...CLEAN, ...signal } };
}

function hear(
  segments: readonly Segment[],
  tracks: readonly Track[],
  limits = NEURAL,
  diarization: Transcript['diarization'] = BY_CHANNEL,
) {
  const inOrder = [...segments].sort((a, b) => a.startMs - b.startMs);
  return hearParties({ segments: inOrder, diarization }, tracks, limits);
}

const stereo = (agent: Said = {}, customer: Said = {}) => [
  ...said('agent', { ...agent, channel: 0 }),
  ...said('customer', { from: 2, ...customer, channel: 1 }),
];
const varying = (mean: number) => (turn: number) => mean + (turn % 2 === 0 ? 0.1 : -0.1);

describe('the score', () => {
  it("is the mean of the engine's probabilities where they tell something", () => {
    const segments = stereo({ confidence: varying(0.8) }, { confidence: varying(0.5) });
    expect(hear(segments, [track(0), track(1, 2)])).toEqual({
      agent: { score: expect.closeTo(0.8, 9), basis: ['engine', 'signal'], assessable: true, reasons: [] },
      customer: {
        score: expect.closeTo(0.5, 9),
        basis: ['engine', 'signal'],
        assessable: false,
        reasons: ['low_confidence'],
      },
    });
  });

  it.each<[string, (turn: number) => number | null]>([
    ['none', () => null],
    ['1.0 throughout', () => 1],
    ['0.9 throughout', () => 0.9],
    ['NaN now and then', (turn) => (turn === 3 ? Number.NaN : 0.4)],
    ['one above 1', (turn) => (turn === 3 ? 1.5 : 0.4)],
    ['for a few words only', (turn) => (turn < 2 ? 0.1 * turn : null)],
  ])('is that of the signal where the probabilities tell nothing: %s', (_, confidence) => {
    const { agent } = hear(stereo({ confidence }), [track(0), track(1, 2)]);
    expect(agent).toMatchObject({ basis: ['signal'], assessable: true, reasons: [] });
    // 35 dB: four fifths of the way from the limit, 15 dB, to the best sound, 40 dB.
    expect(agent.score).toBeCloseTo(0.6 + (0.4 * 20) / 25, 2);
  });

  it.each([
    [50, 1],
    [40, 1],
    [25, 0.76],
    [15.1, 0.6016],
    [7.5, 0.3],
    [0, 0],
  ])('of a signal %d dB above its noise is %d: its limit lies where that of the probabilities lies', (db, score) => {
    const noiseDb = -25 - 10 * Math.log10(10 ** (db / 10) + 1) + 10 * Math.log10(1);
    const { agent } = hear(stereo(), [track(0, 0, { noiseDb, quietDb: -90 }), track(1, 2)]);
    expect(agent.score).toBeCloseTo(score, 6);
    expect(agent.assessable, `an agent ${db} dB above the noise can be judged`).toBe(db >= 15);
  });

  it('is not known without probabilities and without measured sound: a checkpoint of an earlier release', () => {
    const { agent } = hear(stereo(), [track(0, 0, null), track(1, 2)]);
    expect(agent).toEqual({ score: null, basis: [], assessable: false, reasons: ['not_known'] });
  });

  it('is known from probabilities alone', () => {
    const { agent } = hear(stereo({ confidence: varying(0.8) }), [track(0, 0, null), track(1, 2)]);
    expect(agent).toMatchObject({ basis: ['engine'], assessable: true });
  });
});

describe('the reasons', () => {
  const of = (agentTrack: Partial<typeof CLEAN>, agent: Said = {}, limits = NEURAL) =>
    hear(stereo(agent), [track(0, 0, agentTrack), track(1, 2)], limits).agent;
  const sure = { confidence: varying(0.85) };

  it.each<[string, Partial<typeof CLEAN>, Said, HearingLimits, string[]]>([
    ['noise between the speech', { noiseDb: -38 }, {}, NEURAL, ['noisy']],
    ['noise that a gate hides', { noiseDb: -100, quietDb: -34 }, {}, NEURAL, ['noisy']],
    ['noise, but the engine was sure', { noiseDb: -38 }, sure, NEURAL, []],
    ['noise in which speech itself is missed', { noiseDb: -29 }, sure, NEURAL, ['noisy']],
    ['a telephone, for an engine that hears it well', { brightShare: 0 }, {}, NEURAL, []],
    ['a telephone, for one that does not', { brightShare: 0 }, sure, DEMO, ['narrow_band']],
    ['wide-band sound', { brightShare: 0.03 }, sure, DEMO, []],
    ['clipping', { clippedShare: 0.3 }, sure, NEURAL, ['clipped']],
    ['hardly any clipping', { clippedShare: 0.05 }, sure, NEURAL, []],
    ['hardly any wide-band sound', { brightShare: 0.005 }, sure, DEMO, ['narrow_band']],
    ['just enough wide-band sound', { brightShare: 0.01 }, sure, DEMO, []],
    ['noise louder than the speech', { noiseDb: -10 }, {}, NEURAL, ['noisy']],
    ['a third of the words', {}, { ...sure, words: 2 }, NEURAL, ['words_missing']],
    ['slow speech', {}, { ...sure, words: 3 }, NEURAL, []],
    ['more words than anyone says', {}, { ...sure, words: 15 }, NEURAL, ['words_missing']],
    ['four of ten utterances without a word', {}, { ...sure, turns: 6, words: 9 }, NEURAL, ['words_missing']],
    ['two of ten utterances without a word', {}, { ...sure, turns: 8, words: 7 }, NEURAL, []],
    [
      'all at once',
      { noiseDb: -30, brightShare: 0, clippedShare: 0.3 },
      { words: 1, confidence: varying(0.2) },
      DEMO,
      ['low_confidence', 'noisy', 'narrow_band', 'clipped', 'words_missing'],
    ],
  ])('%s', (_, signal, agent, limits, reasons) => {
    expect(of(signal, agent, limits)).toMatchObject({ reasons, assessable: reasons.length === 0 });
  });

  it('utterances without a word count as missing unless the other party talks through them: its voice leaks in', () => {
    const leaking = {
      ...track(0),
      speech: [...turnsFrom(0), ...turnsFrom(2, -45)].sort((a, b) => a.startMs - b.startMs),
    };
    expect(
      hear(stereo(sure, sure), [leaking, track(1, 2)]).agent.assessable,
      'the agent of a clear call can be assessed',
    ).toBe(true);
    expect(hear(said('agent', sure), [leaking, track(1, 2)]).agent.reasons).toEqual(['words_missing']);
  });

  it('digits count as they are said, and characters of a script without spaces as half a word', () => {
    const dictated = said('agent', sure).map((segment) => ({ ...segment, text: '4711 0815' }));
    expect(
      hear([...dictated, ...said('customer', { from: 2, channel: 1 })], [track(0), track(1, 2)]).agent.assessable,
      'the agent who dictates can be assessed',
    ).toBe(true);
    const japanese = said('agent', sure).map((segment) => ({ ...segment, text: 'お電話ありがとうございます' }));
    expect(hear(japanese, [track(0)]).agent.assessable, 'the agent who speaks Japanese can be assessed').toBe(true);
  });
});

describe('a party', () => {
  it('that said nothing has no score, for lack of speech', () => {
    const { customer } = hear(said('agent'), [track(0)]);
    expect(customer).toEqual({ score: null, basis: [], assessable: false, reasons: ['no_speech'] });
  });

  it('that spoke, and of whom the engine heard no word, lacks words', () => {
    const { customer } = hear(said('agent'), [track(0), track(1, 2)]);
    expect(customer).toEqual({ score: 0, basis: ['signal'], assessable: false, reasons: ['words_missing'] });
  });

  it('without a role cannot be judged', () => {
    const parties = hear(
      [...said('speaker_0'), ...said('speaker_1', { from: 2, channel: 1 })],
      [track(0), track(1, 2)],
    );
    const unknown = { score: null, basis: [], assessable: false, reasons: ['role_unknown'] };
    expect(parties).toEqual({ agent: unknown, customer: unknown });
  });

  it('whose turns may be among those without a role cannot be judged, unless the voices were separated', () => {
    const segments = [...said('agent', { channel: null }), ...said('speaker_1', { from: 2, channel: null })];
    const unknown = { score: null, basis: [], assessable: false, reasons: ['role_unknown'] };
    expect(
      hear(segments, [track(null)], NEURAL, BY_CONTENT).agent,
      'an agent heard well, who may have said more',
    ).toEqual(unknown);
    expect(hear(segments, [track(null)], NEURAL, BY_VOICE).agent.reasons).toEqual([]);
  });

  it.each([
    ['by the engine', varying(0.3), {}, ['low_confidence', 'role_unknown'], 0.3],
    ['by its sound', () => null, { noiseDb: -30, quietDb: -30 }, ['noisy', 'role_unknown'], 0.13],
    ['by nothing that is known', () => null, null, ['not_known', 'role_unknown'], null],
  ])('heard badly %s keeps that score beside turns without a role', (_, confidence, signal, reasons, score) => {
    const segments = [
      ...said('agent', { channel: null, confidence }),
      ...said('speaker_1', { from: 2, channel: null }),
    ];
    expect(hear(segments, [track(null, 0, signal)], NEURAL, BY_CONTENT).agent, 'the agent').toMatchObject({
      score: score && expect.closeTo(score, 1),
      assessable: false,
      reasons,
    });
  });

  it('of a mono recording is judged by its own speech: the quiet one is the noisy one', () => {
    const speech = [...turnsFrom(0, -20), ...turnsFrom(2, -38)].sort((a, b) => a.startMs - b.startMs);
    const segments = [
      ...said('agent', { channel: null }),
      ...said('customer', { from: 2, channel: null, confidence: varying(0.9) }),
    ];
    const one = { channel: null, speech, signal: { ...CLEAN, noiseDb: -48, quietDb: -48 } };
    const { agent, customer } = hear(segments, [one], NEURAL, BY_VOICE);
    expect(agent).toMatchObject({ assessable: true, basis: ['signal'] });
    expect(customer).toMatchObject({ assessable: true, basis: ['engine', 'signal'] });
    const without = hear(
      said('agent', { channel: null }).concat(said('customer', { from: 2, channel: null })),
      [one],
      NEURAL,
      BY_VOICE,
    );
    expect(without.customer.reasons).toEqual(['noisy']);
  });

  it('of a mono recording of which half the utterances have no word lacks words', () => {
    const { agent } = hear(said('agent', { channel: null }), [track(null)], NEURAL, BY_VOICE);
    expect(agent.reasons).toEqual(['words_missing']);
  });

  it('that said a single word is scored by it, or by its sound where the engine is too sure', () => {
    const [one] = said('customer', { channel: 1, words: 1, confidence: () => 0.9 });
    const short = { ...track(1), speech: [{ startMs: 0, endMs: 700, levelDb: -25 }] };
    expect(hear([...said('agent'), one!], [track(0), short]).customer).toMatchObject({ score: 0.9, assessable: true });
    const certain = { ...one!, confidence: 1 };
    expect(hear([...said('agent'), certain], [track(0), short]).customer.basis).toEqual(['signal']);
  });
});

describe('any transcript', () => {
  const time = fc.integer({ min: -1000, max: 100_000 });
  const number = fc.oneof(fc.double(), fc.constantFrom(null, 1, 0, 0.5, Number.NaN, Number.NEGATIVE_INFINITY));
  const span = { startMs: time, endMs: time };
  const channel = fc.constantFrom(0, 1, null);
  const segment = fc.record({
    ...span,
    id: fc.nat(),
    channel,
    speaker: fc.constantFrom<Speaker>('agent', 'customer', 'speaker_0'),
    text: fc.constantFrom('', 'yes', 'four 4711', '。', 'no words at all in this one'),
    confidence: number,
    words: fc.option(fc.array(fc.record({ ...span, text: fc.constant('word'), confidence: number }), { maxLength: 3 })),
  });
  const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
  const level = fc.option(fc.double({ min: -100, max: 0, noNaN: true }));
  const anyTrack = fc.record(
    {
      channel,
      speech: fc.array(fc.record({ ...span, levelDb: fc.double({ min: -100, max: 0, noNaN: true }) }), {
        maxLength: 8,
      }),
      signal: fc.record({ noiseDb: level, quietDb: level, brightShare: share, clippedShare: share }),
    },
    { requiredKeys: ['channel', 'speech'] },
  );

  it('gives a score from 0 to 1 or none, and reasons exactly where a party is not assessable', () => {
    let assessable = 0;
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 8 }),
        fc.array(anyTrack, { maxLength: 2 }),
        fc.constantFrom(NEURAL, DEMO),
        fc.constantFrom(BY_CHANNEL, BY_CONTENT, BY_VOICE),
        (segments, tracks, limits, diarization) => {
          for (const party of Object.values(hear(segments, tracks, limits, diarization))) {
            const { score, basis, reasons } = party;
            expect(JSON.parse(JSON.stringify(party))).toEqual(party);
            expect(score === null || (score >= 0 && score <= 1), `${score} is a score or null`).toBe(true);
            expect(score === null, 'A score stands without what it is based on, or the other way round').toBe(
              basis.length === 0,
            );
            expect(party.assessable, 'A party can be judged in spite of reasons, or cannot without one').toBe(
              reasons.length === 0,
            );
            expect(new Set(reasons).size, 'different reasons').toBe(reasons.length);
            if (party.assessable) expect(score).not.toBeNull();
            assessable += party.assessable ? 1 : 0;
          }
        },
      ),
      { numRuns: 3000 },
    );
    // About twelve of them: with a bound of three, one run in 2,000 would fail by chance.
    expect(assessable, 'parties that can be judged').toBeGreaterThan(0);
  });
});
