import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPieces, type PiecePlan, type SpeechTrack } from '../../../src/pipeline/transcript/cut-pieces.js';
import { type HeardPiece, levelsOf, mergePieces } from '../../../src/pipeline/transcript/merge-pieces.js';
import type { HeardSegment, PieceTranscript } from '../../../src/ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../../src/ports/transcript.js';

const OPTIONS = { carriesSpeakers: false, levelAt: () => null };

function plan(startMs: number, endMs: number, channel: number | null = null): PiecePlan {
  return { channel, startMs, endMs, file: 'track.pcm', speech: [{ startMs, endMs }] };
}

function segment(startMs: number, endMs: number, text: string, more: Partial<HeardSegment> = {}): HeardSegment {
  return { speaker: null, startMs, endMs, text, confidence: null, words: null, ...more };
}

function heard(piece: PiecePlan, segments: HeardSegment[], more: Partial<PieceTranscript> = {}): HeardPiece {
  return { piece, transcript: { segments, language: null, spotted: [], providerSeconds: null, ...more } };
}

function words(startMs: number, text: string, eachMs = 300): Word[] {
  return text.split(' ').map((word, i) => ({
    text: word,
    startMs: startMs + i * eachMs,
    endMs: startMs + i * eachMs + eachMs - 50,
    confidence: 0.5,
  }));
}

describe('speakers', () => {
  it('on stereo the channel is the speaker, whatever label the engine gives', () => {
    const { segments } = mergePieces(
      [
        heard(plan(2000, 4000, 1), [segment(2000, 4000, 'Good morning.', { speaker: 'A' })]),
        heard(plan(0, 1500, 0), [segment(0, 1500, 'Hello, how can I help?', { speaker: 'A' })]),
      ],
      OPTIONS,
    );
    expect(segments).toMatchObject([
      { id: 0, channel: 0, speaker: 'channel_0', text: 'Hello, how can I help?' },
      { id: 1, channel: 1, speaker: 'channel_1', text: 'Good morning.' },
    ]);
  });

  it('on mono carried labels are the same person, others only within their piece', () => {
    const pieces = [
      heard(plan(0, 1000), [segment(0, 1000, 'One.', { speaker: 'A' })]),
      heard(plan(2000, 3000), [segment(2000, 3000, 'Two.', { speaker: 'A' })]),
    ];
    const labels = (carriesSpeakers: boolean) =>
      mergePieces(pieces, { ...OPTIONS, carriesSpeakers }).segments.map(({ speaker }) => speaker);
    expect(labels(true)).toEqual(['A', 'A']);
    expect(new Set(labels(false)).size).toBe(2);
  });

  it('none told, none invented', () => {
    expect(mergePieces([heard(plan(0, 1000), [segment(0, 1000, 'Yes.')])], OPTIONS).segments[0]?.speaker).toBeNull();
  });
});

describe('seams', () => {
  it('words told by both pieces at the same time are kept once', () => {
    const { segments } = mergePieces(
      [
        heard(plan(0, 10_000), [segment(8000, 10_400, 'Please hold the line.')]),
        heard(plan(10_000, 20_000), [
          segment(8100, 10_500, 'please hold the line'),
          segment(11_000, 12_000, 'Thanks.'),
        ]),
      ],
      OPTIONS,
    );
    expect(segments.map(({ text, endMs }) => [text, endMs])).toEqual([
      ['Please hold the line.', 10_000],
      ['Thanks.', 12_000],
    ]);
  });

  it('words said twice are kept twice', () => {
    const pieces = [
      heard(plan(0, 10_000), [segment(9000, 10_000, 'No.')]),
      heard(plan(10_000, 20_000), [segment(10_000, 11_000, 'No.')]),
    ];
    expect(mergePieces(pieces, OPTIONS).segments).toHaveLength(2);
  });

  it('an utterance that a seam runs through becomes whole again, with its words', () => {
    const { segments } = mergePieces(
      [
        heard(plan(0, 10_000), [
          segment(9000, 10_000, 'I would like', { words: words(9000, 'I would like'), confidence: 0.5 }),
        ]),
        heard(plan(10_000, 20_000), [
          segment(10_000, 11_000, 'a refund.', { words: words(10_000, 'a refund.'), confidence: 0.5 }),
        ]),
      ],
      OPTIONS,
    );
    expect(segments).toMatchObject([{ startMs: 9000, endMs: 11_000, text: 'I would like a refund.', confidence: 0.5 }]);
    expect(segments[0]?.words).toHaveLength(5);
  });

  it('times are kept within the piece', () => {
    const piece = heard(plan(1000, 5000), [
      segment(-200, 9000, 'Hello.', { words: [{ ...(words(0, 'Hello.')[0] as Word), endMs: 8000 }] }),
    ]);
    const { segments } = mergePieces([piece], OPTIONS);
    expect(segments).toMatchObject([{ startMs: 1000, endMs: 5000, words: [{ startMs: 1000, endMs: 5000 }] }]);
  });
});

