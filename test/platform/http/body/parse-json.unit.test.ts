import { expect, it } from 'vitest';
import { MAX_VALUES } from '../../../../src/platform/http/body/json-scan.js';
import { MAX_MEMBERS, parseJson, TooManyValues } from '../../../../src/platform/http/body/parse-json.js';
import { turnsDuring } from '../../../support/processes/turns-during.js';

const MAX = 5 * MAX_VALUES;
const read = (json: string) =>
  parseJson(Buffer.from(json), MAX).then(
    (value) => ({ value }),
    () => null,
  );
const expected = (json: string) => {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return null;
  }
};
const items = Array.from({ length: 2_000 }, (_, n) => ({ n, text: `],[{"}\\"${n}\u2028é`, list: [[n], {}] }));
const long = JSON.stringify(items);

it.each([
  ['an array', `{"a":1,"items":${long},"b":{"items":${long}}}`],
  ['white space', ` {\n"items" : [\n${long.slice(1, -1).replaceAll('},{', '} ,\t{')}\n] }\n`],
  ['two arrays', `{"a":${long},"b":${long}}`],
  ['a name twice', `{"items":${long},"items":[1]}`],
  ['a name twice, first short', `{"items":[1],"items":${long}}`],
  ['__proto__', `{"__proto__":${long}}`],
  ['a comma at the end', `{"items":${long.slice(0, -1)},]}`],
  ['two commas', `{"items":${long.replaceAll('},{', '},,{')}}`],
  ['a comma alone', `{"items":[,${long.slice(1)}}`],
  ['another bracket', `{"items":${long.slice(0, -1)}}}`],
  ['a fault in an array that a later one replaces', `{"items":${long.slice(0, -1)},x],"items":[]}`],
  ['a mark of the byte order in the middle', `{"items":[${Array(3_000).fill('\ufeff1').join(',')}]}`],
  ['no end', `{"items":${long.slice(0, -1)}`],
  ['an outermost array', long],
  ['a text alone', '"a"'],
])('reads in pieces what JSON.parse reads at once: %s', async (_, json) => {
  const [found, whole] = [await read(json), expected(json)].map((one) => JSON.stringify(one));
  expect(found === whole, found?.slice(0, 100)).toBe(true);
});

it('parses thousands of elements in many turns of the loop', async () => {
  const { turns } = await turnsDuring(() => parseJson(Buffer.from(`{"items":${long}}`), MAX));
  expect(turns).toBeGreaterThan(6);
  expect((await turnsDuring(() => parseJson(Buffer.from('{"items":[1,2]}'), MAX))).turns).toBe(0);
});

const values = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
const object = (count: number) => `{${Array.from({ length: count }, (_, n) => `"x${n}":0`).join(',')}}`;

it.each([
  ['members', object(MAX_MEMBERS + 1)],
  ['members of an object within', `{"a":[{"b":${object(MAX_MEMBERS + 1)}}]}`],
  ['values', values(MAX_VALUES + 1)],
  ['members of an element', `{"items":[${long.slice(1, -1)},${values(MAX_VALUES + 1)}]}`],
  ['members beside arrays', `{"a":${long},"b":{"c":${values(MAX_VALUES)}}}`],
  ['empty elements', `{"items":[${Array(MAX).fill('[]').join(',')}]}`],
])('refuses too many %s before they are parsed', async (_, json) => {
  await expect(parseJson(Buffer.from(json), MAX)).rejects.toThrow(TooManyValues);
});

it('takes as many members as there may be', async () => {
  await expect(parseJson(Buffer.from(values(MAX_VALUES)), MAX)).resolves.toBeInstanceOf(Array);
  await expect(parseJson(Buffer.from(object(MAX_MEMBERS)), MAX)).resolves.toBeTypeOf('object');
});
