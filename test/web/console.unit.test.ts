// What of the console needs no browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countFilters,
  filtersIn,
  metadataIn,
  pageOf,
  paramsOf,
  secondsOf,
  withMetadata,
} from '../../web/src/listing/call-filters.js';
import { bestMatch, match, readAddress, writeAddress } from '../../web/src/routing/address.js';
import { noteMode, showsTest, withMode } from '../../web/src/routing/mode.js';
import { clock } from '../../web/src/texts/clock.js';
import { CALIBRATION as OF_CALIBRATIONS_DE } from '../../web/src/texts/de/calibration.js';
import { DATA as OF_DATA_DE } from '../../web/src/texts/de/data.js';
import { DE } from '../../web/src/texts/de.js';
import { CALIBRATION as OF_CALIBRATIONS } from '../../web/src/texts/en/calibration.js';
import { DATA as OF_DATA } from '../../web/src/texts/en/data.js';
import { EN } from '../../web/src/texts/en.js';
import { fill } from '../../web/src/texts/fill.js';
import { marksOf } from '../../web/src/views/call/judged.js';
import { nextPlace, turnAt } from '../../web/src/views/call/listen/turns.js';

describe('the texts', () => {
  it.each([
    ['of all views', EN, DE],
    ['of calibrations, which are fetched later', OF_CALIBRATIONS, OF_CALIBRATIONS_DE],
    ['of retention, holds and the audit log, which are fetched later', OF_DATA, OF_DATA_DE],
  ])('have the same keys and the same places in both languages: %s', (_, english, german) => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    const texts: Readonly<Record<string, string>> = english;
    for (const [key, text] of Object.entries(german)) expect(places(text), key).toEqual(places(texts[key] ?? ''));
  });

  it('are used, each', () => {
    const source = sources().join('\n');
    const keys = [EN, OF_CALIBRATIONS, OF_DATA].flatMap((texts) => Object.keys(texts));
    const unused = keys.filter((key) => {
      const stem = key.replace(/_(one|other)$/, '');
      const family = stem.replace(/\.[^.]+$/, '');
      return !source.includes(`'${stem}'`) && !source.includes(`'${family}'`) && !source.includes(`\`${family}.$`);
    });
    expect(unused).toEqual([]);
  });

  it('are filled with values as they are', () => {
    expect(fill('{a} with {b}, {c}', { a: '<b>', b: '{a}' })).toBe('<b> with {a}, {c}');
  });
});

it('no source of the console makes mark-up of a text', () => {
  const making =
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|srcdoc|\beval\(|new Function/;
  expect(sources().filter((source) => making.test(source))).toEqual([]);
});

function sources(): string[] {
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('texts/de') && !file.startsWith('texts/en'))
    .map((file) => readFileSync(join('web/src', file), 'utf8'));
}

describe('addresses', () => {
  it('are read below any prefix, and written again', () => {
    const read = readAddress(new URL('https://x.example/calls/app/calls/?status=failed&search=a%26b'), '/calls/app/');
    expect(read).toEqual({ path: '/calls', query: { status: 'failed', search: 'a&b' } });
    expect(writeAddress(read.path, { ...read.query, page: undefined }, '/calls/app/')).toBe(
      '/calls/app/calls?status=failed&search=a%26b',
    );
    expect(readAddress(new URL('https://x.example/app'), '/app/').path).toBe('/');
  });

  it('keep to test calls where those are shown, and only among views of calls', () => {
    const old = readAddress(new URL('https://x.example/app/calls?livemode=false&page=2'), '/app/');
    expect(old.query, 'an address of an earlier release').toEqual({ mode: 'test', page: '2' });
    noteMode(old.path, old.query);
    noteMode('/settings', {});
    expect(showsTest.value, 'a view without calls keeps it').toBe(true);
    expect(withMode('/agents/ann', { days: '7' })).toEqual({ days: '7', mode: 'test' });
    expect(withMode('/calls', { mode: undefined }), 'unless the link names it').toEqual({ mode: undefined });
    expect(withMode('/forms', {})).toEqual({});
    noteMode('/queue', {});
    expect([showsTest.value, withMode('/calls', {})], 'an address without a mode shows live calls').toEqual([
      false,
      {},
    ]);
  });

  it('fit a pattern part by part', () => {
    expect(match('/calls/:id', '/calls/a%2Fb')).toEqual({ id: 'a/b' });
    for (const path of ['/calls', '/calls/', '/calls/a/b', '/calls/%', '/others/a'])
      expect(match('/calls/:id', path), path).toBeNull();
  });

  it.each([
    ['/agents/notes', '/agents/notes', {}],
    ['/agents/ann', '/agents/:agent', { agent: 'ann' }],
    ['/agents/ann/calls', '/agents/:agent/calls', { agent: 'ann' }],
    ['/agents/notes/calls', '/agents/notes/:id', { id: 'calls' }],
  ])('%s is that of %s, in whatever order the views stand', (path, pattern, params) => {
    const views = ['/agents/:agent', '/agents/notes', '/agents/:agent/calls', '/agents/notes/:id', '/agents'];
    for (const order of [views, views.toReversed()]) {
      const found = bestMatch(
        order.map((one) => ({ path: one })),
        path,
      );
      expect(found).toEqual({ entry: { path: pattern }, params });
    }
    expect(bestMatch([{ path: '/agents' }], path)).toBeNull();
  });
});