describe('long segments', () => {
  it('are split at pauses between words, every word kept', () => {
    const said = [...words(0, 'good morning to you'), ...words(4000, 'my bill is wrong'), ...words(9000, 'twice')];
    const text = said.map((word) => word.text).join(' ');
    const { segments } = mergePieces([heard(plan(0, 10_000), [segment(0, 9500, text, { words: said })])], OPTIONS);
    expect(segments.map((part) => part.text)).toEqual(['good morning to you', 'my bill is wrong', 'twice']);
    expect(segments[1]).toMatchObject({ startMs: 4000, confidence: 0.5 });
  });

  it('without a pause, near the middle; without word times, not at all', () => {
    const text = Array.from({ length: 150 }, (_, i) => `w${i}`).join(' ');
    const long = (more: Partial<HeardSegment>) =>
      mergePieces([heard(plan(0, 45_000), [segment(0, 45_000, text, more)])], OPTIONS).segments;
    const split = long({ words: words(0, text) });
    expect(split.length).toBeGreaterThan(1);
    expect(split.length).toBeLessThan(4);
    expect(split.map((part) => part.text).join(' ')).toBe(text);
    for (const part of split) expect(part.endMs - part.startMs).toBeLessThanOrEqual(30_000);
    expect(long({})).toHaveLength(1);
  });
});

describe('leaks between channels', () => {
  const levels = (left: number, right: number) => ({
    carriesSpeakers: false,
    levelAt: (channel: number) => (channel === 0 ? left : right),
  });
  const both = (a: string, b: string, shiftMs = 100) => [
    heard(plan(0, 4000, 0), [segment(0, 4000, a)]),
    heard(plan(shiftMs, 4000 + shiftMs, 1), [segment(shiftMs, 4000 + shiftMs, b)]),
  ];
  const channels = (pieces: HeardPiece[], left: number, right: number) =>
    mergePieces(pieces, levels(left, right)).segments.map(({ channel }) => channel);

  it('the same words at the same time: the louder channel keeps them', () => {
    const pieces = both('I want to cancel my account.', 'i want to cancel my account');
    expect(channels(pieces, -20, -35)).toEqual([0]);
    expect(channels(pieces, -35, -20)).toEqual([1]);
  });

  it('nearly the same words, as a recogniser mishears a weak copy', () => {
    expect(
      channels(both('I want to cancel my account now please', 'want to cancel my count now please'), -20, -35),
    ).toEqual([0]);
  });

  it('other words, another time, or unknown levels: both stay', () => {
    expect(channels(both('I want to cancel my account', 'Let me look that up for you'), -20, -35)).toEqual([0, 1]);
    expect(channels(both('I want to cancel it', 'I want to cancel it', 3000), -20, -35)).toEqual([0, 1]);
    expect(mergePieces(both('I want to cancel it', 'I want to cancel it'), OPTIONS).segments).toHaveLength(2);
  });

  it('two people do greet each other at once', () => {
    expect(channels(both('Thank you, bye.', 'Thank you. Bye!'), -20, -24)).toEqual([0, 1]);
    expect(channels(both('Thank you, bye.', 'Thank you. Bye!'), -20, -40)).toEqual([0]);
  });

  it('a weak channel that says more than the leak keeps its words', () => {
    expect(channels(both('I want a refund', 'I want a refund yes but I did not order that at all'), -20, -35)).toEqual([
      0, 1,
    ]);
  });

  it('levels are those of the measured speech', () => {
    const tracks = [
      {
        channel: 0,
        speech: [
          { startMs: 0, endMs: 1000, levelDb: -20 },
          { startMs: 1000, endMs: 2000, levelDb: -30 },
        ],
      },
      { channel: 1, speech: [] },
    ];
    const levelAt = levelsOf(tracks);
    expect(levelAt(0, 500, 1500)).toBe(-25);
    expect(levelAt(0, 5000, 6000)).toBeNull();
    expect(levelAt(1, 0, 1000)).toBeNull();
  });
});

