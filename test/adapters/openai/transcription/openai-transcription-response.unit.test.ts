import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignSpeakers,
  readDiarizedResponse,
  readPlainResponse,
  readSpeakerTurns,
  readVerboseResponse,
} from '../../../../src/adapters/openai/transcription/openai-transcription-response.js';
import { UnusableResponseError } from '../../../../src/adapters/vendor/provider-failure.js';
import type { PieceTranscript, SpeechPiece } from '../../../../src/ports/speech-to-text.js';
import { expectTranscriptOf } from '../../../ports/speech-to-text.contract.js';

describe('any answer', () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.double({ noNaN: true }));
  const text = fc.string({ unit: 'binary', maxLength: 10 });
  const number = fc.oneof(fc.double({ min: 0, max: 1 }), fc.constant(1), fc.double(), fc.constant(null), text);
  const timedWord = fc.record({ word: text, start: time, end: time, probability: number });
  const segment = fc.record(
    {
      start: time,
      end: time,
      text,
      speaker: fc.oneof(text, fc.integer()),
      words: fc.array(timedWord, { maxLength: 3 }),
      avg_logprob: fc.oneof(fc.double({ min: -2, max: 0 }), fc.constant(0), number),
    },
    { requiredKeys: ['start', 'end', 'text'] },
  );
  const answer = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        text,
        segments: fc.array(segment, { maxLength: 6 }),
        words: fc.array(timedWord),
        logprobs: fc.array(fc.record({ token: text, logprob: fc.oneof(fc.double({ min: -9, max: 0 }), number) })),
      }),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

  it('is read as ordered, clean segments within the piece, or refused', () => {
    const piece: SpeechPiece = {
      channel: null,
      startMs: 3000,
      endMs: 13_000,
      pcmPath: 'never read',
      speech: [{ startMs: 3000, endMs: 13_000 }],
    };
    const readers = [
      readPlainResponse,
      readVerboseResponse,
      readDiarizedResponse,
      (given: unknown, of: SpeechPiece) => assignSpeakers(readVerboseResponse(given, of), readSpeakerTurns(given, of)),
    ];
    let segments = 0;
    fc.assert(
      fc.property(answer, fc.constantFrom(...readers), (given, read) => {
        let transcript: PieceTranscript;
        try {
          transcript = read(given, piece);
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableResponseError);
          return;
        }
        expectTranscriptOf(transcript, piece);
        segments += transcript.segments.length;
      }),
      { numRuns: 500 },
    );
    expect(segments).toBeGreaterThan(50);
  });
});

const piece: SpeechPiece = {
  channel: 0,
  startMs: 0,
  endMs: 10_000,
  pcmPath: 'never read',
  speech: [{ startMs: 0, endMs: 10_000 }],
};

describe('a usage of a shape that OpenAI does not send', () => {
  it.each([
    ['text', 'free of charge'],
    ['a number', 3],
    ['a list', [3]],
    ['tokens', { type: 'tokens', input_tokens: 14, output_tokens: 45 }],
    ['seconds as text', { type: 'duration', seconds: '3' }],
  ])('does not fail the call: %s', (_, usage) => {
    const readers = { readPlainResponse, readVerboseResponse, readDiarizedResponse };
    const segments = [{ id: 'a', start: 0, end: 1, speaker: 'A', text: 'Hello.' }];
    for (const [name, read] of Object.entries(readers)) {
      const heard = read({ text: 'Hello.', segments, usage }, piece).segments.map(({ text }) => text);
      expect(heard, `${name} loses what was said`).toEqual(['Hello.']);
    }
  });
});

describe('probabilities', () => {
  it('is not known where the tokens are certain but for a rounding error', () => {
    const logprobs = [
      { token: 'yes', logprob: -5.551115123125784e-17 },
      { token: '.', logprob: 0 },
    ];
    expect(readPlainResponse({ text: 'Yes.', logprobs }, piece).segments[0]?.confidence).toBeNull();
  });

  /** Two segments of two words each. */
  function hear(probabilities: readonly unknown[], logProbabilities: readonly unknown[] = []) {
    const segments = [0, 1].map((at) => ({
      start: 2 * at,
      end: 2 * at + 2,
      text: 'two words',
      avg_logprob: logProbabilities[at],
      words: [0, 1].map((word) => ({
        word: word === 0 ? 'two' : 'words',
        start: 2 * at + word,
        end: 2 * at + word + 1,
        probability: probabilities[2 * at + word],
      })),
    }));
    const transcript = readVerboseResponse({ text: 'two words two words', segments }, piece);
    return {
      segments: transcript.segments.map(({ confidence }) => confidence),
      words: transcript.segments.flatMap(({ words }) => words?.map(({ confidence }) => confidence)),
    };
  }
  const none = [null, null];

  it('of words: their mean is that of the segment', () => {
    expect(hear([0.5, 1, 0.25, 0.75], [-0.1, -0.2])).toEqual({ segments: [0.75, 0.5], words: [0.5, 1, 0.25, 0.75] });
  });

  it.each<[string, readonly unknown[]]>([
    ['none', []],
    ['1.0 throughout', [1, 1, 1, 1]],
    ['0 throughout', [0, 0, 0, 0]],
    ['one above 1', [0.5, 1, 0.25, 1.01]],
    ['one below 0', [0.5, 1, -0.25, 1]],
    ['null', [null, null, null, null]],
    ['text', ['0.5', 'NaN', '', 'high']],
  ])('of words, %s: the mean log probability of each segment stands in', (_, probabilities) => {
    const { segments, words } = hear(probabilities, [Math.log(0.8), Math.log(0.5)]);
    expect(segments.map((each) => each?.toFixed(3))).toEqual(['0.800', '0.500']);
    expect(words).toEqual([...none, ...none]);
  });

  it.each<[string, readonly unknown[]]>([
    ['none', []],
    ['0 throughout', [0, 0]],
    ['the same throughout', [-0.3, -0.3]],
    ['above 0', [-0.3, 0.1]],
    ['infinite', [-0.3, Number.NEGATIVE_INFINITY].map((each) => (Number.isFinite(each) ? each : 'Infinity'))],
  ])('of segments, %s: null', (what, logProbabilities) => {
    const { segments } = hear([], logProbabilities);
    expect(segments).toEqual(what === 'infinite' ? [Math.exp(-0.3), null] : none);
  });

  it.each<[string, unknown, number | null]>([
    [
      'of tokens',
      [
        { token: 'Hi', logprob: Math.log(0.9) },
        { token: '.', logprob: Math.log(0.4) },
      ],
      0.6,
    ],
    ['the same for each token', [{ logprob: -0.5 }, { logprob: -0.5 }], null],
    ['certain throughout', [{ logprob: 0 }, { logprob: 0 }], null],
    ['above certain', [{ logprob: 0.5 }, { logprob: -0.5 }], null],
    ['of no token', [], null],
    ['null', [{ logprob: null }], null],
    ['absent', undefined, null],
  ])('beside text alone, %s', (_, logprobs, expected) => {
    const [segment] = readPlainResponse({ text: 'Hi.', logprobs }, piece).segments;
    if (expected === null) expect(segment?.confidence).toBeNull();
    else expect(segment?.confidence).toBeCloseTo(expected, 6);
  });
});
