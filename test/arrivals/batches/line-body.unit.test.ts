// What a line asks for, of its text and the defaults of its batch, and the name that lists show of it.
import { describe, expect, it } from 'vitest';
import { externalIdOf } from '../../../src/arrivals/batches/batch-lines.js';
import { readLine } from '../../../src/arrivals/batches/line-body.js';

const JSON_INVALID = { ok: false, fault: { type: 'json_invalid', loc: [], msg: 'JSON decode error' } };

describe('a line', () => {
  const defaults = { agent_id: 'ada', metadata: { team: 'north', campaign: 'spring' } };
  const filled = { ok: true, body: { agent_id: 'ada', metadata: { team: 'south', campaign: 'spring', n: 5 } } };

  it('has the keys of the metadata of its batch, also where one of the two is JSON text', () => {
    const own = JSON.stringify({ team: 'south', n: 5 });
    const csv = { format: 'csv', columns: ['metadata'], defaults } as const;
    expect(readLine(JSON.stringify([own]), csv)).toEqual(filled);
    const jsonl = { format: 'jsonl', columns: null, defaults } as const;
    expect(readLine(JSON.stringify({ metadata: own }), jsonl)).toEqual(filled);
    const asText = { ...jsonl, defaults: { ...defaults, metadata: JSON.stringify(defaults.metadata) } };
    expect(readLine(`{"metadata":${own}}`, asText)).toEqual(filled);
    expect(readLine('{"metadata":"[1]"}', jsonl)).toEqual({ ok: true, body: { agent_id: 'ada', metadata: '[1]' } });
  });

  it('of JSON nests no deeper than a request', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const form = { format: 'jsonl', columns: null, defaults: {} } as const;
    expect(readLine(nested(99), form)).toEqual({ ok: true, body: JSON.parse(nested(99)) });
    expect(readLine(nested(100), form)).toEqual(JSON_INVALID);
    expect(readLine('{"a":', form)).toEqual(JSON_INVALID);
  });

  it.each([
    [' pbx-1 ', 'pbx-1'],
    ['\u{1f600}'.repeat(255), '\u{1f600}'.repeat(255)],
    [`${' '.repeat(300)}x`, 'x'],
    ['x'.repeat(256), null],
    ['  ', null],
    ['a\0b', 'a\ufffdb'],
    [5, null],
  ])('is listed by the name that its call has: %j', (given, shown) => {
    expect(externalIdOf({ external_id: given })).toBe(shown);
  });
});
