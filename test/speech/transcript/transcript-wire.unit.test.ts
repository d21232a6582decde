import { describe, expect, it } from 'vitest';
import type { PartyHearing, Segment, Transcript } from '../../../src/ports/transcript.js';
import { toTranscriptResponse } from '../../../src/speech/transcript/transcript-wire.js';

const HELLO: Segment = {
  id: 0,
  speaker: 'agent',
  channel: 1,
  startMs: 1_250,
  endMs: 2_500,
  text: 'Hello there',
  confidence: 0.87654,
  words: [
    { text: 'Hello', startMs: 1_250, endMs: 1_500, confidence: 0.12345 },
    { text: 'there', startMs: 1_500, endMs: 2_500, confidence: null },
  ],
};
const TRANSCRIPT: Transcript = {
  segments: [HELLO],
  language: 'en',
  diarization: { method: 'channel', roleConfidence: 0.66666 },
  spotted: [],
};
const heard = (more: Partial<PartyHearing> = {}): PartyHearing => ({
  score: 0.98765,
  basis: ['engine', 'signal'],
  assessable: true,
  reasons: [],
  ...more,
});

describe('the transcript that clients receive', () => {
  it('has times in seconds and confidences to three decimals', () => {
    expect(toTranscriptResponse(TRANSCRIPT, true)).toEqual({
      version: 1,
      text: 'Agent: Hello there',
      language: 'en',
      segments: [
        {
          id: 0,
          speaker: 'agent',
          channel: 1,
          start: 1.25,
          end: 2.5,
          text: 'Hello there',
          confidence: 0.877,
          edited: false,
          words: [
            { word: 'Hello', start: 1.25, end: 1.5, confidence: 0.123 },
            { word: 'there', start: 1.5, end: 2.5, confidence: null },
          ],
        },
      ],
      diarization: { method: 'channel', role_confidence: 0.667 },
    });
  });

  it('has words only where they are asked for, and null where the engine gives none', () => {
    const [bare] = toTranscriptResponse(TRANSCRIPT, false).segments;
    expect(bare, 'Words that were not asked for are in the answer').not.toHaveProperty('words');
    const [untimed] = toTranscriptResponse({ ...TRANSCRIPT, segments: [{ ...HELLO, words: null }] }, true).segments;
    expect(untimed?.words, 'An engine without words does not give null').toBeNull();
  });

  it('names each speaker in its text, one line each, and counts those without a role from 1', () => {
    const speakers = ['agent', 'customer', 'speaker_0', 'speaker_11'] as const;
    const { text } = toTranscriptResponse(
      { ...TRANSCRIPT, segments: speakers.map((speaker, id) => ({ ...HELLO, id, speaker, text: `line ${id}` })) },
      false,
    );
    expect(text, 'The text names its speakers wrongly').toBe(
      'Agent: line 0\nCustomer: line 1\nSpeaker 1: line 2\nSpeaker 12: line 3',
    );
  });

  it('says that voices were separated by statistics, and only then', () => {
    const of = (diarization: Transcript['diarization']) =>
      toTranscriptResponse({ ...TRANSCRIPT, diarization }, false).diarization;
    expect(of({ method: 'model', roleConfidence: 0.5, heuristic: true })).toEqual({
      method: 'model',
      role_confidence: 0.5,
      heuristic: true,
    });
    expect(of({ method: 'model', roleConfidence: 0.5 }), 'A trained model is said to be statistics').not.toHaveProperty(
      'heuristic',
    );
  });

  it('says how well each party was heard, the score to two decimals, where it is known', () => {
    const customer = heard({ score: null, basis: [], assessable: false, reasons: ['no_speech'] });
    expect(toTranscriptResponse({ ...TRANSCRIPT, hearing: { agent: heard(), customer } }, false).hearing).toEqual({
      agent: { score: 0.99, basis: ['engine', 'signal'], assessable: true, reasons: [] },
      customer: { score: null, basis: [], assessable: false, reasons: ['no_speech'] },
    });
    expect(
      toTranscriptResponse(TRANSCRIPT, false),
      'A checkpoint without hearing is answered with some',
    ).not.toHaveProperty('hearing');
  });
});
