// What becomes of each field of a transcription server's answer.
import { describe, expect, it } from 'vitest';
import {
  assignSpeakers,
  readDiarizedResponse,
  readPlainResponse,
  readSpeakerTurns,
  readVerboseResponse,
  type SpeakerTurn,
} from '../../../../src/adapters/openai/transcription/openai-transcription-response.js';
import { UnusableResponseError } from '../../../../src/adapters/vendor/provider-failure.js';
import type { SpeechPiece } from '../../../../src/ports/speech-to-text.js';

/** 30 s of a recording, with speech from its 12th to its 20th second and from its 30th to its 36th. */
const piece: SpeechPiece = {
  channel: 0,
  startMs: 10_000,
  endMs: 40_000,
  pcmPath: 'never read',
  speech: [
    { startMs: 12_000, endMs: 20_000 },
    { startMs: 30_000, endMs: 36_000 },
  ],
};
const allSpeech: SpeechPiece = { ...piece, speech: [{ startMs: 10_000, endMs: 40_000 }] };

const said = (start: number, end: number, text = 'Hello.') => ({ start, end, text });
const times = (answer: unknown, of: SpeechPiece = allSpeech) =>
  readVerboseResponse(answer, of).segments.map(({ startMs, endMs }) => [startMs, endMs]);
const texts = (segments: readonly { readonly text: string }[]) => segments.map(({ text }) => text);

describe('the times of a segment', () => {
  it.each([
    ['seconds', 1],
    ['milliseconds', 1000],
    ['nanoseconds', 1e9],
  ])('are those of the recording when the server gives %s', (unit, factor) => {
    const answer = { segments: [said(1.5 * factor, 20 * factor)] };
    expect(times(answer), `${unit} are read in another unit`).toEqual([[11_500, 30_000]]);
    const turns = readSpeakerTurns({ segments: [{ ...said(1.5 * factor, 20 * factor), speaker: 1 }] }, allSpeech);
    expect(turns, `a diarization's ${unit} are read in another unit`).toEqual([
      { speaker: '1', startMs: 11_500, endMs: 30_000 },
    ]);
  });

  // 30 s of a piece: up to 1.5 × 30 + 60 = 105 is taken for seconds, up to a thousand times that for milliseconds, and so on.
  it.each([
    [105, 'seconds', 40_000],
    [106, 'milliseconds', 10_106],
    [105_000, 'milliseconds', 40_000],
    [106_000, 'microseconds', 10_106],
    [105_000_000, 'microseconds', 40_000],
    [106_000_000, 'nanoseconds', 10_106],
  ])('an end of %d is in %s', (end, unit, endMs) => {
    expect(times({ segments: [said(0, end)] }), `an end of ${end} is not read in ${unit}`).toEqual([[10_000, endMs]]);
  });

  it('do not change their unit for one absurd end', () => {
    const answer = { segments: [said(1, 2), said(2, 900_000), said(3, 4)] };
    expect(times(answer), 'one absurd end makes milliseconds of seconds').toEqual([
      [11_000, 12_000],
      [12_000, 40_000],
      [13_000, 14_000],
    ]);
  });

  it('stay within the piece and in order', () => {
    expect(times({ segments: [said(-5, 3)] }), 'a segment begins before its piece').toEqual([[10_000, 13_000]]);
    expect(times({ segments: [said(5, 3)] }), 'a segment ends before it begins').toEqual([[15_000, 15_000]]);
  });

  it('order the segments: by start, then by end', () => {
    const segments = [said(8, 9, 'last'), said(1, 4, 'second'), said(1, 2, 'first')];
    expect(texts(readVerboseResponse({ segments }, allSpeech).segments)).toEqual(['first', 'second', 'last']);
    const labelled = segments.map((each) => ({ ...each, speaker: 'A' }));
    expect(texts(readDiarizedResponse({ segments: labelled }, allSpeech).segments)).toEqual([
      'first',
      'second',
      'last',
    ]);
  });
});

