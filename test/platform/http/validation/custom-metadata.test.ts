import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshRedis } from '../../../support/apps/backing.js';
import { type PlatformApp, postJson, startPlatformApp } from '../../../support/apps/platform-app.js';
import { answerTo } from '../../../support/matchers/answers.js';

let service: PlatformApp;
beforeAll(async () => {
  service = await startPlatformApp(await freshRedis());
});
afterAll(() => service?.close());

const GOOD = { name: 'me', email: 'A@example.com', password: 'long enough' };

async function create(body: unknown) {
  const response = await postJson(`${service.url}/api/v1/things`, body);
  const json: { body: Record<string, unknown>; polluted: unknown; detail: unknown } = JSON.parse(await response.text());
  return answerTo('POST /things', { status: response.status, ...json });
}

describe('custom metadata', () => {
  it('comes back unchanged, whatever its keys', async () => {
    const text = '{"__proto__":"polluted","constructor":"x","a":1.5,"b":null,"c":true,"d":-9007199254740991}';
    const answer = await create(`${JSON.stringify(GOOD).slice(0, -1)},"metadata":${text}}`);
    await expect(answer).toAnswer(201);
    expect(JSON.stringify(answer.body.metadata)).toBe(text);
    expect(answer.polluted).toBeNull();
  });

  it.each([
    ['an array', []],
    ['a number', 7],
  ])('that is %s is dict_type', async (_, metadata) => {
    expect((await create({ ...GOOD, metadata })).detail).toMatchObject([
      { type: 'dict_type', loc: ['body', 'metadata'] },
    ]);
  });

  it.each([
    ['a key of 41 characters', { ['k'.repeat(41)]: 1 }],
    ['an empty key', { '': 1 }],
    ['a string of 501 characters', { a: 'x'.repeat(501) }],
    ['an object inside', { a: {} }],
    ['a whole number that would lose digits', { a: 2 ** 53 }],
    ['a reserved name', { version: '9' }],
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))],
  ])('with %s is refused', async (_, metadata) => {
    const answer = await create({ ...GOOD, metadata });
    await expect(answer).toAnswer(422);
    expect(answer.detail).toMatchObject([{ type: 'value_error' }]);
  });
});
