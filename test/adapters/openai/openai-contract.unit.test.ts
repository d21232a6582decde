// The stub must refuse what OpenAI refuses: otherwise the tests against it prove nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenAiStub, startOpenAiStub } from '../../support/stubs/openai-stub.js';

let stub: OpenAiStub;
beforeAll(async () => {
  stub = await startOpenAiStub();
});
afterAll(() => stub.close());

const VOICE = 'data:audio/wav;base64,UklGRg==';
const DIARIZED = { model: 'gpt-4o-transcribe-diarize', response_format: 'diarized_json', chunking_strategy: 'auto' };
const VOICES = { 'known_speaker_names[]': 'speaker_1', 'known_speaker_references[]': VOICE };

async function transcribe(fields: Readonly<Record<string, string>>, fileName: string | null, sizeBytes = 3) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (fileName !== null) form.append('file', new File([Buffer.alloc(sizeBytes)], fileName));
  const headers = { authorization: 'Bearer sk-test' };
  return (await fetch(`${stub.baseUrl}/audio/transcriptions`, { method: 'POST', headers, body: form })).status;
}

async function ask(path: string, body: object): Promise<number> {
  const headers = { authorization: 'Bearer sk-test', 'content-type': 'application/json' };
  return (await fetch(`${stub.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

it.each<Readonly<Record<string, string>>>([
  { model: 'gpt-transcribe' },
  { model: 'gpt-4o-transcribe', response_format: 'json', language: 'en' },
  { model: 'whisper-1', response_format: 'verbose_json', 'timestamp_granularities[]': 'word' },
  { model: 'large-v3', response_format: 'verbose_json' },
  DIARIZED,
  { ...DIARIZED, ...VOICES },
])('takes the form %o', async (fields) => {
  expect(await transcribe(fields, 'call.ogg'), 'status of the answer').toBe(200);
});

it.each<[string, Readonly<Record<string, string>>, string | null]>([
  ['without a file', { model: 'gpt-transcribe' }, null],
  ['without a model', {}, 'call.ogg'],
  ['of another file format', { model: 'gpt-transcribe' }, 'call.opus'],
  ['with an unknown parameter', { model: 'gpt-transcribe', speaker_labels: 'true' }, 'call.ogg'],
  ['with an unknown answer format', { model: 'whisper-1', response_format: 'xml' }, 'call.ogg'],
  ['with times from a model without them', { model: 'gpt-transcribe', response_format: 'verbose_json' }, 'call.ogg'],
  ['with word times in plain JSON', { model: 'whisper-1', 'timestamp_granularities[]': 'word' }, 'call.ogg'],
  ['diarized without chunks', { model: DIARIZED.model, response_format: 'diarized_json' }, 'call.ogg'],
  ['diarized in unknown chunks', { ...DIARIZED, chunking_strategy: 'automatic' }, 'call.ogg'],
  ['with chunks for another model', { ...DIARIZED, model: 'gpt-transcribe', response_format: 'json' }, 'call.ogg'],
  ['with voices for another model', { model: 'gpt-transcribe', ...VOICES }, 'call.ogg'],
  ['with a voice that has no name', { ...DIARIZED, 'known_speaker_references[]': VOICE }, 'call.ogg'],
  ['with a voice by address', { ...DIARIZED, ...VOICES, 'known_speaker_references[]': 'https://x.test/a' }, 'call.ogg'],
])('refuses a form %s', async (_what, fields, fileName) => {
  expect(await transcribe(fields, fileName), 'status of the answer').toBe(400);
});

it('refuses a form over 25 MiB', async () => {
  expect(await transcribe({ model: 'gpt-transcribe' }, 'call.ogg', 26_214_400), 'status of the answer').toBe(413);
});

const schema = { type: 'object', additionalProperties: false, required: ['a'], properties: { a: { type: 'string' } } };
const format = { name: 'x', strict: true, schema };
const RESPONSES = {
  model: 'gpt-6-luna',
  instructions: 'Judge.',
  input: [{ role: 'user', content: 'A call.' }],
  text: { format: { type: 'json_schema', ...format } },
  max_output_tokens: 4000,
  store: false,
  prompt_cache_key: 'x-1',
};
const CHAT = {
  model: 'local',
  messages: [{ role: 'user', content: 'A call.' }],
  response_format: { type: 'json_schema', json_schema: format },
};

const JSON_ASKED = [{ role: 'user', content: 'A call, as JSON.' }];

it('takes questions of the right shape', async () => {
  expect(await ask('/responses', RESPONSES), 'status of a question to /responses').toBe(200);
  expect(await ask('/chat/completions', CHAT), 'status of a question with a schema').toBe(200);
  expect(
    await ask('/chat/completions', { ...CHAT, messages: JSON_ASKED, response_format: { type: 'json_object' } }),
    'status of a question for any JSON',
  ).toBe(200);
});

const loose = { ...schema, required: [] };
const open = { ...schema, additionalProperties: true };
it.each<[string, string, object]>([
  ['an unknown parameter', '/responses', { ...RESPONSES, seed: 7 }],
  ['an unknown role', '/responses', { ...RESPONSES, input: [{ role: 'caller', content: 'x' }] }],
  ['a number in words', '/responses', { ...RESPONSES, max_output_tokens: 'many' }],
  ['an unknown format', '/responses', { ...RESPONSES, text: { format: { type: 'jsonschema', ...format } } }],
  [
    'an optional property',
    '/responses',
    { ...RESPONSES, text: { format: { type: 'json_schema', ...format, schema: loose } } },
  ],
  ['a key of 65 letters', '/responses', { ...RESPONSES, prompt_cache_key: 'x'.repeat(65) }],
  ['an unknown tier', '/responses', { ...RESPONSES, service_tier: 'cheap' }],
  ['two limits', '/chat/completions', { ...CHAT, max_tokens: 9, max_completion_tokens: 9 }],
  ['any JSON that is not asked for', '/chat/completions', { ...CHAT, response_format: { type: 'json_object' } }],
  [
    'a tool that is not there',
    '/chat/completions',
    { ...CHAT, tool_choice: { type: 'function', function: { name: 'x' } } },
  ],
  [
    'a tool without a name',
    '/chat/completions',
    { ...CHAT, tools: [{ type: 'function', function: { parameters: schema } }] },
  ],
  ['no messages', '/chat/completions', { ...CHAT, messages: undefined }],
  ['a message without role', '/chat/completions', { ...CHAT, messages: [{ text: 'x' }] }],
  ['a temperature out of range', '/chat/completions', { ...CHAT, temperature: 3 }],
  [
    'further properties allowed',
    '/chat/completions',
    { ...CHAT, response_format: { type: 'json_schema', json_schema: { ...format, schema: open } } },
  ],
  [
    'a format without name',
    '/chat/completions',
    { ...CHAT, response_format: { type: 'json_schema', json_schema: { strict: true, schema } } },
  ],
])('refuses a question with %s', async (_what, path, body) => {
  expect(await ask(path, body), 'status of the answer').toBe(400);
});

it('refuses a request without a key', async () => {
  await expect(await fetch(`${stub.baseUrl}/models`)).toAnswer(401);
});