describe('text that a model invents', () => {
  it.each<[string, number | null, number | null, boolean]>([
    ['probably no speech, and badly heard', 0.61, -1.01, false],
    ['at the limit of "no speech"', 0.6, -1.01, true],
    ['probably no speech, but at the limit of "badly heard"', 0.61, -1, true],
    ['probably no speech, without a log probability', 0.61, null, true],
    ['badly heard, without a probability of silence', null, -1.01, true],
  ])('of a segment that is %s', (_, no_speech_prob, avg_logprob, kept) => {
    const { segments } = readVerboseResponse({ segments: [{ ...said(3, 5), no_speech_prob, avg_logprob }] }, piece);
    expect(segments.length, kept ? 'heard speech is dropped' : 'invented text is kept').toBe(kept ? 1 : 0);
  });

  // Speech from 12 s to 20 s and from 30 s to 36 s of the recording, which is 2 to 10 and 20 to 26 of the piece.
  it.each<[string, number, number, boolean]>([
    ['ends a second before the speech', 0, 1, false],
    ['ends less than a second before the speech', 0, 1.001, true],
    ['begins a second after the speech', 11, 18, false],
    ['begins less than a second after the speech', 10.999, 18, true],
    ['lies in the second stretch of speech', 22, 23, true],
  ])('of a segment that %s', (_, start, end, kept) => {
    const { segments } = readVerboseResponse({ segments: [said(start, end)] }, piece);
    expect(segments.length, kept ? 'heard speech is dropped' : 'text outside the speech is kept').toBe(kept ? 1 : 0);
    const labelled = { segments: [{ ...said(start, end), speaker: 'A' }] };
    expect(readDiarizedResponse(labelled, piece).segments, 'with speakers it is judged otherwise').toHaveLength(
      kept ? 1 : 0,
    );
  });

  it('leaves no segment without words', () => {
    const segments = [
      { ...said(3, 4, ' '), speaker: 'A' },
      { ...said(4, 5, ' Hi.\0 '), speaker: 'A' },
    ];
    expect(texts(readVerboseResponse({ segments }, piece).segments)).toEqual(['Hi.\uFFFD']);
    expect(texts(readDiarizedResponse({ segments }, piece).segments)).toEqual(['Hi.\uFFFD']);
  });
});

describe('text without segments', () => {
  const whole = [{ speaker: null, startMs: 12_000, endMs: 36_000, text: 'Hello.', confidence: null, words: null }];
  it.each<[string, unknown]>([
    ['text alone', { text: ' Hello. ' }],
    ['null for segments', { text: 'Hello.', segments: null }],
    ['an empty list', { text: 'Hello.', segments: [] }],
  ])('spans the speech of the piece: %s', (_, answer) => {
    expect(readVerboseResponse(answer, piece).segments, 'the text is lost or misplaced').toEqual(whole);
    expect(readPlainResponse(answer, piece).segments, 'plain text is lost or misplaced').toEqual(whole);
  });

  it('spans all stretches of speech', () => {
    const speech = [...piece.speech, { startMs: 37_000, endMs: 38_500 }];
    const [segment] = readPlainResponse({ text: 'Hello.' }, { ...piece, speech }).segments;
    expect(segment).toMatchObject({ startMs: 12_000, endMs: 38_500 });
  });

  it('spans the piece where no speech was measured', () => {
    const [segment] = readPlainResponse({ text: 'Hello.' }, { ...piece, speech: [] }).segments;
    expect(segment).toMatchObject({ startMs: 10_000, endMs: 40_000 });
  });

  it.each<[string, unknown]>([
    ['empty text', { text: '' }],
    ['a blank', { text: ' ', segments: [] }],
    ['no text, and no segments', { text: null, segments: [] }],
  ])('says nothing where it is %s', (_, answer) => {
    expect(readVerboseResponse(answer, piece).segments, 'a segment without words').toEqual([]);
  });

  it('is only text that was said: NUL characters and blanks are not', () => {
    expect(texts(readPlainResponse({ text: ' a\0b ' }, piece).segments)).toEqual(['a\uFFFDb']);
  });

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['null for both', { text: null, segments: null }],
    ['a number', 7],
    ['a segment without times', { segments: [{ text: 'Hello.' }] }],
  ])('is missing in %s, which is refused', (_, answer) => {
    for (const read of [readPlainResponse, readVerboseResponse, readDiarizedResponse, readSpeakerTurns]) {
      expect(() => read(answer, piece), `${read.name} takes an answer without what was said`).toThrow(
        new UnusableResponseError('The transcription lacks required fields.'),
      );
    }
  });
});

