import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeardSegment } from '../../../src/ports/speech-to-text.js';
import type { SpeechSpan, Word } from '../../../src/ports/transcript.js';
import { cutPieces, type PiecePlan, type SpeechTrack } from '../../../src/speech/pieces/cut-pieces.js';
import { createLevelLookup } from '../../../src/speech/pieces/drop-crosstalk.js';
import { type HeardPiece, mergePieces } from '../../../src/speech/pieces/merge-pieces.js';
import { heardPiece, heardSegment } from '../../support/audio/heard-pieces.js';

describe('the transcript of pieces that were heard without mistakes', () => {
  interface SpokenTrack {
    readonly speech: SpeechSpan[];
    readonly words: Word[];
  }

  /** Utterances of numbered words. Some are longer than any piece; some have no pause between them. */
  const spokenTracks = (name: string) =>
    fc
      .array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 120 })), { maxLength: 25 })
      .map((utterances): SpokenTrack => {
        let at = 0;
        let count = 0;
        const track: SpokenTrack = { speech: [], words: [] };
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

  /** Recognises each word in the piece that holds its middle. A segment has `wordsPerSegment` words. */
  function recognise(piece: PiecePlan, track: SpokenTrack, withWords: boolean, wordsPerSegment: number): HeardPiece {
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

  it('has every word once at seams, and its segments ascend', () => {
    const engine = fc.record({
      maxPieceMs: fc.integer({ min: 5000, max: 120_000 }),
      timesSegments: fc.boolean(),
      diarizesMono: fc.constant(false),
      carriesSpeakers: fc.constant(false),
    });
    fc.assert(
      fc.property(
        spokenTracks('a'),
        spokenTracks('b'),
        engine,
        fc.boolean(),
        fc.integer({ min: 1, max: 200 }),
        (left, right, capabilities, withWords, wordsPerSegment) => {
          const sides = [left, right];
          const tracks: SpeechTrack[] = sides.map(({ speech }, channel) => ({ channel, file: 'x.pcm', speech }));
          const pieces = cutPieces(tracks, capabilities).map((piece) =>
            recognise(piece, sides[piece.channel ?? 0] as SpokenTrack, withWords, wordsPerSegment),
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

describe('the transcript of a recording that was cut, heard with times that jitter and channels that leak', () => {
  const LEFT = 0;
  const RIGHT = 1;

  /** A true word and the channel of the party who says it. */
  interface Spoken extends Word {
    readonly channel: number;
  }

  /** Two parties in turns that sometimes overlap. Words of 120 to 480 ms; pauses from none to long. */
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

  /**
   * The measured tracks: words less than 200 ms apart are one span of speech. A word has -20 dB on its own channel and
   * -20 + `crosstalkDb` dB on the other channel; null means that it does not leak there.
   */
  function tracksOf(
    words: readonly Spoken[],
    crosstalkDb: number | null,
  ): (SpeechTrack & { speech: LevelledSpan[] })[] {
    return [LEFT, RIGHT].map((channel) => {
      const speech: LevelledSpan[] = [];
      const audible = words.filter((word) => word.channel === channel || crosstalkDb !== null);
      for (const { startMs, endMs, channel: own } of [...audible].sort((a, b) => a.startMs - b.startMs)) {
        const levelDb = own === channel ? -20 : -20 + (crosstalkDb ?? 0);
        const last = speech.at(-1);
        if (last && last.levelDb === levelDb && startMs - last.endMs < 200) last.endMs = Math.max(last.endMs, endMs);
        else speech.push({ startMs: Math.max(startMs, last?.endMs ?? 0), endMs, levelDb });
      }
      return { channel, file: 'x.pcm', speech: speech.filter((span) => span.endMs > span.startMs) };
    });
  }

  interface LevelledSpan {
    startMs: number;
    endMs: number;
    levelDb: number;
  }

  /**
   * Recognises each word in the piece that holds its middle, as an engine does with a word that a seam cuts. Its times
   * are off by up to `jitterMs`. Crosstalk is recognised like speech of the channel.
   */
  function recognise(piece: PiecePlan, words: readonly Spoken[], recogniser: Recogniser): HeardPiece {
    const own = words
      .filter((word) => word.channel === piece.channel || recogniser.crosstalkDb !== null)
      .filter(({ startMs, endMs }) => {
        const middleMs = (startMs + endMs) / 2;
        return middleMs >= piece.startMs && middleMs < piece.endMs;
      })
      .sort((a, b) => a.startMs - b.startMs);
    const jitter = (word: Word, salt: number) =>
      Math.round(recogniser.jitterMs * Math.sin(word.startMs * 12.9898 + salt + piece.startMs));
    const heardWords = own.map(({ channel: _, ...word }) => {
      const startMs = word.startMs + jitter(word, 1);
      return { ...word, startMs, endMs: Math.max(startMs, word.endMs + jitter(word, 2)) };
    });
    const segments: HeardSegment[] = [];
    for (const [index, word] of heardWords.entries()) {
      const last = segments.at(-1);
      const otherParty = own[index]?.channel !== own[index - 1]?.channel;
      if (last && !otherParty && word.startMs - last.endMs < 600) {
        segments[segments.length - 1] = {
          ...last,
          endMs: Math.max(last.endMs, word.endMs),
          text: `${last.text} ${word.text}`,
          words: last.words && [...last.words, word],
        };
      } else {
        segments.push(
          heardSegment(word.startMs, word.endMs, word.text, { words: recogniser.timesWords ? [word] : null }),
        );
      }
    }
    return heardPiece(piece, segments);
  }

  interface Recogniser {
    /** Times of words and segments are off by up to this. */
    readonly jitterMs: number;
    readonly timesWords: boolean;
    /** Level of crosstalk relative to the original; null without crosstalk. */
    readonly crosstalkDb: number | null;
  }

  const engines = fc.record({
    maxPieceMs: fc.integer({ min: 2000, max: 60_000 }),
    timesSegments: fc.boolean(),
    diarizesMono: fc.constant(false),
    carriesSpeakers: fc.constant(false),
  });

  function transcribe(words: readonly Spoken[], capabilities: Parameters<typeof cutPieces>[1], recogniser: Recogniser) {
    const tracks = tracksOf(words, recogniser.crosstalkDb);
    const pieces = cutPieces(tracks, capabilities).map((piece) => recognise(piece, words, recogniser));
    return mergePieces(pieces, { carriesSpeakers: false, levelAt: createLevelLookup(tracks) }).segments;
  }

  const wordsSpokenOn = (words: readonly Spoken[], channel: number) =>
    words.filter((word) => word.channel === channel).map(({ text }) => text);
  const wordsMergedOn = (segments: readonly { channel: number | null; text: string }[], channel: number) =>
    segments.filter((each) => each.channel === channel).flatMap(({ text }) => text.split(' '));

  it('has every word once, in order, with times 80 ms off and parties talking at once', () => {
    fc.assert(
      fc.property(
        conversations,
        engines,
        fc.constantFrom(0, 80),
        fc.boolean(),
        (words, engine, jitterMs, timesWords) => {
          const segments = transcribe(words, engine, { jitterMs, timesWords, crosstalkDb: null });
          expect(wordsMergedOn(segments, LEFT)).toEqual(wordsSpokenOn(words, LEFT));
          expect(wordsMergedOn(segments, RIGHT)).toEqual(wordsSpokenOn(words, RIGHT));
          for (const [index, part] of segments.entries()) {
            expect(part.startMs).toBeGreaterThanOrEqual(segments[index - 1]?.startMs ?? 0);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('has every word of a recording of four hours', () => {
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
    const segments = transcribe(words, engine, { jitterMs: 80, timesWords: true, crosstalkDb: null });
    expect(words.length).toBeGreaterThan(30_000);
    expect([...wordsMergedOn(segments, LEFT), ...wordsMergedOn(segments, RIGHT)], 'words that were kept').toHaveLength(
      words.length,
    );
    expect(wordsMergedOn(segments, LEFT)).toEqual(wordsSpokenOn(words, LEFT));
  });

  it('has crosstalk only on the channel of the party who said it', () => {
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
          const segments = transcribe(words, engine, { jitterMs: 0, timesWords, crosstalkDb: -15 });
          expect(wordsMergedOn(segments, LEFT)).toEqual(wordsSpokenOn(words, LEFT));
          expect(wordsMergedOn(segments, RIGHT)).toEqual(wordsSpokenOn(words, RIGHT));
        },
      ),
      { numRuns: 100 },
    );
  });
});
