// The limits of hearing, to the word and the millisecond: one party on a track of its own, unless a case says otherwise.
import { describe, expect, it } from 'vitest';
import type { HearingReason, Segment, Speaker } from '../../../src/ports/transcript.js';
import { hearParties } from '../../../src/speech/pieces/hearing.js';

type Track = Parameters<typeof hearParties>[1][number];
type Span = readonly [number, number];

const LIMITS = { minScore: 0.6, minSnrDb: 15, needsWideBand: false };
const CLEAN = { noiseDb: -70, quietDb: -60, brightShare: 0.05, clippedShare: 0 };

const track = (
  channel: number | null,
  spans: readonly Span[],
  signal: Partial<Track['signal']> | null = {},
): Track => ({
  channel,
  speech: spans.map(([startMs, endMs]) => ({ startMs, endMs, levelDb: -25 })),
  ...(signal === null ? {} : { signal: { ...CLEAN, ...signal } }),
});

/** Rated, so that the engine tells how well it heard. */
const said = (speaker: Speaker, channel: number | null, [startMs, endMs]: Span, words: number): Segment => ({
  ...{ id: 0, speaker, channel, startMs, endMs },
  text: Array(words).fill('word').join(' '),
  ...{ confidence: null, words: [0.8, 0.9].map((confidence) => ({ text: 'word', startMs, endMs, confidence })) },
});

function hear(
  segments: readonly Segment[],
  tracks: readonly Track[],
  { method = 'channel' as 'channel' | 'model' | 'content', needsWideBand = false } = {},
) {
  const inOrder = [...segments].sort((a, b) => a.startMs - b.startMs);
  return hearParties({ segments: inOrder, diarization: { method, roleConfidence: 0.9 } }, tracks, {
    ...LIMITS,
    needsWideBand,
  });
}

/** So many spans of the given length, a second apart. */
const spans = (count: number, ms: number) =>
  Array.from({ length: count }, (_, at): Span => [at * (ms + 1000), at * (ms + 1000) + ms]);

describe('words are missing', () => {
  // The detector pads speech by 350 ms.
  it.each<[string, number, number, boolean]>([
    ['with more than seven in a second', 10_350, 71, true],
    ['not with seven in a second', 10_350, 70, false],
    ['with more in a short time than anyone says in five seconds', 1_350, 36, true],
    ['not with as many as are said in five seconds', 1_350, 35, false],
    ['with fewer than three in two seconds', 10_350, 14, true],
    ['not with three in two seconds', 10_350, 15, false],
    ['with few in five seconds', 5_350, 7, true],
    ['not with few in less than five seconds', 5_349, 7, false],
  ])('%s', (when, ms, words, isMissing) => {
    const { agent } = hear([said('agent', 0, [0, ms], words)], [track(0, [[0, ms]])]);
    expect(agent.reasons, `The rule is broken that words are missing ${when}`).toEqual(
      isMissing ? ['words_missing'] : [],
    );
  });

  it.each<[string, number, number, number, boolean]>([
    ['where more than three of ten utterances have none', 10, 1_350, 6, true],
    ['not where three of ten utterances have none', 10, 1_350, 7, false],
    ['where one of two has none, in five seconds', 2, 2_850, 1, true],
    ['not where one of two has none, in less', 2, 2_849, 1, false],
  ])('%s', (when, count, ms, spoken, isMissing) => {
    const own = spans(count, ms);
    const segments = own.slice(0, spoken).map((span) => said('agent', 0, span, Math.round((ms / 1000) * 4)));
    expect(hear(segments, [track(0, own)]).agent.reasons, `The rule is broken that words are missing ${when}`).toEqual(
      isMissing ? ['words_missing'] : [],
    );
  });

  it.each<[string, number, boolean]>([
    ['is what the other party talks through half of', 1000, false],
    ['is not what the other party talks through less of', 990, true],
  ])('unless an utterance without words is a leak, which %s', (what, otherMs, isMissing) => {
    const own = spans(10, 2000);
    const segments = own.flatMap((span, at) =>
      at < 5 ? [said('agent', 0, span, 6)] : [said('customer', 1, [span[0], span[0] + otherMs], 3)],
    );
    const { agent } = hear(segments, [track(0, own), track(1, own.slice(5))]);
    expect(agent.reasons, `The rule is broken that a leak ${what}`).toEqual(isMissing ? ['words_missing'] : []);
  });

  it('not for the time of leaks, however long', () => {
    const own = spans(10, 2000);
    const segments = own.map((span, at) => (at % 2 ? said('customer', 1, span, 6) : said('agent', 0, span, 3)));
    const other = own.filter((_, at) => at % 2 === 1);
    expect(hear(segments, [track(0, own), track(1, other)]).agent.reasons).toEqual([]);
  });

  it('not because the engine gives utterances less time than they take', () => {
    const own = spans(5, 2000);
    const segments = own.map(([startMs]) => said('agent', 0, [startMs, startMs + 300], 10));
    const customer = said('customer', 1, [50_000, 52_000], 6);
    expect(hear([...segments, customer], [track(0, own), track(1, [[50_000, 52_000]])]).agent.reasons).toEqual([]);
  });

  it.each<[string, Speaker, number, HearingReason[]]>([
    ['agent, with seven in a second', 'agent', 70, []],
    ['agent, with more', 'agent', 71, ['words_missing']],
    ['customer, with seven in a second', 'customer', 70, []],
    ['customer, with more', 'customer', 71, ['words_missing']],
  ])('by the own part of an utterance that two share in mono: %s', (_what, speaker, words, reasons) => {
    const halves: [Speaker, Span][] = [
      ['agent', [-500, 10_000]],
      ['customer', [10_000, 20_500]],
    ];
    const segments = halves.map(([who, span]) => said(who, null, span, who === speaker ? words : 30));
    const parties = hear(segments, [track(null, [[0, 20_000]])], { method: 'model' });
    expect(parties[speaker as 'agent'].reasons).toEqual(reasons);
  });

  it('not because two utterances of one party overlap in mono', () => {
    const segments = [
      said('agent', null, [0, 10_000], 60),
      said('agent', null, [1000, 2000], 10),
      said('customer', null, [20_000, 22_000], 6),
    ];
    const one = track(null, [
      [0, 4000],
      [5000, 10_000],
      [20_000, 22_000],
    ]);
    expect(hear(segments, [one], { method: 'model' }).agent.reasons).toEqual([]);
  });

  it('of a party that recognised signs alone make up', () => {
    const own = spans(5, 2000);
    const segments = own.map((span) => ({ ...said('agent', 0, span, 1), text: '…' }));
    expect(hear(segments, [track(0, own)]).agent, 'Signs without letters count as words').toMatchObject({
      score: 0,
      basis: ['signal'],
      reasons: ['words_missing'],
    });
  });
});

