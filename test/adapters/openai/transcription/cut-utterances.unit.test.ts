import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutUtterances } from '../../../../src/adapters/openai/transcription/cut-utterances.js';
import type { SpeakerTurn } from '../../../../src/adapters/openai/transcription/openai-transcription-response.js';
import type { SpeechPiece } from '../../../../src/ports/speech-to-text.js';
import type { SpeechSpan } from '../../../../src/ports/transcript.js';
import { cutPieces } from '../../../../src/speech/pieces/cut-pieces.js';

function pieceOf(...speech: [number, number][]): SpeechPiece {
  const spans = speech.map(([startMs, endMs]) => ({ startMs, endMs }));
  return {
    channel: 0,
    startMs: spans[0]?.startMs ?? 0,
    endMs: spans.at(-1)?.endMs ?? 0,
    pcmPath: 'never read',
    speech: spans,
  };
}

function cut(piece: SpeechPiece, ...turns: [number, number, string | null][]): [number, number][] {
  const given = turns.map(([startMs, endMs, speaker]): SpeakerTurn => ({ startMs, endMs, speaker }));
  return cutUtterances(piece, given).map(({ startMs, endMs }) => [startMs, endMs]);
}

describe('an utterance ends', () => {
  it('at a pause of 0.7 s', () => {
    expect(cut(pieceOf([0, 1000], [1699, 3000], [3700, 5000]))).toEqual([
      [0, 3000],
      [3700, 5000],
    ]);
  });

  it('before it is longer than 25 s', () => {
    expect(cut(pieceOf([0, 20_000], [20_300, 30_000]))).toEqual([
      [0, 20_000],
      [20_300, 30_000],
    ]);
    expect(cut(pieceOf([0, 20_000], [20_300, 25_000])), 'an utterance of 25 s is cut').toEqual([[0, 25_000]]);
    expect(cut(pieceOf([0, 30_000]))).toEqual([
      [0, 15_000],
      [15_000, 30_000],
    ]);
  });

  it.each<[string, readonly [number, number, string | null][]]>([
    [
      'of one speaker',
      [
        [0, 10_000, 'A'],
        [10_000, 30_000, 'A'],
      ],
    ],
    ['of a speaker and an unknown voice', [[0, 10_000, 'A']]],
    ['of an unknown voice and a speaker', [[10_000, 30_000, 'A']]],
  ])('in equal parts where that is long speech %s', (_, turns) => {
    expect(cut(pieceOf([0, 30_000]), ...turns)).toEqual([
      [0, 15_000],
      [15_000, 30_000],
    ]);
  });

  it('where another speaker takes over, within speech or in a short pause', () => {
    expect(cut(pieceOf([0, 4000], [4200, 6000]), [0, 2500, 'A'], [2500, 4100, 'B'], [4100, 6000, 'A'])).toEqual([
      [0, 2500],
      [2500, 4000],
      [4200, 6000],
    ]);
    expect(
      cut(pieceOf([0, 1400]), [1000, 1400, 'C'], [400, 1000, 'B'], [0, 400, 'A']),
      'turns in no order, the last as short as a part may be',
    ).toEqual([
      [0, 400],
      [400, 1000],
      [1000, 1400],
    ]);
    expect(
      cut(pieceOf([0, 5000]), [0, 2000, 'A'], [2000, 5000, null], [2000, 5000, 'B']),
      'a known speaker beside an unknown one',
    ).toEqual([
      [0, 2000],
      [2000, 5000],
    ]);
    expect(cut(pieceOf([1000, 3000]), [0, 1000, 'A'], [1000, 3000, 'B']), 'a turn that ended before').toEqual([
      [1000, 3000],
    ]);
  });

  it('not for a word of another speaker, nor where no speaker is known', () => {
    expect(cut(pieceOf([0, 5000]), [0, 5000, 'A'], [2000, 2300, 'B'])).toEqual([[0, 5000]]);
    expect(cut(pieceOf([0, 5000]), [1000, 3000, 'B'], [0, 5000, 'A']), 'one who talks on').toEqual([[0, 5000]]);
    expect(cut(pieceOf([0, 5000]), [0, 2000, 'A'], [2000, 2300, 'B'], [2300, 5000, 'A'])).toEqual([[0, 5000]]);
    expect(cut(pieceOf([0, 5000]), [1000, 2000, 'A'], [3000, 4000, null])).toEqual([[0, 5000]]);
    expect(cut(pieceOf([0, 3000], [3200, 5000]), [0, 5000, 'A']), 'one speaker goes on').toEqual([[0, 5000]]);
    expect(
      cut(pieceOf([1000, 3000], [3100, 5000]), [3000, 3050, 'A'], [3100, 5000, 'B']),
      'a turn within the pause alone',
    ).toEqual([[1000, 5000]]);
  });

  it('when the speaker before the unknown one is another', () => {
    expect(cut(pieceOf([0, 1000], [1100, 2000], [2100, 3000]), [0, 1000, 'A'], [2100, 3000, 'B'])).toEqual([
      [0, 2000],
      [2100, 3000],
    ]);
  });
});

describe('any piece', () => {
  const span = fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 60_000 }));
  const speech = fc.array(span, { minLength: 1, maxLength: 12 }).map((gaps) => {
    let at = 0;
    return gaps.map(([gap, length]): [number, number] => {
      const start = at + gap;
      at = start + length;
      return [start, at];
    });
  });
  const turn = fc.record({
    startMs: fc.integer({ min: 0, max: 300_000 }),
    endMs: fc.integer({ min: 0, max: 300_000 }),
    speaker: fc.constantFrom('A', 'B', null),
  });
  const joined = (spans: readonly SpeechSpan[]) => {
    const whole: SpeechSpan[] = [];
    for (const { startMs, endMs } of spans) {
      const last = whole.at(-1);
      if (last?.endMs === startMs) whole[whole.length - 1] = { startMs: last.startMs, endMs };
      else whole.push({ startMs, endMs });
    }
    return whole;
  };

  it('keeps all its speech, in order, in utterances of at most 25 s', () => {
    fc.assert(
      fc.property(speech, fc.array(turn, { maxLength: 8 }), (spans, turns) => {
        const piece = pieceOf(...spans);
        const utterances = cutUtterances(piece, turns);
        expect(joined(utterances.flatMap((each) => each.speech))).toEqual(joined(piece.speech));
        for (const { startMs, endMs, speech: own } of utterances) {
          expect(endMs - startMs).toBeLessThanOrEqual(25_000);
          expect([own[0]?.startMs, own.at(-1)?.endMs]).toEqual([startMs, endMs]);
        }
      }),
    );
  });

  it('that the pipeline cut for an engine without times is one utterance', () => {
    const capabilities = { maxPieceMs: 600_000, diarizesMono: false, carriesSpeakers: false, timesSegments: false };
    fc.assert(
      fc.property(speech, (spans) => {
        for (const { file: _, ...piece } of cutPieces(
          [{ channel: 0, file: '', speech: pieceOf(...spans).speech }],
          capabilities,
        ))
          expect(
            cutUtterances({ ...piece, pcmPath: '' }, []),
            'A turn that the pipeline cut is cut once more',
          ).toHaveLength(1);
      }),
    );
  });
});
