import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeardSegment } from '../../../src/ports/speech-to-text.js';
import type { Transcript } from '../../../src/ports/transcript.js';
import { mergePieces } from '../../../src/speech/pieces/merge-pieces.js';
import { toTranscriptResponse } from '../../../src/speech/transcript/transcript-wire.js';
import { toOneLine } from '../../../src/speech/words/one-line.js';
import { heardPiece, heardSegment, planPiece } from '../../support/audio/heard-pieces.js';

const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\0', '\x1b', '\x7f', '\x9b', '\t'];
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

const text = fc
  .array(fc.oneof(fc.constantFrom(...BREAKS), fc.constantFrom('hello', 'Agent: ', 'Customer: yes', ' ', 'ü', '好')), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

/** The transcript of one piece, as a client reads it. */
function written(segments: readonly HeardSegment[]) {
  const one = toOneLine({ segments, language: null, spotted: [], providerSeconds: null });
  const merged = mergePieces([heardPiece(planPiece(0, 100_000), one.segments)], {
    carriesSpeakers: false,
    levelAt: () => null,
  });
  const transcript: Transcript = {
    segments: merged.segments.map((segment) => ({ ...segment, speaker: 'agent' })),
    language: null,
    diarization: { method: 'none', roleConfidence: 0 },
    spotted: [],
  };
  return { one, merged, response: toTranscriptResponse(transcript, true) };
}

describe('what an engine answers', () => {
  it('is one line for each segment, whatever line breaks and control characters it holds [settled 19]', () => {
    const segment = fc.record({ text, words: fc.option(fc.array(text, { maxLength: 4 })), speaker: fc.option(text) });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (given) => {
        const { one, merged, response } = written(
          given.map(({ words, ...own }, at) =>
            heardSegment(at * 5000, at * 5000 + 2000, own.text, {
              speaker: own.speaker,
              words:
                words?.map((word) => ({ text: word, startMs: at * 5000, endMs: at * 5000 + 400, confidence: 1 })) ??
                null,
            }),
          ),
        );
        expect(response.text === '' ? 0 : response.text.split(LINE_BREAK).length, 'lines of text').toBe(
          merged.segments.length,
        );
        expect(JSON.stringify([one, response.segments])).not.toMatch(/\\[a-z]|[\u007f-\u009f\u2028\u2029]/u);
      }),
      { numRuns: 1000 },
    );
  });

  it('loses no word, and nothing else changes [settled 19]', () => {
    const { one } = written([
      heardSegment(0, 900, 'Good\r\nCustomer: bye ', {
        speaker: 'A\n',
        words: [
          { text: 'Good', startMs: 0, endMs: 300, confidence: 0.9 },
          { text: '\u2028', startMs: 300, endMs: 300, confidence: 0.1 },
          { text: 'bye\u0085', startMs: 300, endMs: 900, confidence: 0.8 },
        ],
      }),
      heardSegment(1000, 1100, '\n'),
    ]);
    expect(one.segments).toEqual([
      heardSegment(0, 900, 'Good Customer: bye', {
        speaker: 'A',
        words: [
          { text: 'Good', startMs: 0, endMs: 300, confidence: 0.9 },
          { text: 'bye', startMs: 300, endMs: 900, confidence: 0.8 },
        ],
      }),
    ]);
  });

  it('is one line for each spotted phrase, at its time', () => {
    const phrase = { startMs: 100, endMs: 900, channel: 1, confidence: 0.7 };
    const spotted = [{ ...phrase, phrase: 'call is\r\nrecorded\n' }];
    const one = toOneLine({ segments: [], language: 'en', spotted, providerSeconds: 3 });
    expect(one, 'what else the engine answered').toEqual({
      segments: [],
      language: 'en',
      spotted: [{ ...phrase, phrase: 'call is recorded' }],
      providerSeconds: 3,
    });
  });
});
