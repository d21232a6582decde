import { describe, expect, it } from 'vitest';
import {
  type AttributedPiece,
  attribute,
  type HeardBy,
  haveSpeakers,
  lowestGrade,
  nameOf,
  partsByEngine,
} from '../../../src/speech/pieces/pieces-by-engine.js';
import { heardPiece, heardSegment, planPiece } from '../../support/audio/heard-pieces.js';

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
    expect(parts[1]?.pieces, 'The pieces of the engine are not its own').toEqual([
      { channel: null, startMs: 0, endMs: 2000 },
      { channel: null, startMs: 9000, endMs: 11_000 },
    ]);
    expect(lowestGrade([...parts.map(({ grade }) => grade), 'production'])).toBe('local');
    expect(lowestGrade(['local', 'demo'])).toBe('demo');
    expect(lowestGrade(['production', 'production'])).toBe('production');
    expect(nameOf(partsByEngine([attributed(local, [0, 2000])]))).toBe('sherpa:best');
  });

  it('are named by the alphabet where they heard as much', () => {
    const both = ['b', 'a'].map((name, at) => attributed(heardBy(name), [at * 1000, at * 1000 + 1000]));
    expect(nameOf(partsByEngine(both))).toBe('a + b');
    expect(nameOf(partsByEngine(both.reverse()))).toBe('a + b');
  });

  it('tell the speakers apart only where one engine heard all pieces in one way', () => {
    const diarizing = heardBy('openai:gpt-transcribe', { diarizes: true });
    const lost = heardBy('openai:gpt-transcribe');
    const first = attributed(diarizing, [0, 2000], 'A');
    expect(haveSpeakers([first, attributed(diarizing, [2000, 4000], 'B')]), 'two pieces with speakers').toBe(true);
    expect(
      haveSpeakers([first, attributed(lost, [2000, 4000])]),
      'a piece whose speakers were lost beside one with speakers',
    ).toBe(false);
    expect(
      haveSpeakers([first, attributed(heardBy('other', { diarizes: true }), [2000, 4000], 'A')]),
      'two pieces with the speakers of two engines',
    ).toBe(false);
    expect(haveSpeakers([attributed(lost, [0, 2000])]), 'a piece whose speakers were lost').toBe(false);
    const some = [heardSegment(0, 900, 'one', { speaker: 'A' }), heardSegment(1000, 2000, 'two')];
    expect(
      haveSpeakers([{ ...heardPiece(planPiece(0, 2000), some), heardBy: diarizing }]),
      'a piece with some speakers',
    ).toBe(true);
    // A server that labels its segments without being asked.
    expect(
      haveSpeakers([attributed(lost, [0, 2000], '0'), attributed(lost, [2000, 4000])]),
      'two pieces of which one has a speaker',
    ).toBe(true);
    // Where nothing was said, no label is missing.
    expect(
      haveSpeakers([first, { ...heardPiece(planPiece(2000, 4000), []), heardBy: lost }]),
      'a piece without words beside one with speakers',
    ).toBe(true);
  });
});

describe('a piece that an earlier release heard', () => {
  const present = { name: 'openai:gpt-transcribe', grade: 'production', accuracy: '', hearing } as const;
  const heardWith = (engine: string, speaker: string | null = null, carriesSpeakers = true) =>
    attribute(
      heardPiece(planPiece(0, 2000), [heardSegment(0, 900, 'one'), heardSegment(1000, 2000, 'two', { speaker })]),
      engine,
      present,
      carriesSpeakers,
    );

  it('by the engine of this worker has its grade, its limits and what it can do', () => {
    const { heardBy: by, piece, transcript } = heardWith(present.name);
    expect(by).toEqual({ engine: present.name, grade: 'production', hearing, diarizes: false, carriesSpeakers: true });
    expect([piece, transcript.segments]).toEqual([
      planPiece(0, 2000),
      [heardSegment(0, 900, 'one'), heardSegment(1000, 2000, 'two')],
    ]);
    expect(heardWith(present.name, null, false).heardBy.carriesSpeakers, 'Labels are carried that are not').toBe(false);
  });

  it('by another engine has the lowest grade, and no party counts as heard well', () => {
    const { heardBy: by } = heardWith('sherpa:old');
    expect(by).toMatchObject({ engine: 'sherpa:old', grade: 'demo', carriesSpeakers: false });
    expect(by.hearing.minScore, 'A sure engine of which nothing is known is trusted').toBeGreaterThan(1);
    expect(by.hearing.minSnrDb, 'A clean recording is trusted to an engine of which nothing is known').toBeGreaterThan(
      200,
    );
    expect(by.hearing.needsWideBand, 'Telephone sound is trusted to an engine of which nothing is known').toBe(true);
  });

  it('was diarized where a segment has a speaker', () => {
    expect(heardWith('sherpa:old', 'A').heardBy.diarizes, 'A piece with a speaker was not diarized').toBe(true);
    expect(heardWith('sherpa:old').heardBy.diarizes, 'A piece without speakers was diarized').toBe(false);
  });
});
