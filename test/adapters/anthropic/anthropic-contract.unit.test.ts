// The stub must refuse what Anthropic refuses: otherwise the tests against it prove nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAnthropicStub } from '../../support/stubs/anthropic-stub.js';
import type { OpenAiStub } from '../../support/stubs/openai-stub.js';

let stub: OpenAiStub;
beforeAll(async () => {
  stub = await startAnthropicStub({});
});
afterAll(() => stub.close());

const HEADERS = { authorization: 'Bearer k', 'anthropic-version': '2026-10-21', 'content-type': 'application/json' };
async function ask(body: object, headers: Readonly<Record<string, string>> = HEADERS): Promise<number> {
  return (await fetch(`${stub.baseUrl}/messages`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

const schema = { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } };
const marked = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };
const BODY = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'A call.' }] };
const TOOL = { name: 'x', input_schema: schema };
const format = (given: object) => ({ ...BODY, output_config: { format: { type: 'json_schema', schema: given } } });

it.each<object>([
  BODY,
  format(schema),
  { ...BODY, system: [marked], messages: [{ role: 'user', content: [marked, marked, marked] }] },
  { ...BODY, tools: [TOOL], tool_choice: { type: 'tool', name: 'x' } },
])('takes %j', async (body) => {
  expect(await ask(body)).toBe(200);
});

it.each<[string, object]>([
  ['no limit', { ...BODY, max_tokens: undefined }],
  ['no model', { ...BODY, model: undefined }],
  ['no messages', { ...BODY, messages: [] }],
  ['an unknown parameter', { ...BODY, store: false }],
  ['a temperature, which version 2026-10-21 has no more', { ...BODY, temperature: 0 }],
  ['another role', { ...BODY, messages: [{ role: 'developer', content: 'x' }] }],
  ['the answer begun', { ...BODY, messages: [...BODY.messages, { role: 'assistant', content: '{' }] }],
  ['the model first', { ...BODY, messages: [{ role: 'assistant', content: 'x' }, ...BODY.messages] }],
  ['no words', { ...BODY, messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }],
  ['five marks for the cache', { ...BODY, system: [marked, marked, marked, marked, marked] }],
  ['an unknown mark', { ...BODY, system: [{ ...marked, cache_control: { type: 'lasting' } }] }],
  ['a tool that is not there', { ...BODY, tool_choice: { type: 'tool', name: 'x' } }],
  ['another tool', { ...BODY, tools: [TOOL], tool_choice: { type: 'tool', name: 'y' } }],
  ['a tool without a name', { ...BODY, tools: [{ input_schema: schema }] }],
  ['an open schema', format({ ...schema, additionalProperties: true })],
  ['a keyword without support', format({ ...schema, properties: { a: { type: 'number', minimum: 0 } } })],
  ['the format of OpenAI', { ...BODY, response_format: { type: 'json_object' } }],
])('refuses %s', async (_, body) => {
  expect(await ask(body)).toBe(400);
});

it('refuses a request without a version, of an unknown one, without a key, and one over 32 MB', async () => {
  const { 'anthropic-version': _, ...unversioned } = HEADERS;
  expect(await ask(BODY, unversioned)).toBe(400);
  expect(await ask(BODY, { ...HEADERS, 'anthropic-version': '2022-01-01' })).toBe(400);
  expect(await ask(BODY, { ...HEADERS, authorization: '' })).toBe(401);
  expect(await ask({ ...BODY, system: 'x'.repeat(33 * 1024 * 1024) })).toBe(413);
});
