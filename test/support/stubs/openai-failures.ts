// Answers that an adapter must not pass on unchanged: failures of a provider, each with the decision that it must lead to,
// and an untidy transcription.
import { refuse, type StubAnswer } from './openai-stub.js';

/** The API key, and part of every failing answer. No error message may hold it. */
export const PROVIDER_SECRET = 'sk-secret-words-of-the-provider';

export interface OpenAiFailure {
  readonly what: string;
  /** True when the same request may succeed later. */
  readonly retryable: boolean;
  readonly answer: StubAnswer;
}

export const OPENAI_FAILURES: readonly OpenAiFailure[] = [
  { what: 'the provider refuses the key', retryable: true, answer: refuse(401, PROVIDER_SECRET) },
  { what: 'the provider is busy', retryable: true, answer: refuse(429, PROVIDER_SECRET) },
  { what: 'the provider fails', retryable: true, answer: { status: 502, body: `<html>${PROVIDER_SECRET}</html>` } },
  { what: 'the connection breaks', retryable: true, answer: { fault: 'reset' } },
  { what: 'the provider refuses the request', retryable: false, answer: refuse(400, PROVIDER_SECRET) },
  { what: 'the answer is a page', retryable: false, answer: { body: `<html>${PROVIDER_SECRET}</html>` } },
  { what: 'the answer has another shape', retryable: false, answer: { body: { result: PROVIDER_SECRET } } },
];

/** A transcription of the right shape whose segments are in no order and end long after the recording. */
export const UNTIDY_TRANSCRIPTION = {
  text: 'Hello there. Goodbye.',
  segments: [
    { start: 5, end: 400, text: ' Goodbye. ', speaker: 'B' },
    { start: 3, end: 4, text: ' ', speaker: 'B' },
    { start: 1, end: 2, text: 'Hello there.', speaker: 'A' },
  ],
};

export interface OddTranscription {
  readonly what: string;
  /** True where every format of the answer holds the words. */
  readonly heard: boolean;
  readonly answer: StubAnswer;
}

const SEGMENT = { start: 1, end: 2, text: 'Hello there.', speaker: 'A' };
const odd = (what: string, body: unknown): OddTranscription => ({ what, heard: false, answer: { body } });
const heard = (what: string, changes: object): OddTranscription => ({
  what,
  heard: true,
  answer: { body: { text: 'Hello there.', segments: [SEGMENT], ...changes } },
});
const inJson = (body: string): StubAnswer => ({ body, headers: { 'content-type': 'application/json' } });

/** Answers with the status 200 that no document of the API describes. */
export const ODD_TRANSCRIPTIONS: readonly OddTranscription[] = [
  { what: 'an empty body', heard: false, answer: inJson('') },
  { what: 'JSON that is cut off', heard: false, answer: inJson('{"text":"Hello th') },
  { what: 'a body that is cut off', heard: false, answer: { body: { text: 'Hello there.' }, fault: 'truncate' } },
  { what: 'a body of 60 MB', heard: false, answer: { fault: 'huge' } },
  odd('null', null),
  odd('a list', ['Hello there.']),
  odd('a number for the text', { text: 5, segments: 7 }),
  odd('segments without their text', { text: null, segments: [{ start: 0, end: 1, speaker: 'A' }] }),
  odd('segments without times', { segments: [{ text: 'Hello there.', speaker: 'A' }] }),
  odd('times as text', { text: 'Hello there.', segments: [{ ...SEGMENT, start: '1', end: '2' }] }),
  odd('text of NUL alone', { text: '\0\0', segments: [{ ...SEGMENT, text: '\0\0' }] }),
  heard('members that are new', { new_member: { a: [1] }, segments: [{ ...SEGMENT, new_member: 'b' }] }),
  heard('negative times', { segments: [{ ...SEGMENT, start: -5, end: 1.5 }] }),
  heard('an end before the start', { segments: [{ ...SEGMENT, start: 2, end: 1 }] }),
  heard('times after the recording', { segments: [SEGMENT, { ...SEGMENT, start: 1.5, end: 1e300 }] }),
  heard('NUL and half a surrogate pair', { text: 'Hi\0\ud800', segments: [{ ...SEGMENT, text: 'Hi\0\ud800' }] }),
  heard('a usage without amounts', { usage: {} }),
  heard('a usage below 0', { usage: { type: 'duration', seconds: -3 } }),
  heard('a duration below 0', { duration: -3 }),
  heard('probabilities that are none', {
    logprobs: [{ logprob: 3 }, { logprob: -1 }],
    segments: [{ ...SEGMENT, avg_logprob: 3, words: [{ word: 'Hello', start: 1, end: 2, probability: 7 }] }],
  }),
  heard('a language that is none', { language: 7, languages: [{ code: 'Klingon, as spoken' }] }),
];
