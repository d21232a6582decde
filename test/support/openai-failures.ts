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