describe('a field that a call can do without', () => {
  const segment = said(3, 5);
  it.each<[string, unknown]>([
    ['language', { text: 'Hello.', language: 5, segments: [segment] }],
    ['languages', { text: 'Hello.', languages: ['en'], segments: [segment] }],
    ['duration', { text: 'Hello.', duration: 'long', segments: [segment] }],
    ['negative duration', { text: 'Hello.', duration: -3, segments: [segment] }],
    ['logprobs', { text: 'Hello.', logprobs: 'none', segments: [segment] }],
    ['words', { text: 'Hello.', words: [{ word: 'Hello.' }], segments: [segment] }],
    ['words of a segment', { text: 'Hello.', segments: [{ ...segment, words: 'none' }] }],
    ['speaker', { text: 'Hello.', segments: [{ ...segment, speaker: { name: 'A' } }] }],
    ['no_speech_prob', { text: 'Hello.', segments: [{ ...segment, no_speech_prob: 'low' }] }],
    ['avg_logprob', { text: 'Hello.', segments: [{ ...segment, avg_logprob: 'low' }] }],
  ])('does not fail the call in another shape: %s', (field, answer) => {
    for (const read of [readPlainResponse, readVerboseResponse]) {
      expect(read(answer, piece), `${field} of another shape: ${read.name} loses what was said`).toMatchObject({
        segments: [{ text: 'Hello.', speaker: null, confidence: null, words: null }],
        language: null,
        spotted: [],
        providerSeconds: null,
      });
    }
  });
});

describe('the language', () => {
  it('is that which the server names', () => {
    expect(readVerboseResponse({ text: 'Olá.', language: 'Portuguese' }, piece).language).toBe('pt');
    expect(readPlainResponse({ text: 'Olá.', languages: [{ code: 'pt-BR' }, { code: 'en' }] }, piece).language).toBe(
      'pt',
    );
    expect(readPlainResponse({ text: 'Olá.', languages: [] }, piece).language).toBeNull();
  });
});

describe('the seconds that the provider charges', () => {
  const segments = [{ ...said(3, 5), speaker: 'A' }];
  const usage = { type: 'duration', seconds: 31 };
  it.each<[string, object, number | null]>([
    ['those of its usage', { usage, duration: 30 }, 31],
    ['zero, where it says so', { usage: { type: 'duration', seconds: 0 }, duration: 30 }, 0],
    ['the duration, where it gives no usage', { duration: 30 }, 30],
    ['a duration that is text', { duration: '30.5' }, 30.5],
    ['not known where it gives neither', {}, null],
  ])('are %s', (_, given, seconds) => {
    const answer = { text: 'Hello.', segments, ...given };
    expect(readVerboseResponse(answer, piece).providerSeconds, 'with times').toBe(seconds);
    expect(readDiarizedResponse(answer, piece).providerSeconds, 'with speakers').toBe(seconds);
  });

  it('are those of its usage for plain text', () => {
    expect(readPlainResponse({ text: 'Hello.', usage }, piece).providerSeconds, 'seconds that the provider bills').toBe(
      31,
    );
  });
});

