// Who writes settings of masking to harm the service: long bodies, deep and wide patterns, names that objects have by birth.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

const POLICY = { key: 'policy_number', label: 'Policy number', patterns: ['policy ~3 #'] };
/** A fault of each of all that one request may have many of is named in this much. */
const MAX_RESPONSE_BYTES = 64 * 1024;

let service: TestService;
let account: Account;
let ask: Ask;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  ask = askAs(service, account);
});
afterAll(() => service?.stop());

const set = (json: object) => ask('/settings/redaction', { method: 'PUT', json });
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const withPatterns = (patterns: readonly string[]) => ({ mode: 'text', custom: [{ ...POLICY, patterns }] });

describe('settings that are to harm', () => {
  const hostile: [string, object][] = [
    [
      '20 types of 50 patterns',
      { mode: 'text', custom: many(20, (at) => ({ ...POLICY, key: `t${at}`, patterns: many(50, () => '(') })) },
    ],
    ['50 wrong patterns', withPatterns(many(50, () => `(${'a'.repeat(199)}`))],
    ['patterns that are no text', withPatterns(many(50, () => ({ a: 1 }) as unknown as string))],
    ['a pattern of half a megabyte', withPatterns(['a '.repeat(250_000)])],
    ['a label of half a megabyte', { mode: 'text', custom: [{ ...POLICY, label: 'x'.repeat(500_000) }] }],
    ['lists in place of objects', { mode: 'text', custom: [[], [[]], null, 7] }],
    ['a half of a surrogate pair', withPatterns(['a\ud800'])],
    ['a NUL in a label', { mode: 'text', custom: [{ ...POLICY, label: 'a\u0000' }] }],
  ];
  it.each(hostile)('%s: 422, in few words, and nothing is kept', async (_, json) => {
    const answer = await set(json);
    await expect(answer).toAnswer(422);
    expect(answer.text.length, 'bytes of the response').toBeLessThan(MAX_RESPONSE_BYTES);
    expect((await ask('/settings/redaction')).body.mode).toBe('off');
  });

  // More than a body of settings may have: it is not read.
  it.each<[string, object]>([
    ['100,000 patterns of one type', withPatterns(many(100_000, () => '('))],
    ['5,000 types', { mode: 'text', custom: many(5_000, (at) => ({ ...POLICY, key: `t${at}` })) }],
    ['100,000 types of the service', { mode: 'text', types: many(100_000, () => 'email') }],
    ['100,000 countries', { mode: 'text', types: ['email'], countries: many(100_000, () => 'XX') }],
    ['40,000 unknown members', Object.fromEntries(many(40_000, (at) => [`member_${at}`, at]))],
  ])('%s: 400, and nothing is kept', async (_, json) => {
    await expect(await set(json)).toAnswer(400, { detail: 'Request body is too large' });
    expect((await ask('/settings/redaction')).body.mode).toBe('off');
  });

  it('the costliest that are taken are kept as they were given', async () => {
    const deep = `a ${'('.repeat(60)}b${')?'.repeat(60)}`;
    const wide = `a ${many(24, () => '(b?|c*)').join(' ')}`;
    const custom = many(20, (at) => ({
      key: `${'k'.repeat(60)}_${at}`,
      label: '\u{1F512}'.repeat(100),
      patterns: many(at < 10 ? 3 : 2, (n) => (n === 0 ? wide : deep)),
    }));
    await expect(await set({ mode: 'text', custom })).toAnswer(200);
    expect((await ask('/settings/redaction')).body.custom).toEqual(custom);
  });

  it.each(['constructor', 'prototype', 'hasownproperty'])('a type called %s is a type as any other', async (key) => {
    await expect(await set({ mode: 'text', custom: [{ ...POLICY, key }] })).toAnswer(200);
    expect((await ask('/settings/redaction')).body.custom).toEqual([{ ...POLICY, key }]);
    const call = { audio_url: 'https://example.com/call.wav', agent_id: 'a', contact_id: 'c', redact: 'off' };
    await expect(await ask('/analysis', { json: call })).toAnswer(400, {
      detail: `The account requires redaction of ${key}`,
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])('a submission that asks for %s is refused', async (redact) => {
    const call = { audio_url: 'https://example.com/call.wav', agent_id: 'a', contact_id: 'c', redact };
    await expect(await ask('/analysis', { json: call })).toAnswer(422, {
      detail: [expect.objectContaining({ type: 'enum', loc: ['body', 'redact'] })],
    });
  });
});