it('spotted phrases and language', () => {
  const spotted = (startMs: number) => [{ phrase: 'this call is recorded', startMs, endMs: startMs + 900 }];
  const merged = mergePieces(
    [
      heard(plan(5000, 9000, 1), [segment(5000, 9000, 'Sí')], { language: 'es', spotted: spotted(5000) }),
      heard(plan(0, 4000, 0), [segment(0, 4000, 'A longer English sentence')], {
        language: 'en',
        spotted: spotted(100),
      }),
    ],
    OPTIONS,
  );
  expect(merged.language).toBe('en');
  expect(merged.spotted.map(({ channel, startMs }) => [channel, startMs])).toEqual([
    [0, 100],
    [1, 5000],
  ]);
  expect(mergePieces([], OPTIONS)).toEqual({ segments: [], spotted: [], language: null });
});

describe('with a recogniser that knows the true words', () => {
  interface Said {
    readonly speech: SpeechSpan[];
    readonly words: Word[];
  }

  /** Utterances of words, some longer than any piece, with pauses down to none between them. */
  const said = (name: string) =>
    fc
      .array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 120 })), { maxLength: 25 })
      .map((utterances): Said => {
        let at = 0;
        let count = 0;
        const track: Said = { speech: [], words: [] };
        for (const [gapMs, length] of utterances) {
          const startMs = at + (gapMs < 5000 ? 0 : gapMs - 5000);
          at = startMs;
          for (let i = 0; i < length; i++) {
            track.words.push({ text: `${name}${count++}`, startMs: at, endMs: at + 250, confidence: 0.9 });
            at += 300;
          }
          track.speech.push({ startMs, endMs: at });
        }
        return track;
      });

  /** Hears each word in the piece that holds its middle; segments of a few words, or one for the piece. */
  function recognise(piece: PiecePlan, track: Said, withWords: boolean, wordsPerSegment: number): HeardPiece {
    const own = track.words.filter((word) => {
      const middleMs = (word.startMs + word.endMs) / 2;
      return middleMs >= piece.startMs && middleMs < piece.endMs;
    });
    const segments: HeardSegment[] = [];
    for (let at = 0; at < own.length; at += wordsPerSegment) {
      const part = own.slice(at, at + wordsPerSegment);
      const text = part.map((word) => word.text).join(' ');
      segments.push(
        segment((part[0] as Word).startMs, (part.at(-1) as Word).endMs, text, {
          words: withWords ? part : null,
          confidence: 0.9,
        }),
      );
    }
    return heard(piece, segments);
  }

  it('no word is lost or doubled at a seam, and segments ascend', () => {
    const engine = fc.record({
      maxPieceMs: fc.integer({ min: 5000, max: 120_000 }),
      timesSegments: fc.boolean(),
      diarizesMono: fc.constant(false),
      carriesSpeakers: fc.constant(false),
    });
    fc.assert(
      fc.property(
        said('a'),
        said('b'),
        engine,
        fc.boolean(),
        fc.integer({ min: 1, max: 200 }),
        (left, right, capabilities, withWords, wordsPerSegment) => {
          const sides = [left, right];
          const tracks: SpeechTrack[] = sides.map(({ speech }, channel) => ({ channel, file: 'x.pcm', speech }));
          const pieces = cutPieces(tracks, capabilities).map((piece) =>
            recognise(piece, sides[piece.channel ?? 0] as Said, withWords, wordsPerSegment),
          );
          const { segments } = mergePieces(pieces, { ...OPTIONS, levelAt: (channel) => (channel === 0 ? -20 : -30) });
          for (const [channel, side] of sides.entries()) {
            const own = segments.filter((part) => part.channel === channel);
            expect(own.flatMap(({ text }) => text.split(' '))).toEqual(side.words.map(({ text }) => text));
          }
          expect(segments.map(({ id }) => id)).toEqual(segments.map((_, index) => index));
          for (const [index, part] of segments.entries()) {
            expect(part.endMs).toBeGreaterThanOrEqual(part.startMs);
            expect(part.startMs).toBeGreaterThanOrEqual(segments[index - 1]?.startMs ?? 0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('cut, heard and put together, as it goes in earnest', () => {
  const LEFT = 0;
  const RIGHT = 1;

  interface Spoken extends Word {
    readonly channel: number;
  }

  /** Two people in turns, now and then both at once; words of 120 to 480 ms, pauses from none to long. */
  const conversations = fc
    .array(
      fc.record({
        channel: fc.constantFrom(LEFT, RIGHT),
        gapMs: fc.integer({ min: -900, max: 2500 }),
        lengths: fc.array(fc.integer({ min: 120, max: 480 }), { minLength: 1, maxLength: 60 }),
      }),
      { minLength: 1, maxLength: 25 },
    )
    .map((turns) => {
      const words: Spoken[] = [];
      const ends = [0, 0];
      let count = 0;
      for (const { channel, gapMs, lengths } of turns) {
        let at = Math.max((ends[channel] ?? 0) + 60, Math.max(...ends) + gapMs, 0);
        for (const length of lengths) {
          words.push({ text: `w${count++}`, startMs: at, endMs: at + length, confidence: 0.9, channel });
          at += length + 30;
        }
        ends[channel] = at - 30;
      }
      return words;
    });

  /** Speech as it is measured: words closer than 200 ms are one span, and it is loud on its own channel. */
  function tracksOf(words: readonly Spoken[], bleedDb: number | null): (SpeechTrack & { speech: Levelled[] })[] {
    return [LEFT, RIGHT].map((channel) => {
      const speech: Levelled[] = [];
      const audible = words.filter((word) => word.channel === channel || bleedDb !== null);
      for (const { startMs, endMs, channel: own } of [...audible].sort((a, b) => a.startMs - b.startMs)) {
        const levelDb = own === channel ? -20 : -20 + (bleedDb ?? 0);
        const last = speech.at(-1);
        if (last && last.levelDb === levelDb && startMs - last.endMs < 200) last.endMs = Math.max(last.endMs, endMs);
        else speech.push({ startMs: Math.max(startMs, last?.endMs ?? 0), endMs, levelDb });
      }
      return { channel, file: 'x.pcm', speech: speech.filter((span) => span.endMs > span.startMs) };
    });
  }

  interface Levelled {
    startMs: number;
    endMs: number;
    levelDb: number;
  }

  /**
   * Knows the true words. It hears a word in the piece that holds its middle, as an engine does with a word cut in two,
   * tells times that are off by up to `jitterMs`, and what the other channel's voice leaks into a piece as if said here.
   */
  function hear(piece: PiecePlan, words: readonly Spoken[], hearing: Hearing): HeardPiece {
    const own = words
      .filter((word) => word.channel === piece.channel || hearing.bleedDb !== null)
      .filter(({ startMs, endMs }) => {
        const middleMs = (startMs + endMs) / 2;
        return middleMs >= piece.startMs && middleMs < piece.endMs;
      })
      .sort((a, b) => a.startMs - b.startMs);
    const off = (word: Word, salt: number) =>
      Math.round(hearing.jitterMs * Math.sin(word.startMs * 12.9898 + salt + piece.startMs));
    const heardWords = own.map(({ channel: _, ...word }) => {
      const startMs = word.startMs + off(word, 1);
      return { ...word, startMs, endMs: Math.max(startMs, word.endMs + off(word, 2)) };
    });
    const segments: HeardSegment[] = [];
    for (const [index, word] of heardWords.entries()) {
      const last = segments.at(-1);
      const turned = own[index]?.channel !== own[index - 1]?.channel;
      if (last && !turned && word.startMs - last.endMs < 600) {
        segments[segments.length - 1] = {
          ...last,
          endMs: Math.max(last.endMs, word.endMs),
          text: `${last.text} ${word.text}`,
          words: last.words && [...last.words, word],
        };
      } else {
        segments.push(segment(word.startMs, word.endMs, word.text, { words: hearing.timesWords ? [word] : null }));
      }
    }
    return heard(piece, segments);
  }

  interface Hearing {
    readonly jitterMs: number;
    readonly timesWords: boolean;
    readonly bleedDb: number | null;
  }

  const engines = fc.record({
    maxPieceMs: fc.integer({ min: 2000, max: 60_000 }),
    timesSegments: fc.boolean(),
    diarizesMono: fc.constant(false),
    carriesSpeakers: fc.constant(false),
  });

  function transcribed(words: readonly Spoken[], capabilities: Parameters<typeof cutPieces>[1], hearing: Hearing) {
    const tracks = tracksOf(words, hearing.bleedDb);
    const pieces = cutPieces(tracks, capabilities).map((piece) => hear(piece, words, hearing));
    return mergePieces(pieces, { carriesSpeakers: false, levelAt: levelsOf(tracks) }).segments;
  }

  const said = (words: readonly Spoken[], channel: number) =>
    words.filter((word) => word.channel === channel).map(({ text }) => text);
  const told = (segments: readonly { channel: number | null; text: string }[], channel: number) =>
    segments.filter((each) => each.channel === channel).flatMap(({ text }) => text.split(' '));

  it('no word is lost, doubled or moved, with times 80 ms off at every seam and people talking at once', () => {
    fc.assert(
      fc.property(
        conversations,
        engines,
        fc.constantFrom(0, 80),
        fc.boolean(),
        (words, engine, jitterMs, timesWords) => {
          const segments = transcribed(words, engine, { jitterMs, timesWords, bleedDb: null });
          expect(told(segments, LEFT)).toEqual(said(words, LEFT));
          expect(told(segments, RIGHT)).toEqual(said(words, RIGHT));
          for (const [index, part] of segments.entries()) {
            expect(part.startMs).toBeGreaterThanOrEqual(segments[index - 1]?.startMs ?? 0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('a recording of four hours is put together whole', () => {
    const words: Spoken[] = [];
    for (let count = 0, at = 0; at < 4 * 3_600_000; count += 1) {
      const pauseMs = count % 12 === 11 ? 900 : 40;
      words.push({
        text: `w${count}`,
        startMs: at,
        endMs: at + 300,
        confidence: 0.9,
        channel: Math.floor(count / 12) % 2,
      });
      at += 300 + pauseMs;
    }
    const engine = { maxPieceMs: 300_000, timesSegments: true, diarizesMono: false, carriesSpeakers: false };
    const segments = transcribed(words, engine, { jitterMs: 80, timesWords: true, bleedDb: null });
    expect(words.length).toBeGreaterThan(30_000);
    expect([...told(segments, LEFT), ...told(segments, RIGHT)]).toHaveLength(words.length);
    expect(told(segments, LEFT)).toEqual(said(words, LEFT));
  });

  it('what leaks into the other channel is told once, by the channel it was said on', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(LEFT, RIGHT), fc.integer({ min: 5, max: 30 })), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.boolean(),
        (turns, timesWords) => {
          const words: Spoken[] = [];
          let at = 0;
          for (const [channel, length] of turns) {
            for (let i = 0; i < length; i += 1, at += 330) {
              words.push({ text: `w${words.length}`, startMs: at, endMs: at + 300, confidence: 0.9, channel });
            }
            at += 1500;
          }
          const engine = { maxPieceMs: 60_000, timesSegments: true, diarizesMono: false, carriesSpeakers: false };
          const segments = transcribed(words, engine, { jitterMs: 0, timesWords, bleedDb: -15 });
          expect(told(segments, LEFT)).toEqual(said(words, LEFT));
          expect(told(segments, RIGHT)).toEqual(said(words, RIGHT));
        },
      ),
      { numRuns: 100 },
    );
  });
});
