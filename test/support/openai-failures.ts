// Answers of a provider that an adapter must not pass on as they are: failures, with the decision that each must lead to
// (may the request be repeated, or is it final?), and an untidy transcription.
import { refuse, type StubAnswer } from './openai-stub.js';

/** Stands in every failing answer and as the key: no error message may hold it. */
export const PROVIDER_SECRET = 'sk-secret-words-of-the-provider';

export interface OpenAiFailure {
  readonly what: string;
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

/** A transcription of the right shape whose segments stand in no order and end long after the recording. */
export const UNTIDY_TRANSCRIPTION = {
  text: 'Hello there. Goodbye.',
  segments: [
    { start: 5, end: 400, text: ' Goodbye. ', speaker: 'B' },
    { start: 3, end: 4, text: ' ', speaker: 'B' },
    { start: 1, end: 2, text: 'Hello there.', speaker: 'A' },
  ],
};
