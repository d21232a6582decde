import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnusableAnswerError } from '../../../src/adapters/openai/openai-error.js';
import {
  assignSpeakers,
  readDiarizedAnswer,
  readPlainAnswer,
  readVerboseAnswer,
} from '../../../src/adapters/openai/openai-transcription-answer.js';
import type { PieceTranscript, SpeechPiece } from '../../../src/ports/speech-to-text.js';
import { expectTranscriptOf } from '../../ports/speech-to-text.contract.js';

describe('any answer', () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.double({ noNaN: true }));
  const text = fc.string({ unit: 'binary', maxLength: 10 });
  const timedWord = fc.record({ word: text, start: time, end: time, probability: fc.double({ noNaN: true }) });
  const segment = fc.record(
    {
      start: time,
      end: time,
      text,
      speaker: fc.oneof(text, fc.integer()),
      words: fc.array(timedWord, { maxLength: 3 }),
    },
    { requiredKeys: ['start', 'end', 'text'] },
  );
  const answer = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ text, segments: fc.array(segment, { maxLength: 6 }), words: fc.array(timedWord) }),
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
      readPlainAnswer,
      readVerboseAnswer,
      readDiarizedAnswer,
      (given: unknown, of: SpeechPiece) => assignSpeakers(readVerboseAnswer(given, of), given, of),
    ];
    let segments = 0;
    fc.assert(
      fc.property(answer, fc.constantFrom(...readers), (given, read) => {
        let transcript: PieceTranscript;
        try {
          transcript = read(given, piece);
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableAnswerError);
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
