import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPieces, type PiecePlan, type SpeechTrack } from '../../../src/pipeline/transcript/cut-pieces.js';
import { createLevelLookup } from '../../../src/pipeline/transcript/drop-crosstalk.js';
import { type HeardPiece, mergePieces } from '../../../src/pipeline/transcript/merge-pieces.js';
import type { HeardSegment } from '../../../src/ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../../src/ports/transcript.js';
import { heardPiece, heardSegment } from '../../support/heard-pieces.js';

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
        heardSegment((part[0] as Word).startMs, (part.at(-1) as Word).endMs, text, {
          words: withWords ? part : null,
          confidence: 0.9,
        }),
      );
    }
    return heardPiece(piece, segments);
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
          const { segments } = mergePieces(pieces, {
            carriesSpeakers: false,
            levelAt: (channel) => (channel === 0 ? -20 : -30),
          });
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
        segments.push(heardSegment(word.startMs, word.endMs, word.text, { words: hearing.timesWords ? [word] : null }));
      }
    }
    return heardPiece(piece, segments);
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
    return mergePieces(pieces, { carriesSpeakers: false, levelAt: createLevelLookup(tracks) }).segments;
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
