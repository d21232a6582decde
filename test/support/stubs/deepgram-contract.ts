// Finds requests that Deepgram would refuse, so that no test passes with a request that fails in production.
// Sources, read on 29 November 2026: github.com/deepgram/deepgram-api-specs, openapi.yml (0474c15e), `POST /v1/listen`; the types
// of npm's @deepgram/sdk 5.13.0; developers.deepgram.com/docs/diarization, /docs/language-detection, /docs/models, /docs/errors.
// Not checked, since no request was sent to Deepgram: whether unknown parameters are refused (here they are, as is all that the
// service does not send), whether `language` and `detect_language` exclude each other (here they do), the words of the error for
// a language that a model has not, and the maximum of 2 GB, which stands in no page that could be read whole.
import type { StubAnswer } from './openai-stub.js';
import type { VendorStubRequest } from './vendor-stub.js';

const MAX_BODY_BYTES = 2_000_000_000;
const BOOLEAN = /^(true|false)$/;
const MODELS = /^(nova-3(-(general|medical))?|nova-2(-[a-z]+)?|nova(-[a-z]+)?|enhanced(-[a-z]+)?|base(-[a-z]+)?)$/;
/** Of nova-3, by the table of models. */
const LANGUAGES = new Set(
  'bg ca cs da de el en es et fi fr hi hu id it ja ko lt lv ms nl no pl pt ro ru sk sv tr uk vi multi'.split(' '),
);
/** Parameters that the service sends, with what the document allows. What costs extra is none of them. */
const PARAMETERS: Readonly<Record<string, (value: string) => boolean>> = {
  model: (value) => MODELS.test(value),
  punctuate: (value) => BOOLEAN.test(value),
  detect_language: (value) => BOOLEAN.test(value),
  language: (value) => LANGUAGES.has(value),
  diarize_model: (value) => ['latest', 'v1', 'v2'].includes(value),
};

/** A refusal in Deepgram's shape. */
export function refuseDeepgram(status: number, code: string, message: string): StubAnswer {
  return { status, body: { err_code: code, err_msg: message, request_id: '5e5b5d4c-0000-4000-8000-000000000000' } };
}

/** @returns null for a request that Deepgram takes */
export function deepgramRefusalOf({ method, path, query, headers, body }: VendorStubRequest): StubAnswer | null {
  if (!/^Token \S+$/.test(headers.authorization ?? '')) {
    return refuseDeepgram(401, 'INVALID_AUTH', 'Invalid credentials.');
  }
  if (method === 'GET' && path === '/v1/models') return null;
  if (method !== 'POST' || path !== '/v1/listen') return refuseDeepgram(404, 'NOT_FOUND', `No ${method} ${path}.`);
  const bad = (message: string) => refuseDeepgram(400, 'Bad Request', `Bad Request: ${message}`);
  for (const [name, value] of query) {
    if (PARAMETERS[name] === undefined) return bad(`the parameter ${name} is not expected`);
    if (query.getAll(name).length > 1) return bad(`the parameter ${name} is given twice`);
    if (name === 'language' && !PARAMETERS.language?.(value)) {
      return bad('No such model/language/tier combination found.');
    }
    if (!PARAMETERS[name]?.(value)) return bad(`the value ${value} of ${name} is invalid`);
  }
  // Without a model Deepgram takes `base`, which is never wanted.
  if (!query.has('model')) return bad('no model');
  if (query.has('language') && query.has('detect_language')) return bad('a language, and its detection');
  if (!/^audio\/(flac|wav|ogg)$/.test(headers['content-type'] ?? '')) return bad('the body is not named as audio');
  if (body.length === 0) return bad('failed to process audio: corrupt or unsupported data');
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return refuseDeepgram(413, 'TOO_LARGE', 'Too large.');
  const isAudio = ['fLaC', 'RIFF', 'OggS'].includes(body.toString('latin1', 0, 4));
  return isAudio ? null : bad('failed to process audio: corrupt or unsupported data');
}

export interface DeepgramWord {
  readonly word?: unknown;
  readonly punctuated_word?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
  readonly confidence?: unknown;
  readonly speaker?: unknown;
}

/** The body of an answer, with the members that Deepgram gives. */
export function deepgramAnswer(words: readonly DeepgramWord[], changes: object = {}): StubAnswer {
  const transcript = words.map(({ word, punctuated_word }) => punctuated_word ?? word).join(' ');
  return {
    body: {
      metadata: {
        transaction_key: 'deprecated',
        request_id: '5e5b5d4c-0000-4000-8000-000000000000',
        sha256: 'ab',
        created: '2026-11-29T17:00:00.000Z',
        duration: 20,
        channels: 1,
        models: ['m'],
        model_info: { m: { name: 'general-nova-3', version: '2025-04-17', arch: 'nova-3' } },
      },
      results: {
        channels: [
          {
            detected_language: 'en',
            language_confidence: 0.98,
            alternatives: [{ transcript, confidence: 0.97, words, ...changes }],
          },
        ],
      },
    },
  };
}