describe('words', () => {
  const word = (text: string, start: number, end: number, probability?: number) => ({
    word: text,
    start,
    end,
    probability,
  });

  it('of one list for all segments go to the segment in which their middle lies', () => {
    const words = [
      word('early', 1, 2),
      word('first', 4, 5),
      word('across', 5.5, 6.4),
      word('edge', 5.5, 6.5),
      word('second', 7, 8),
      word('late', 12, 14),
    ];
    const { segments } = readVerboseResponse({ segments: [said(3, 6), said(6, 9)], words }, allSpeech);
    expect(
      segments.map((each) => texts(each.words ?? [])),
      'a word stands in another segment, or is lost',
    ).toEqual([
      ['early', 'first', 'across'],
      ['edge', 'second', 'late'],
    ]);
  });

  it('of the segment itself count before those of the list', () => {
    const own = { ...said(3, 6), words: [word('own', 3, 4)] };
    const { segments } = readVerboseResponse({ segments: [own], words: [word('shared', 3, 4)] }, allSpeech);
    expect(segments.map((each) => texts(each.words ?? []))).toEqual([['own']]);
  });

  it('keep their times in the recording and lose blanks; without letters left there are none', () => {
    const words = [word(' Hi\0 ', 3000, 3500), word(' ', 3500, 3600)];
    const blank = { ...said(4000, 5000), words: [word(' ', 4000, 5000)] };
    const { segments } = readVerboseResponse({ segments: [{ ...said(3000, 3600), words }, blank] }, allSpeech);
    expect(segments.map((each) => each.words)).toEqual([
      [{ text: 'Hi\uFFFD', startMs: 13_000, endMs: 13_500, confidence: null }],
      null,
    ]);
  });

  it('without a probability leave the confidence of their segment to its own', () => {
    const sure = { ...said(3, 6), avg_logprob: -0.1, words: [word('a', 3, 4, 0.9), word('b', 4, 5, 0.7)] };
    const unsure = { ...said(6, 9), avg_logprob: Math.log(0.4), words: [word('c', 6, 7, 0.5), word('d', 7, 8)] };
    const wordless = { ...said(9, 10), avg_logprob: Math.log(0.6) };
    const { segments } = readVerboseResponse({ segments: [sure, unsure, wordless] }, allSpeech);
    expect(
      segments.map((each) => each.confidence?.toFixed(2)),
      'the mean of some words stands for all',
    ).toEqual(['0.80', '0.40', '0.60']);
  });

  it('have no probability of minus zero, which a checkpoint does not keep', () => {
    const words = [word('a', 3, 4, -0), word('b', 4, 5, 0.5)];
    const [segment] = readVerboseResponse({ segments: [{ ...said(3, 6), words }] }, allSpeech).segments;
    expect(segment?.words?.map(({ confidence }) => confidence)).toEqual([0, 0.5]);
  });
});

describe('speakers', () => {
  it.each<[unknown, string | null]>([
    [' A ', 'A'],
    ['A\0', 'A\uFFFD'],
    [0, '0'],
    ['', null],
    [' ? ', null],
    [null, null],
  ])('label %j', (speaker, label) => {
    const [segment] = readVerboseResponse({ segments: [{ ...said(3, 5), speaker }] }, piece).segments;
    expect(segment?.speaker, 'the label of a speaker is lost or invented').toBe(label);
    if (typeof speaker !== 'string') return;
    const [diarized] = readDiarizedResponse({ segments: [{ ...said(3, 5), speaker }] }, piece).segments;
    expect(diarized).toMatchObject({ speaker: label, startMs: 13_000, endMs: 15_000, confidence: null, words: null });
  });

  const turn = (speaker: string | null, startMs: number, endMs: number): SpeakerTurn => ({ speaker, startMs, endMs });
  it.each<[string, SpeakerTurn[], string | null]>([
    ['the longest turn', [turn('A', 13_000, 14_000), turn('B', 14_000, 16_000)], 'B'],
    ['the longest turn, though it comes first', [turn('A', 10_000, 15_000), turn('B', 15_000, 16_000)], 'A'],
    [
      'two turns that are longer together',
      [turn('A', 12_000, 13_800), turn('B', 13_800, 15_000), turn('A', 15_000, 16_000)],
      'A',
    ],
    ['only the part that overlaps', [turn('A', 0, 14_000), turn('B', 14_000, 16_000)], 'B'],
    ['a known speaker before an unknown one', [turn(null, 13_000, 15_900), turn('A', 15_900, 16_000)], 'A'],
    ['no turn that only touches it', [turn('A', 10_000, 13_000), turn('B', 16_000, 18_000)], null],
    ['no turn at all', [], null],
  ])('of a separate diarization: a segment gets %s', (_, turns, speaker) => {
    const transcript = readVerboseResponse({ language: 'en', segments: [{ ...said(3, 6), speaker: 'server' }] }, piece);
    expect(assignSpeakers(transcript, turns), 'a segment has another speaker').toMatchObject({
      language: 'en',
      segments: [{ speaker, text: 'Hello.' }],
    });
  });
});
