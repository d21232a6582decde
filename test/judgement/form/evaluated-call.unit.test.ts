import { describe, expect, it } from 'vitest';
import { hasSpeech, readEvaluatedCall, type StoredCall } from '../../../src/judgement/form/evaluated-call.js';
import { toTranscriptResponse } from '../../../src/speech/transcript/transcript-wire.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { CLEAR_TRANSCRIPT, judge, reportOf, transcriptOf } from '../../support/builders/judged-call.js';
import { callOf } from '../../support/builders/judged-form.js';

const call = callOf();
const stored: StoredCall = {
  words: JSON.stringify(toTranscriptResponse(CLEAR_TRANSCRIPT, true)),
  metrics: JSON.stringify(call.metrics),
  results: JSON.stringify(judge(reportOf())),
  duration_ms: String(call.durationMs),
  damaged: false,
  output_language: null,
};

describe('a stored call', () => {
  it('is read back as it was judged', () => {
    expect(readEvaluatedCall(stored)).toEqual(call);
  });

  it('of an earlier release lacks the hearing and whether it was damaged, and its words may have no times', () => {
    const { hearing: _, ...old } = toTranscriptResponse(CLEAR_TRANSCRIPT, false);
    const read = readEvaluatedCall({ ...stored, words: JSON.stringify(old), damaged: null });
    expect(read).toMatchObject({ damaged: true });
    expect(read.transcript.hearing).toBeUndefined();
    expect(read.transcript.segments.map(({ words }) => words)).toEqual(CLEAR_TRANSCRIPT.segments.map(() => null));
  });

  it('lasts as long as was measured, also beyond its last words', () => {
    const { durationMs } = readEvaluatedCall({ ...stored, duration_ms: '99000' });
    expect(durationMs, 'The measured duration was lost').toBe(99_000);
  });

  it('without a known duration lasts to the end of its last speech, which may have begun before other speech', () => {
    const [first, ...others] = CLEAR_TRANSCRIPT.segments;
    const segments = [{ ...first!, endMs: 90_000, words: null }, ...others];
    const words = JSON.stringify(toTranscriptResponse({ ...CLEAR_TRANSCRIPT, segments }, true));
    expect(readEvaluatedCall({ ...stored, words, duration_ms: null }).durationMs, 'Cut before its end').toBe(90_000);
  });

  it('without a known duration ends with its last segment', () => {
    expect(readEvaluatedCall({ ...stored, duration_ms: null }).durationMs).toBe(call.durationMs);
    const empty = JSON.stringify(toTranscriptResponse({ ...CLEAR_TRANSCRIPT, segments: [] }, true));
    expect(
      readEvaluatedCall({ ...stored, words: empty, duration_ms: null }).durationMs,
      'ms of a call without segments',
    ).toBe(0);
  });
});

it.each<[string, string[], boolean]>([
  ['no segments', [], false],
  ['segments without a word', [' … ', '?'], false],
  ['a word of one speaker', [' … ', 'Hello?'], true],
])('is asked about by a judge where it has speech: a call with %s', (_, texts, expected) => {
  const transcript = transcriptOf(segmentsOf(texts.map((text) => ['customer', text])));
  expect(hasSpeech({ transcript }), 'whether a judge is asked').toBe(expected);
});