describe('the filters of the calls', () => {
  it('become what the API takes, and what is no filter is passed over', () => {
    const params = paramsOf({
      status: 'broken',
      mode: 'test',
      reviewed: 'true',
      from: '2026-11-01',
      until: '2026-11-30',
      page: '3',
    });
    expect(params).toMatchObject({ status: undefined, livemode: false, reviewed: true, offset: 100, limit: 50 });
    expect(params.created_after).toBe(new Date(2026, 10, 1).toISOString());
    expect(params.created_before, 'the last day counts').toBe(new Date(2026, 11, 1).toISOString());
    expect(paramsOf({ mode: 'any' }).livemode, 'live calls, unless test calls are asked for').toBe(true);
    expect(paramsOf({ from: 'yesterday' }).created_after).toBeUndefined();
    expect([undefined, '0', '-1', '1e9', '2'].map((page) => pageOf({ page }))).toEqual([1, 1, 1, 1, 2]);
    expect(countFilters({ search: 'a', page: '2', status: 'failed', agent_id: '' })).toBe(1);
  });

  it('hold ranges, own data and a form, and what is out of range is passed over', () => {
    const id = '7d0c3f5e-2b0e-4b1c-9d7e-0f4a2f8f6b11';
    const params = paramsOf({
      flagged: 'false',
      direction: 'sideways',
      language: 'de',
      compliance_score_min: '20',
      compliance_score_max: '101',
      quality_score_max: '-1',
      duration_min: '90',
      call_from: '2026-11-02',
      scorecard_id: id,
      outcome: 'auto_failed',
      score_max: '60',
      'metadata[team]': 'blue',
      'metadata[a[b]]': '1',
      'metadata[third]': 'x',
      'metadata[]': 'x',
    });
    expect(params).toMatchObject({
      flagged: false,
      direction: undefined,
      language: 'de',
      compliance_score_min: 20,
      compliance_score_max: undefined,
      quality_score_max: undefined,
      duration_min: 90,
      call_after: new Date(2026, 10, 2).toISOString(),
      scorecard_id: id,
      outcome: 'auto_failed',
      score_max: 60,
    });
    expect(params.metadata, 'the API takes two keys').toEqual({ team: 'blue', 'a[b]': '1' });
    const alone = paramsOf({ scorecard_id: 'no id', outcome: 'passed', score_min: '1' });
    expect([alone.outcome, alone.score_min], 'without a form').toEqual([undefined, undefined]);
  });

  it('change one by one, and are told from what else an address holds', () => {
    const before = { 'metadata[a]': '1', 'metadata[b]': '2', status: 'failed', page: '2', of: 'answers' };
    expect(filtersIn(before)).toEqual({ 'metadata[a]': '1', 'metadata[b]': '2', status: 'failed' });
    expect(
      withMetadata(before, [
        ['b', '3'],
        ['c', ''],
      ]),
    ).toEqual({
      'metadata[a]': undefined,
      'metadata[b]': '3',
    });
    expect(metadataIn({ ...before, ...withMetadata(before, [['', 'x']]) })).toEqual([]);
    const lengths = ['2', '2:30', '1:02:30', ' 0:05 ', '', 'x', '1:99', '1:2:3:4'].map(secondsOf);
    expect(lengths).toEqual([120, 150, 3750, 5, null, null, null, null]);
    expect(secondsOf(clock(3_750))).toBe(3_750);
  });
});

describe('a call', () => {
  const turns = [
    { start: 1, end: 3 },
    { start: 2, end: 2.5 },
    { start: 5, end: 8 },
  ];

  it('has a turn at a time, or a pause', () => {
    const found = [0, 1, 2.2, 2.7, 4, 5, 9].map((seconds) => turnAt(turns, seconds));
    expect(found).toEqual([-1, 0, 1, 0, -1, 2, -1]);
  });

  it('has a next and a previous place, and passes the one that plays', () => {
    expect(nextPlace([3, 10, 20], 3, 1)).toBe(10);
    expect(nextPlace([3, 10, 20], 10.9, -1)).toBe(3);
    expect(nextPlace([3, 10, 20], 20, 1)).toBeNull();
  });

  it('marks violations that stand and findings to look at, in their order', () => {
    const cited = (start: number) => [{ start }];
    const finding = (flagged: boolean, start: number) => ({ flagged, assessable: true, citations: cited(start) });
    const results = {
      compliance: {
        identity_verification: finding(true, 9),
        privacy_protection: finding(false, 2),
        violations: [
          { rule: 'a', citations: cited(4) },
          { rule: 'b', citations: cited(1), upheld: false },
        ],
      },
      quality: {},
    };
    expect(marksOf(results as never)).toEqual([
      { seconds: 4, kind: 'violation' },
      { seconds: 9, kind: 'flag' },
    ]);
  });

  it('tells times as people read them', () => {
    expect([0, 59.9, 117, 3_729].map(clock)).toEqual(['0:00', '0:59', '1:57', '1:02:09']);
  });
});