describe('a party without words', () => {
  const agent = said('agent', 0, [0, 2000], 6);

  it.each<[string, number, HearingReason]>([
    ['five seconds of speech', 5_350, 'words_missing'],
    ['less, which may be noise', 5_349, 'no_speech'],
  ])('whose track has %s', (what, ms, reason) => {
    const tracks = [track(0, [[0, 2000]]), track(1, [[3000, 3000 + ms]])];
    expect(hear([agent], tracks).customer.reasons, `The reason is wrong on a track with ${what}`).toEqual([reason]);
  });

  it('said nothing where the other speaks on all tracks', () => {
    const long: Span = [0, 9000];
    const segments = [0, 1].map((channel) => said('agent', channel, long, 30));
    expect(hear(segments, [track(0, [long]), track(1, [long])]).customer.reasons).toEqual(['no_speech']);
  });
});

describe('sound', () => {
  const long: Span = [0, 10_000];
  const agent = said('agent', 0, long, 30);

  it.each<[string, Partial<Track['signal']>, HearingReason]>([
    ['clipping', { clippedShare: 0.3 }, 'clipped'],
    ['noise', { noiseDb: -26 }, 'noisy'],
    ['a narrow band', { brightShare: 0 }, 'narrow_band'],
  ])('of the worst track counts for a party on two, and of the other party for none: %s', (what, signal, reason) => {
    const customer = said('customer', 1, long, 30);
    const tracks = [track(0, [long]), track(1, [long], signal)];
    const alone = hear([agent, customer], tracks, { needsWideBand: true });
    expect(alone.agent.reasons, `The agent is not heard because of ${what} on the other track`).toEqual([]);
    expect(alone.customer.reasons).toEqual([reason]);
    const both = hear([agent, { ...customer, speaker: 'agent' }], tracks, { needsWideBand: true });
    expect(both.agent.reasons, `A good track hides ${what} on the other`).toEqual([reason]);
  });

  it('without words on one of two tracks of a party: its words are missing', () => {
    const later = spans(5, 2000).map(([startMs, endMs]): Span => [20_000 + startMs, 20_000 + endMs]);
    const quiet = track(1, later);
    const second = said('agent', 1, later[0]!, 8);
    expect(hear([agent, second], [track(0, [long]), quiet]).agent.reasons).toEqual(['words_missing']);
  });

  it.each<[string, Track[], number]>([
    ['of a track that was not measured', [], 60],
    ['in which no speech was found', [track(0, [])], 30],
    ['that an earlier release did not measure', [track(0, [long], null)], 60],
  ])('%s says nothing: the engine decides', (what, tracks, words) => {
    const { agent: heard } = hear([said('agent', 0, long, words)], tracks, { needsWideBand: true });
    expect(heard, `The sound ${what} counts`).toMatchObject({ basis: ['engine'], assessable: true, reasons: [] });
  });

  it.each<[string, Span, number | null, HearingReason[]]>([
    ['ten seconds', long, 0, ['narrow_band']],
    ['less', [0, 9999], 0, []],
    ['ten seconds in which it was not measured', long, null, []],
  ])('is known to have a narrow band after ten seconds: %s', (_what, span, brightShare, reasons) => {
    const { agent: heard } = hear([said('agent', 0, span, 30)], [track(0, [span], { brightShare })], {
      needsWideBand: true,
    });
    expect(heard.reasons).toEqual(reasons);
  });
});

describe('a role', () => {
  it('by what was said is enough where every turn has one', () => {
    const segments = [said('agent', null, [0, 2000], 6), said('customer', null, [3000, 5000], 6)];
    const one = track(null, [
      [0, 2000],
      [3000, 5000],
    ]);
    const { agent, customer } = hear(segments, [one], { method: 'content' });
    expect([agent.reasons, customer.reasons]).toEqual([[], []]);
  });

  it('by channel is enough for one party where the other has none', () => {
    const segments = [said('agent', 0, [0, 2000], 6), said('speaker_1', 1, [3000, 5000], 6)];
    const tracks = [track(0, [[0, 2000]]), track(1, [[3000, 5000]])];
    const { agent, customer } = hear(segments, tracks);
    expect([agent.reasons, customer.reasons]).toEqual([[], ['role_unknown']]);
  });
});

it('a score at the limit of the engine is enough', () => {
  const segments = [said('agent', 0, [0, 2000], 6)];
  const tracks = [track(0, [[0, 2000]])];
  const score = hear(segments, tracks).agent.score!;
  const diarization = { method: 'channel', roleConfidence: 1 } as const;
  const { agent } = hearParties({ segments, diarization }, tracks, { ...LIMITS, minScore: score });
  expect(agent.reasons).toEqual([]);
});
